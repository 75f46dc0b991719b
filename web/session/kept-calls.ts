import { ApiError, toErrorMessage } from '#web/api/api-error.ts'
import { pauseUntilConnected } from '#web/api/connection.ts'
import { toast } from '#web/ui/toast.ts'
import { readDraft, saveDraft } from './drafts.ts'

/** What was recorded at the wall and is not answered yet, by what it is about. */
export type KeptCalls<Call> = Readonly<Record<string, Call>>

interface Options<Call> {
  /** In the drafts of this tab, so that calls survive a reload, and logging out removes them. */
  draftName: string
  /** Chosen by the browser; the server carries the call out once, however often it is sent. */
  idOf: (call: Call) => string
  send: (key: string, call: Call) => Promise<unknown>
  /** After any answer. A refusal has been shown already. */
  onAnswered: (key: string, call: Call, refusal: unknown) => unknown
}

const pauseMs = 2000

/** Keeps calls until the server has answered, and sends them again while it does not, one after the other. */
export function createKeptCalls<Call extends object>({ draftName, idOf, send, onAnswered }: Options<Call>) {
  let kept: KeptCalls<Call> = {}
  let isSending = false
  const listeners = new Set<() => void>()

  const read = (): KeptCalls<Call> => (readDraft<Record<string, Call>>(draftName) ?? {}) as KeptCalls<Call>

  function set(calls: KeptCalls<Call>) {
    kept = calls
    for (const listener of listeners) listener()
  }

  function keep(calls: KeptCalls<Call>) {
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
    if (now && idOf(now) === idOf(call)) keep(others)
    if (error) toast.error(toErrorMessage(error))
    await onAnswered(key, call, error)
    return true
  }

  return {
    get: () => kept,
    onChange: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Replaces a call about the same that has not been answered. */
    add: (key: string, call: Call) => {
      keep({ ...kept, [key]: call })
      void sendAll()
    },
    /** Sends what was kept before a reload. */
    resume: () => {
      set(read())
      void sendAll()
    },
  }
}

/** A proxy answers 502 to 504 while no server runs behind it. */
const isUnanswered = (error: unknown) =>
  error instanceof ApiError && (error.isNetworkFailure || (error.status >= 502 && error.status <= 504))
