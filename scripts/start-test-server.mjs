import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from './checkout.mjs'
import { exitCode, UserError } from './run.mjs'

/**
 * Starts the built server, or another build of it, with its own data folder, on a free port unless PORT is given, and waits until it is ready.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {(line: string) => unknown} onLine gets each line of its log
 */
export async function startServer(env = {}, program = join(root, 'dist/server/main.js'), onLine = () => undefined) {
  const port = Number(env.PORT ?? (await freePort()))
  const dataDir = mkdtempSync(join(tmpdir(), 'columba-data-'))
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface(child.stdout).on('line', onLine)
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = exitCode(child).finally(() => {
    process.off('exit', kill)
    rmSync(dataDir, { recursive: true, force: true })
  })
  const stop = async (/** @type {NodeJS.Signals} */ signal = 'SIGTERM') => {
    child.kill(signal)
    await ended
  }
  const early = ended.then((code) => fail(`The server ended with code ${code} before it was ready.`))
  await Promise.race([waitForLine(child.stdout, 'Columba is ready'), early])
  early.catch(() => undefined)
  return { url: `http://127.0.0.1:${port}`, port, dataDir, pid: child.pid, stop }
}

/** Waits for a line on a stream, and keeps reading afterwards so that the writer never blocks. */
export function waitForLine(stream, text) {
  let seen = ''
  return new Promise((resolve) => {
    stream.on('data', (chunk) => {
      if (seen === undefined) return
      seen += chunk
      if (!seen.includes(text)) return
      seen = undefined
      resolve()
    })
  })
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

function fail(message) {
  throw new UserError(message)
}
