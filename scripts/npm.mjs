import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { exitCode, UserError } from './run.mjs'

/** Runs npm and shows how many packages are installed. The output of npm is shown only if it fails. */
export async function installWithProgress({ args, folders }, cwd) {
  const all = [...args, '--no-audit', '--no-fund', '--no-progress']
  // npm writes this list again when it has finished, so the next start notices an interrupted installation.
  if (args[0] === 'ci') rmSync(join(cwd, 'node_modules/.package-lock.json'), { force: true })
  // This comes before npm runs: a signal without a handler would end this process and leave npm behind.
  let stopped = false
  let npm
  const stop = () => {
    stopped = true
    // SIGKILL: npm would first finish on SIGTERM, and meanwhile remove packages that the next start installs.
    npm.kill('SIGKILL')
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop)
  npm = spawn('npm', all, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const printed = []
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => printed.push(chunk))

  const progress = showProgress(folders, cwd)
  const code = await exitCode(npm).finally(progress.stop)
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop)
  if (stopped) throw new UserError('The installation was stopped. The next start begins it again.')
  if (code !== 0) {
    process.stderr.write(Buffer.concat(printed))
    throw new UserError(`npm ${all.join(' ')} ended with code ${code}.`)
  }
  progress.done()
}

/** Updates one line in a terminal; elsewhere it writes a new line every few seconds. */
function showProgress(folders, cwd) {
  const out = process.stdout
  const start = Date.now()
  const seconds = () => Math.round((Date.now() - start) / 1000)
  const inPlace = () => folders.filter((folder) => existsSync(join(cwd, folder, 'package.json'))).length
  const show = () => {
    const line = `Installing packages: ${inPlace()} of ${folders.length} in place after ${seconds()} s`
    out.write(out.isTTY ? `\r\x1b[2K${line}` : `${line}\n`)
  }
  show()
  const timer = setInterval(show, out.isTTY ? 500 : 5000)
  const stop = () => {
    clearInterval(timer)
    if (out.isTTY) out.write('\r\x1b[2K')
  }
  return { stop, done: () => out.write(`Installed ${folders.length} packages in ${seconds()} s.\n`) }
}
