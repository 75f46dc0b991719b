import { useSyncExternalStore } from 'react'
import type { SessionUser } from '#contract/accounts/api.ts'
import { onApiError } from '#web/api/error-listeners.ts'
import { logFailure } from '#web/log-failure.ts'
import { claimDraftsFor, clearDrafts } from './drafts.ts'

/** `unknown` until the server has said who this is; a server that does not answer leaves it so. */
export type Session = { state: 'unknown' } | { state: 'none' } | { state: 'signed-in'; user: SessionUser }

let session: Session = { state: 'unknown' }
const listeners = new Set<() => void>()
/** Not where pages are painted at build time: there it would keep the build from ending. */
const otherTabs = typeof document === 'undefined' ? undefined : new BroadcastChannel('columba-session')

/** Asks who is signed in, and asks again quietly until the server answers. This fetch is its own, so that the landing page loads no schemas. */
export async function loadSession(pause = 1000): Promise<Session> {
  let failure: unknown
  const answer = await fetch('/api/user/me', { headers: { accept: 'application/json' } }).catch((error: unknown) => {
    failure = error
    return undefined
  })
  if (answer?.ok) return setSession({ state: 'signed-in', user: (await answer.json()) as SessionUser })
  await drain(answer)
  if (answer?.status === 401) return setSession({ state: 'none' })
  if (pause === 1000) logFailure('Failed to fetch session', failure)
  await new Promise((resolve) => setTimeout(resolve, pause))
  return loadSession(Math.min(pause * 2, 15_000))
}

/** Whether or not the server could be told, nobody is signed in here any more. Guards wait until the visitor has left for a public page. */
export async function endSession(leave: () => void | Promise<void>) {
  try {
    const answer = await fetch('/api/user/logout', { method: 'POST' })
    await drain(answer)
    if (!answer.ok) throw new Error(`The server answered ${answer.status}`)
  } catch (error) {
    logFailure('Logout failed', error)
  }
  clearDrafts()
  otherTabs?.postMessage(null)
  setSession({ state: 'unknown' })
  await leave()
  setSession({ state: 'none' })
}

export const useSession = (): Session => useSessionSelector((session) => session)

/** For what need not be drawn again when a stranger turns out to be one. */
export const useUser = (): SessionUser | undefined =>
  useSessionSelector((session) => (session.state === 'signed-in' ? session.user : undefined))

export const useSessionSelector = <Part>(partOf: (session: Session) => Part): Part =>
  useSyncExternalStore(
    onSession,
    () => partOf(session),
    () => partOf(unknown),
  )

/** Who is signed in, for pages that a guard stands before. */
export function useSignedIn(): SessionUser {
  const current = useSession()
  if (current.state !== 'signed-in') throw new Error('This page needs a guard before it')
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
  for (const listener of listeners) listener()
  return next
}

/** Tells of every change, also outside of any component. */
export function onSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** An answer that nobody reads stays open in the browser, and its page never comes to rest. */
const drain = (answer: Response | undefined) => answer?.text().catch(() => undefined)

const unknown: Session = { state: 'unknown' }

const userIn = (which: Session) => (which.state === 'signed-in' ? which.user.userID : undefined)

/** A session may end in the middle of a page: the guards then show the way to log in, and drafts stay for the return. */
onApiError((refusal) => {
  if (refusal.status === 401 && session.state === 'signed-in') setSession({ state: 'none' })
})

/** The cookie belongs to all tabs: where one person logs out, or another logs in, no tab goes on as before. */
otherTabs?.addEventListener('message', ({ data: user }) => {
  if (user === userIn(session)) return
  if (user) return void loadSession()
  clearDrafts()
  setSession({ state: 'none' })
})
