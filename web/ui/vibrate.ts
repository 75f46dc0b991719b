/** Phones that can, vibrate: once for something that was read, long and repeatedly for a stop. */
const patterns = { read: [60], stop: [500, 150, 500, 150, 500] }

export const vibrate = (kind: keyof typeof patterns) => navigator.vibrate?.(patterns[kind])
