import { spawn } from 'node:child_process'
import { pathToFileURL } from 'node:url'

/** Runs a command and shows its output; throws an error that names the command if it fails. */
export async function run(command, args = [], options = {}) {
  const code = await exitCode(spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options }))
  if (code !== 0) throw new UserError(`${command} ${args.join(' ')} ended with code ${code}.`)
}

/** Runs another program in this process, because starting Node again would take longer. */
export async function runInThisProcess(file, args = []) {
  process.argv.splice(1, process.argv.length, file, ...args)
  await import(pathToFileURL(file).href)
}

/** Resolves to the exit code as a shell shows it: 128 plus the signal number if a signal ended the process. */
export function exitCode(child) {
  const signals = { SIGINT: 130, SIGTERM: 143 }
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? signals[signal] ?? 1))
  })
}

/** Shown as its message only, without a stack trace. */
export class UserError extends Error {}

/** Runs the main function of a script after the rest of the script was evaluated, and sets the exit code. */
export async function main(work) {
  try {
    process.exitCode = (await Promise.resolve().then(work)) ?? 0
  } catch (error) {
    console.error(error instanceof UserError ? error.message : error)
    process.exitCode = 1
  }
}
