/** A reason why a program cannot start, as one sentence for the operator. It is printed without a stack trace. */
export class StartError extends Error {
  override name = 'StartError'
  readonly exitCode: number
  constructor(message: string, { exitCode = 1, ...options }: ErrorOptions & { exitCode?: number } = {}) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** The exit code of sysexits.h for what may succeed later. `deploy/columba-migrate.service` tries again after it. */
export const tryAgainLater = 75

/** Runs a program. If it fails, prints the reason and exits with its code. */
export async function runProgram(program: () => Promise<void>) {
  try {
    await program()
  } catch (error) {
    process.stderr.write(
      error instanceof StartError || isWrongOption(error)
        ? `${error.message}\n`
        : `Columba has stopped because of an error: ${errorMessage(error)}\n`,
    )
    process.exit(error instanceof StartError ? error.exitCode : 1)
  }
}

/** An option that the command does not have, or one without its value. The message of Node is plain enough. */
const isWrongOption = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')

const errorMessage = (error: unknown): string =>
  error instanceof Error ? (error.cause ? errorMessage(error.cause) : (error.stack ?? error.message)) : String(error)
