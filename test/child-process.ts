import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { build } from 'esbuild'
import { root } from '#server/project-root.ts'
import { serverBundle } from '../scripts/server-bundle.mjs'

export interface Program {
  child: ChildProcessByStdio<null, Readable, Readable>
  /** All that it said so far. */
  stdout: () => string
  stderr: () => string
  /** Resolves once it has said this; fails when it ends before. */
  waitForOutput: (words: string) => Promise<void>
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string>
}

/** Builds a program as the real build does, so that a process of it starts in a moment; answers how to run and remove it. */
export async function buildProgram(entry: string) {
  await mkdir(join(root, '.build'), { recursive: true })
  const folder = await mkdtemp(join(root, '.build', 'test-'))
  const outfile = join(folder, 'program.js')
  await build({
    ...serverBundle,
    entryPoints: [join(root, entry)],
    outfile,
  })
  return {
    run: (environment: Record<string, string>) => run(outfile, environment),
    remove: () => rm(folder, { recursive: true }),
  }
}

function run(file: string, environment: Record<string, string>): Program {
  const child = spawn(process.execPath, [file], {
    env: { PATH: '/usr/bin:/bin', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const out = collect(child.stdout)
  const err = collect(child.stderr)
  const ended = new Promise<number | string>((resolve) => {
    child.on('close', (code, signal) => resolve(signal ?? code ?? 0))
  })
  const waitForOutput = (words: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => out.text.includes(words) && resolve()
      child.stdout.on('data', look)
      void ended.then(() => reject(new Error(`It ended without saying "${words}": ${out.text}${err.text}`)))
      look()
    })
  return { child, stdout: () => out.text, stderr: () => err.text, waitForOutput, ended }
}

function collect(stream: Readable) {
  const all = { text: '' }
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    all.text += chunk
  })
  return all
}
