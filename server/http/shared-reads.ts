interface ReadInProgress<T> {
  current: Promise<T>
  queued?: Promise<T>
}

/**
 * Parallel calls with the same key share one read. A call during a running read waits for the next one,
 * so that no caller gets data from before its call.
 */
export function shareReads<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const readings = new Map<string, ReadInProgress<T>>()

  function begin(key: string): Promise<T> {
    const reading: ReadInProgress<T> = { current: read(key) }
    readings.set(key, reading)
    const end = () => {
      if (!reading.queued) readings.delete(key)
    }
    reading.current.then(end, end)
    return reading.current
  }

  return (key) => {
    const reading = readings.get(key)
    if (!reading) return begin(key)
    const after = () => begin(key)
    reading.queued ??= reading.current.then(after, after)
    return reading.queued
  }
}
