import { lazy, type ReactNode, Suspense } from 'react'
import { Navigate, Outlet, ScrollRestoration } from 'react-router'
import type { PageAccess } from '#web/pages.ts'
import { useSession } from '#web/session/session.ts'
import { UnauthorizedPage } from '#web/session/UnauthorizedPage.tsx'
import { ToastHost } from '#web/ui/ToastHost.tsx'
import { loadSignedInLayout } from './load-signed-in.ts'
import { PublicLayout } from './PublicLayout.tsx'
import { useArrival, usePageHandle } from './use-arrival.ts'

const SignedInLayout = lazy(loadSignedInLayout)

/** What stands around every page, and before the guarded ones. */
export function Frame() {
  const page = usePageHandle()
  const session = useSession()
  const isClosed = page.access !== 'public' && session.state === 'none'
  useArrival(isClosed ? 'Unauthorized' : page.title)
  return (
    <>
      <Guarded access={page.access}>
        <Outlet />
      </Guarded>
      <ToastHost autoClose={session.state === 'signed-in' ? 3000 : 5000} />
      <ScrollRestoration />
    </>
  )
}

function Guarded({ access, children }: { access: PageAccess; children: ReactNode }) {
  const session = useSession()
  if (access === 'public') return <PublicLayout>{children}</PublicLayout>
  if (session.state === 'unknown') return null
  if (session.state === 'none')
    return (
      <PublicLayout>
        <UnauthorizedPage />
      </PublicLayout>
    )
  if (!access.includes(session.user.role)) return <Navigate to="/unauthorized" replace />
  return (
    <Suspense>
      <SignedInLayout key={session.user.userID} role={session.user.role}>
        {children}
      </SignedInLayout>
    </Suspense>
  )
}
