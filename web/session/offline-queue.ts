import { useEffect, useSyncExternalStore } from 'react'
import { ApiError, toErrorMessage } from '#web/api/api-error.ts'
import { pauseUntilConnected } from '#web/api/connection.ts'
import { createListeners } from '#web/core/listeners.ts'
import { toast } from '#web/core/toast.tsx'
import { readDraft, saveDraft } from './drafts.ts'

/** Calls that were recorded at the wall and are not answered yet, each under the ID of its niche or appointment. */
export type QueuedCalls<Call> = Readonly<Record<string, Call>>

interface Options<Call> {
  /** The name in the drafts of this tab, where calls survive a reload and logging out removes them. */
  draftName: string
  /** The ID that the browser has chosen; the server carries the call out once, however often it is sent. */
  idOf: (call: Call) => string
  send: (key: string, call: Call) => Promise<unknown>
  /** Called after any answer. A refusal has been shown already. */
  onAnswered: (key: string, call: Call, refusal: unknown) => unknown
}

const pauseMs = 2000

/** Keeps calls until the server has answered, and sends them again while it does not, one after the other. */
export function createOfflineQueue<Call extends object>({ draftName, idOf, send, onAnswered }: Options<Call>) {
  let queued: QueuedCalls<Call> = {}
  let isSending = false
  const { subscribe, notify } = createListeners()

  const read = (): QueuedCalls<Call> => (readDraft<Record<string, Call>>(draftName) ?? {}) as QueuedCalls<Call>

  function set(calls: QueuedCalls<Call>) {
    queued = calls
    notify()
  }

  function store(calls: QueuedCalls<Call>) {
    saveDraft(draftName, calls)
    set(calls)
  }

  async function sendAll() {
    if (isSending) return
    isSending = true
    try {
      let isMore = true
      while (isMore) isMore = await sendFirst()
    } finally {
      isSending = false
    }
  }

  /** False when nothing is left to send. */
  async function sendFirst(): Promise<boolean> {
    const [first] = Object.entries(read())
    if (!first) return false
    const [key, call] = first
    const error = await send(key, call).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (isUnanswered(error)) {
      await pauseUntilConnected(pauseMs)
      return true
    }
    /** It stays until the clerk has signed in again. */
    if (error instanceof ApiError && error.status === 401) return false
    const { [key]: now, ...others } = read()
    /** It may have been replaced meanwhile. */
    if (now && idOf(now) === idOf(call)) store(others)
    if (error) toast.error(toErrorMessage(error))
    await onAnswered(key, call, error)
    return true
  }

  return {
    get: () => queued,
    onChange: subscribe,
    /** Replaces a call about the same that has not been answered. */
    add: (key: string, call: Call) => {
      store({ ...queued, [key]: call })
      void sendAll()
    },
    /** Sends what was queued before a reload. */
    resume: () => {
      set(read())
      void sendAll()
    },
  }
}

/** A proxy answers 502 to 504 while no server runs behind it. */
const isUnanswered = (error: unknown) =>
  error instanceof ApiError && (error.isNetworkFailure || (error.status >= 502 && error.status <= 504))

/** Keeps what was recorded and is not answered yet; sends it again after a reload. */
export function useOfflineQueue<Call extends object>({
  get,
  onChange,
  resume,
}: Pick<ReturnType<typeof createOfflineQueue<Call>>, 'get' | 'onChange' | 'resume'>) {
  useEffect(resume, [resume])
  return useSyncExternalStore(onChange, get)
}
