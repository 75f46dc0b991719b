const logged = new WeakSet<object>()

/** The only place that writes to the console. An error that several callers report is logged once. */
export function logFailure(message: string, error?: unknown) {
  if (typeof error === 'object' && error !== null) {
    if (logged.has(error)) return
    logged.add(error)
  }
  console.error(...(error === undefined ? [message] : [message, error]))
}
