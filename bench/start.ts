import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exitCode } from '../scripts/run.mjs'
import { freePort, waitForLine } from '../scripts/start-test-server.mjs'
import type { Bench } from './harness/bench.ts'

const rounds = 3

/** The seconds from `npm start` to "Columba is ready": first in a fresh clone, then again. An extra first start fills npm's cache. */
export const bench: Bench = async ({ figure }) => {
  const cache = mkdtempSync(join(tmpdir(), 'columba-npm-'))
  try {
    for (let round = 0; round <= rounds; round++) {
      const clone = mkdtempSync(join(tmpdir(), 'columba-clone-'))
      try {
        execFileSync('git', ['clone', '--quiet', '.', clone])
        const [first, later] = [await start(clone, cache), await start(clone, cache)]
        console.log(`round ${round}: first start ${first.toFixed(1)} s, later start ${later.toFixed(1)} s`)
        if (round === 0) continue
        figure('start.first_s', first)
        figure('start.later_s', later)
      } finally {
        rmSync(clone, { recursive: true, force: true })
      }
    }
  } finally {
    rmSync(cache, { recursive: true, force: true })
  }
}

async function start(clone: string, cache: string): Promise<number> {
  const env = { ...process.env, PORT: String(await freePort()), npm_config_cache: cache }
  const begun = performance.now()
  const npm = spawn('npm', ['start'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = exitCode(npm)
  const early = ended.then((code) => {
    throw new Error(`npm start ended with code ${code} before Columba was ready.`)
  })
  await Promise.race([waitForLine(npm.stdout, 'Columba is ready'), early])
  early.catch(() => undefined)
  const seconds = (performance.now() - begun) / 1000
  npm.kill('SIGTERM')
  await ended
  return seconds
}
