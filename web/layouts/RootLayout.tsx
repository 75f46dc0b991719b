import { lazy, Suspense } from 'react'
import { Navigate, Outlet, ScrollRestoration } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import type { Role } from '#contract/roles.ts'
import { useSession, useSessionSelector, useUser } from '#web/session/session.ts'
import { UnauthorizedPage } from '#web/session/UnauthorizedPage.tsx'
import { ConnectionNotice } from './ConnectionNotice.tsx'
import { loadSignedInLayout } from './load-signed-in-layout.ts'
import { NavigationProgress } from './NavigationProgress.tsx'
import { PublicLayout } from './PublicLayout.tsx'
import { Toasts } from './Toasts.tsx'
import { usePageHandle, usePageTitleAndFocus } from './use-page-title.ts'
import { usePreloadNext } from './use-preload-next.ts'

const SignedInLayout = lazy(loadSignedInLayout)

/** Surrounds every page and applies the guards. */
export function RootLayout() {
  const { access, title } = usePageHandle()
  const user = useUser()
  const isClosed = useSessionSelector(({ state }) => access !== 'public' && state === 'none')
  usePageTitleAndFocus(isClosed ? 'Unauthorized' : title)
  usePreloadNext()
  return (
    <>
      <ConnectionNotice />
      <NavigationProgress />
      {access === 'public' ? <Open /> : <Guarded access={access} />}
      <Toasts autoClose={user ? 3000 : 5000} />
      <ScrollRestoration />
    </>
  )
}

/** A prerendered page is hydrated in two steps: first the layout, then the page. */
const Open = () => (
  <PublicLayout>
    <Suspense>
      <Outlet />
    </Suspense>
  </PublicLayout>
)

function Guarded({ access }: { access: readonly Role[] }) {
  const session = useSession()
  if (session.state === 'unknown') return null
  if (session.state === 'none')
    return (
      <PublicLayout>
        <UnauthorizedPage openTo={access} />
      </PublicLayout>
    )
  if (!access.includes(session.user.role)) return <Navigate to={pathTo('unauthorized')} replace />
  return (
    <Suspense>
      <SignedInLayout key={session.user.userID} role={session.user.role}>
        <Outlet />
      </SignedInLayout>
    </Suspense>
  )
}
