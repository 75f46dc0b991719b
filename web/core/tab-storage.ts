/** Uses the storage of this tab, which may be full or blocked: pages work without it. */
export function withTabStorage<T>(work: (store: Storage) => T): T | undefined {
  try {
    return work(sessionStorage)
  } catch {
    return undefined
  }
}
