import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/core/listeners.ts'
import { onApiError } from './error-listeners.ts'

/** Browsers only notice a lost network. A request that gets no reply has the server checked here. */
let isLost = false
/** Calls the listener when the connection is lost and when it is back. */
const { subscribe: onConnection, notify } = createListeners()

const longestPauseMs = 15_000
const timeLimitMs = 5_000

export const onReconnected = (listener: () => void): (() => void) => onConnection(() => !isLost && listener())

/** Called when a request got no reply. Resolves with true if the server can be reached all the same. */
export async function checkConnection(): Promise<boolean> {
  if (!isLost && !(await isServerReachable()) && !isLost) {
    setLost(true)
    void watchForReturn()
  }
  return !isLost
}

/**
 * Makes the attempt, but while the server cannot be reached it waits and tries again. If the server can be reached, the connection
 * may have been lost for a moment, as between two networks: then it tries once more and throws the second failure.
 */
export async function retryWhenConnected<T>(attempt: () => Promise<T>, mayRepeat = true): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (await checkConnection()) {
      if (!mayRepeat) throw error
      return retryWhenConnected(attempt, false)
    }
    await new Promise<void>((resolve) => {
      const stop = onReconnected(() => {
        stop()
        resolve()
      })
    })
    return retryWhenConnected(attempt, mayRepeat)
  }
}

/** Whoever pauses between two attempts tries at once. */
export const endPauses = notify

/** Resolves after the pause, or earlier if the connection comes back. */
export const pauseUntilConnected = (pauseMs: number) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stopListening()
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, pauseMs)
    const stopListening = onConnection(end)
    addEventListener('online', end)
  })

async function watchForReturn(pauseMs = 1000) {
  await pauseUntilConnected(pauseMs)
  if (await isServerReachable()) setLost(false)
  else await watchForReturn(Math.min(pauseMs * 2, longestPauseMs))
}

function setLost(now: boolean) {
  isLost = now
  notify()
}

/** A proxy answers 502 to 504 while no server runs behind it. */
async function isServerReachable(): Promise<boolean> {
  if (!navigator.onLine) return false
  const signal = AbortSignal.timeout(timeLimitMs)
  const answer = await fetch('/healthz', { cache: 'no-store', signal }).catch(() => undefined)
  await answer?.text().catch(() => undefined)
  return answer !== undefined && answer.status < 502
}

onApiError(({ isNetworkFailure }) => {
  if (isNetworkFailure) void checkConnection()
})

/** There is no window while prerendering. */
if (typeof window !== 'undefined') {
  addEventListener('offline', () => void checkConnection())
  if (!navigator.onLine) void checkConnection()
}

export const useConnectionLost = () =>
  useSyncExternalStore(
    onConnection,
    () => isLost,
    () => false,
  )
