/**
 * Parallel calls share a statement: while one runs, what comes is gathered for the next. A round trip costs more than the rows that it brings,
 * and a commit more than the rows that it keeps. Each call waits for the statement that has its own items.
 */
export function inBatches<Item, Result>(send: (items: Item[]) => Promise<Result>) {
  let running: Promise<unknown> = Promise.resolve()
  let next: { items: Item[]; result: Promise<Result> } | undefined

  function afterRunning() {
    const items: Item[] = []
    const result = running.then(() => {
      next = undefined
      return send(items)
    })
    running = result.catch(() => undefined)
    return { items, result }
  }

  return (added: readonly Item[]): Promise<Result> => {
    next ??= afterRunning()
    next.items.push(...added)
    return next.result
  }
}

/** Parallel lookups share a statement. No caller gets data from before its call. */
export function batchReads<T>(read: (keys: string[]) => Promise<ReadonlyMap<string, T>>) {
  const inBatch = inBatches((keys: string[]) => read([...new Set(keys)]))
  return async (key: string): Promise<T | undefined> => (await inBatch([key])).get(key)
}
