/** Does the work once for all callers. After a failure the next caller tries again. */
export function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let started: Promise<Result> | undefined
  return () => {
    started ??= work().catch((error: unknown) => {
      started = undefined
      throw error
    })
    return started
  }
}
