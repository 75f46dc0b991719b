/** A start that cannot succeed, in one clear sentence for the person who tried: it ends the process without a stack trace. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Runs a program; one that cannot succeed says why in a sentence and ends with 1. */
export async function runProgram(program: () => Promise<void>) {
  try {
    await program()
  } catch (error) {
    process.stderr.write(
      error instanceof StartError ? `${error.message}\n` : `Columba could not go on: ${errorMessage(error)}\n`,
    )
    process.exit(1)
  }
}

const errorMessage = (error: unknown): string =>
  error instanceof Error ? (error.cause ? errorMessage(error.cause) : (error.stack ?? error.message)) : String(error)
