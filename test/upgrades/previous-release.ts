import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '#server/core/project-root.ts'
import { buildProgram, makeBuildFolder } from '../child-process.ts'
import previousRelease from './previous-release.json' with { type: 'json' }

const run = promisify(execFile)

/** The files that the server is built from. */
const sources = ['server', 'contract', 'package.json', 'tsconfig.json', 'tsconfig.base.json']

export const hasHistory = existsSync(join(root, '.git'))

/** The release that houses may still run. */
export const buildPreviousRelease = () => buildServerOf(previousRelease.commit)

/** The build that landed last, which lacks far fewer migrations. */
export const buildLastLanded = async () => {
  const { commit, lastMigration } = previousRelease.lastLanded
  return { ...(await buildServerOf(commit)), lastMigration }
}

/** The server of a commit, from the history of this clone, with the packages that are installed now. */
async function buildServerOf(commit: string) {
  await fetchIfMissing(commit)
  const folder = await makeBuildFolder()
  const archive = join(folder, 'sources.tar')
  await git('archive', '--output', archive, commit, ...sources)
  await run('tar', ['-xf', archive, '-C', folder])
  const program = await buildProgram('server/main.ts', folder)
  return { ...program, remove: () => rm(folder, { recursive: true }) }
}

/** A shallow clone does not have it yet. */
async function fetchIfMissing(commit: string) {
  const isHere = await git('cat-file', '-e', `${commit}^{tree}`).then(
    () => true,
    () => false,
  )
  if (!isHere) await git('fetch', '--quiet', '--depth=1', 'origin', commit)
}

/** The folder may belong to another user than the one who runs the tests. */
const git = (...args: string[]) => run('git', ['-c', 'safe.directory=*', ...args], { cwd: root })
