interface Reading<T> {
  now: Promise<T>
  next?: Promise<T>
}

/**
 * When many ask for one thing at once, it is read once for all who wait. Whoever asks while a read runs waits for the next:
 * nobody is given what was read before they asked.
 */
export function shareReads<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const readings = new Map<string, Reading<T>>()

  function begin(key: string): Promise<T> {
    const reading: Reading<T> = { now: read(key) }
    readings.set(key, reading)
    const end = () => {
      if (!reading.next) readings.delete(key)
    }
    reading.now.then(end, end)
    return reading.now
  }

  return (key) => {
    const reading = readings.get(key)
    if (!reading) return begin(key)
    const after = () => begin(key)
    reading.next ??= reading.now.then(after, after)
    return reading.next
  }
}
