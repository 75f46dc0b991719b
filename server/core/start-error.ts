/** A reason why a program cannot start, as one sentence for the operator. It is printed without a stack trace. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Runs a program. If it fails, prints the reason and exits with 1. */
export async function runProgram(program: () => Promise<void>) {
  try {
    await program()
  } catch (error) {
    process.stderr.write(
      error instanceof StartError || isWrongOption(error)
        ? `${error.message}\n`
        : `Columba has stopped because of an error: ${errorMessage(error)}\n`,
    )
    process.exit(1)
  }
}

/** An option that the command does not have, or one without its value. The message of Node is plain enough. */
const isWrongOption = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')

const errorMessage = (error: unknown): string =>
  error instanceof Error ? (error.cause ? errorMessage(error.cause) : (error.stack ?? error.message)) : String(error)
