import { spawn } from 'node:child_process'
import { pathToFileURL } from 'node:url'

/** Runs a command to its end, its output in ours; a failure is an error that says which command it was. */
export async function run(command, args = [], options = {}) {
  const code = await exitCode(spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options }))
  if (code !== 0) throw new UserError(`${command} ${args.join(' ')} ended with code ${code}.`)
}

/** Goes on as another program in this very process, where a new one would first have to boot Node again. */
export async function runInThisProcess(file, args = []) {
  process.argv.splice(1, process.argv.length, file, ...args)
  await import(pathToFileURL(file).href)
}

/** Resolves to the code a shell would show: 128 and the number of the signal, when one ended the process. */
export function exitCode(child) {
  const signals = { SIGINT: 130, SIGTERM: 143 }
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? signals[signal] ?? 1))
  })
}

/** What a person should read as one sentence, without a stack trace. */
export class UserError extends Error {}

/** Runs the main function of a script once the script is read to its end, and ends the process as it went. */
export async function main(work) {
  try {
    process.exitCode = (await Promise.resolve().then(work)) ?? 0
  } catch (error) {
    console.error(error instanceof UserError ? error.message : error)
    process.exitCode = 1
  }
}
