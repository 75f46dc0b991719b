const logged = new WeakSet<object>()

/** The only writer to the console. An error that passes through several hands is logged once, by the first. */
export function logFailure(message: string, error?: unknown) {
  if (typeof error === 'object' && error !== null) {
    if (logged.has(error)) return
    logged.add(error)
  }
  console.error(...(error === undefined ? [message] : [message, error]))
}
