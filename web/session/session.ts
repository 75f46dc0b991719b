import { useSyncExternalStore } from 'react'
import type { SessionUser } from '#contract/accounts/api.ts'
import { checkConnection, endPauses, pauseUntilConnected } from '#web/api/connection.ts'
import { onApiError } from '#web/api/error-listeners.ts'
import { createListeners } from '#web/core/listeners.ts'
import { logFailure } from '#web/core/log-failure.ts'
import { claimDraftsFor, clearDrafts } from './drafts.ts'

/** `unknown` until the server has said who this is, and as long as it does not reply. */
export type Session = { state: 'unknown' } | { state: 'none' } | { state: 'signed-in'; user: SessionUser }

let session: Session = { state: 'unknown' }
const { subscribe, notify } = createListeners()
/** Calls the listener on every change; also works outside components. */
export const onSession = subscribe
/** There is no channel while prerendering, where an open one would keep the build from ending. */
const otherTabs = typeof document === 'undefined' ? undefined : new BroadcastChannel('columba-session')

/** Asks at the start of the app, except on a public page in a browser that cannot have a session: there the browser would log the 401 as an error. */
export async function loadFirstSession(isPublicPage: boolean): Promise<Session> {
  return isPublicPage && !maySessionExist() ? setSession({ state: 'none' }) : loadSession()
}

let asking = new AbortController()

/** Does not wait for an answer that may never come, nor for the pause before the next attempt. */
export function askAgain() {
  asking.abort()
  endPauses()
}

/** Retries until the server replies. Uses fetch directly, so that the landing page loads no schemas. */
export async function loadSession(pause = 1000): Promise<Session> {
  let failure: unknown
  const marker = readMarker()
  asking = new AbortController()
  const { signal } = asking
  const request = { headers: { accept: 'application/json' }, signal }
  const answer = await fetch('/api/user/me', request).catch((error: unknown) => {
    failure = error
    return undefined
  })
  if (answer?.ok) {
    noteSession()
    return setSession({ state: 'signed-in', user: (await answer.json()) as SessionUser })
  }
  await drain(answer)
  if (answer?.status === 401) {
    noteSessionOver(marker)
    return setSession({ state: 'none' })
  }
  if (pause === 1000) logFailure('Failed to fetch session', failure)
  if (failure) void checkConnection()
  if (!signal.aborted) await pauseUntilConnected(pause)
  return loadSession(Math.min(pause * 2, 15_000))
}

/**
 * Signs out in this browser even if the server cannot be reached; false if the session may live on there. The state stays `unknown` until
 * the visitor is on a public page, so that guards do not react.
 */
export async function endSession(leave: (isOver: boolean) => void | Promise<void>): Promise<boolean> {
  let isOver = false
  try {
    const answer = await fetch('/api/user/logout', { method: 'POST' })
    await drain(answer)
    /** There was no session any more if the answer is 401. */
    isOver = answer.ok || answer.status === 401
    if (!answer.ok) throw new Error(`The server answered ${answer.status}`)
  } catch (error) {
    logFailure('Logout failed', error)
  }
  await leaveSession(() => leave(isOver))
  return isOver
}

/** The same once the server has ended the session. */
export async function leaveSession(leave: () => void | Promise<void>) {
  clearDrafts()
  otherTabs?.postMessage(null)
  setSession({ state: 'unknown' })
  await leave()
  setSession({ state: 'none' })
}

export const useSession = (): Session => useSessionSelector((session) => session)

/** Does not re-render when `unknown` turns out to be nobody. */
export const useUser = (): SessionUser | undefined =>
  useSessionSelector((session) => (session.state === 'signed-in' ? session.user : undefined))

export const useSessionSelector = <Part>(partOf: (session: Session) => Part): Part =>
  useSyncExternalStore(
    subscribe,
    () => partOf(session),
    () => partOf(unknown),
  )

/** Used by pages behind a guard. */
export function useSignedIn(): SessionUser {
  const current = useSession()
  if (current.state !== 'signed-in') throw new Error('useSignedIn needs a page behind a guard')
  return current.user
}

function setSession(next: Session): Session {
  const user = userIn(next)
  if (next.state === session.state && user === userIn(session)) return session
  session = next
  if (user) {
    claimDraftsFor(user)
    otherTabs?.postMessage(user)
  }
  notify()
  return next
}

/** An unread response keeps its connection open, and the page never counts as idle. */
const drain = (answer: Response | undefined) => answer?.text().catch(() => undefined)

const unknown: Session = { state: 'unknown' }

const userIn = (which: Session) => (which.state === 'signed-in' ? which.user.userID : undefined)

/**
 * A session may expire while a page is open: the guards then show a link to log in, and drafts are kept. The server is
 * asked first, because a call sent just before the sign-in was completed is also answered with 401.
 */
onApiError((refusal) => {
  if (refusal.status === 401 && session.state === 'signed-in') void loadSession()
})

/** All tabs share the cookie: when a user logs out or another logs in, every tab must follow. */
otherTabs?.addEventListener('message', ({ data: user }) => {
  if (user === userIn(session)) return
  if (user) return void loadSession()
  clearDrafts()
  setSession({ state: 'none' })
})

/**
 * The cookie that the server sets beside a session. Scripts cannot see the session itself; without the marker there is none,
 * and nobody need be asked. `0`: the server has answered that the session is over.
 */
const findMarker = () => /(?:^|; )((?:__Host-)?columba_signed_in)=([^;]*)/.exec(document.cookie)

const readMarker = (): string => findMarker()?.[2] ?? ''

const maySessionExist = () => !['', '0'].includes(readMarker())

/** Leaves a marker that has changed since the question: then somebody has signed in meanwhile. */
function noteSessionOver(askedWith: string) {
  const [, name, value] = findMarker() ?? []
  if (name && value === askedWith) setMarker(name, '0')
}

function noteSession() {
  const [, name, value] = findMarker() ?? []
  if (name && value === '0') setMarker(name, '1')
}

function setMarker(name: string, value: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available over HTTP.
  document.cookie = `${name}=${value}; path=/; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`
}
