/**
 * Parallel lookups share a statement: while one runs, those that begin are gathered for the next. A round trip costs more than
 * the rows that it brings, and no caller gets data from before its call.
 */
export function batchReads<T>(read: (keys: string[]) => Promise<ReadonlyMap<string, T>>) {
  let running: Promise<unknown> = Promise.resolve()
  let next: { keys: Set<string>; rows: Promise<ReadonlyMap<string, T>> } | undefined

  function afterRunning() {
    const keys = new Set<string>()
    const rows = running.then(() => {
      next = undefined
      return read([...keys])
    })
    running = rows.catch(() => undefined)
    return { keys, rows }
  }

  return async (key: string): Promise<T | undefined> => {
    next ??= afterRunning()
    next.keys.add(key)
    return (await next.rows).get(key)
  }
}
