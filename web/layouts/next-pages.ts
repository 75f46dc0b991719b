import { useEffect } from 'react'
import { matchPath, useLocation } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { noteLostStyle } from '#web/core/load-chunk.ts'
import { type LoadedPage, pageList } from '#web/pages.ts'
import { findReturnPath } from '#web/session/return-to.ts'
import { loadSignedInLayout } from './load-signed-in-layout.ts'

const firstUse = ['pointerdown', 'keydown', 'input'] as const

/** Loads the pages that usually follow as soon as someone uses this one, so that opening them takes no time. */
export function usePreloadNext() {
  const { pathname } = useLocation()
  useEffect(() => {
    const used = new AbortController()
    const preload = () => {
      used.abort()
      /** If this fails, opening the page tries again and says so. */
      for (const loading of loadNextPages(pathname)) loading.catch(noteLostStyle)
    }
    for (const event of firstUse) addEventListener(event, preload, { signal: used.signal, passive: true })
    return () => used.abort()
  }, [pathname])
}

/** The pages that people usually open next. */
const usualNext: Partial<Record<LoadedPage, readonly LoadedPage[]>> = {
  landing: ['register', 'login'],
  register: ['setupTwoFactor', 'login'],
  setupTwoFactor: ['login', 'loginTwoFactor'],
  login: ['loginTwoFactor'],
  myBookings: ['bookNiche'],
  bookNiche: ['paymentSuccess', 'receipt'],
  dashboard: ['pendingApprovals', 'counterBooking', 'searchBooking'],
  pendingApprovals: ['bookingApproval'],
  counterBooking: ['paymentSuccess'],
  adminDashboard: ['nicheManagement', 'auditLog'],
}

/** Starts to load the code of the pages that usually follow the one at this path. */
function loadNextPages(pathname: string): readonly Promise<unknown>[] {
  const key = findPage(pathname)?.key
  const next = key && usualNext[key] ? usualNext[key] : []
  const isSigningIn = key === 'login' || key === 'loginTwoFactor'
  return [
    ...pageList.filter((page) => next.includes(page.key)).map(({ load }) => load()),
    ...(isSigningIn ? loadAfterSignIn() : []),
  ]
}

/** Signing in leads to the page that asked for it, otherwise usually to a family's bookings. */
function loadAfterSignIn(): readonly Promise<unknown>[] {
  const { pathname } = new URL(findReturnPath() ?? pathTo('myBookings'), location.origin)
  const page = findPage(pathname)
  return page ? [page.load(), loadSignedInLayout()] : []
}

const findPage = (pathname: string) => pageList.find(({ path }) => matchPath(path, pathname))
