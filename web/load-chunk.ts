const patience = 120_000

/** A page whose script did not come. Most often a new version was installed meanwhile, so a reload helps. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'

  constructor(
    readonly chunk: string,
    readonly reason: 'missing' | 'time-out' | 'other',
    cause?: unknown,
  ) {
    super(`Loading chunk ${chunk} failed (${reason})`, { cause })
  }
}

/** Loads a part of the program, and says which part and why when that fails. */
export async function loadChunk<T>(chunk: string, load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError(chunk, 'time-out')), patience)
  })
  try {
    return await Promise.race([load(), tooLate])
  } catch (error) {
    throw error instanceof ChunkLoadError ? error : new ChunkLoadError(chunk, reasonOf(error), error)
  } finally {
    clearTimeout(timer)
  }
}

/** The browsers' own words for a script or style sheet that the server did not have. */
const notFetched = /dynamically imported module|module script failed|preload CSS/i

const reasonOf = (error: unknown) => (error instanceof Error && notFetched.test(error.message) ? 'missing' : 'other')
