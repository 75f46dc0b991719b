export interface SlowestSender {
  /** A sender that sends fewer bytes than this within any such period loses its place. */
  bytes: number
  withinMs: number
}

/** 1 kB a second, measured over 20 seconds. */
const slowest: SlowestSender = { bytes: 20_000, withinMs: 20_000 }

/** How often within the period the sender is checked. */
const checks = 20

/** Calls `onSlow` once, when the bytes that have arrived grow too slowly. Returns a function that ends the watch. */
export function watchSpeed(arrived: () => number, onSlow: () => void, { bytes, withinMs } = slowest) {
  const earlier = [0]
  const timer = setInterval(() => {
    earlier.push(arrived())
    if (earlier.length <= checks || arrived() - (earlier.shift() ?? 0) >= bytes) return
    clearInterval(timer)
    onSlow()
  }, withinMs / checks)
  return () => clearInterval(timer)
}
