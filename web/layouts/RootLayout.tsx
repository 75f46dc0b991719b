import { Fragment, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Navigate, Outlet, ScrollRestoration, useNavigation } from 'react-router'
import { homePathByRole, pages, pathTo } from '#contract/pages.ts'
import type { Role } from '#contract/roles.ts'
import { t, translate } from '#contract/words/t.ts'
import { retryWhenConnected, useConnectionLost } from '#web/api/connection.ts'
import { loadChunk } from '#web/core/load-chunk.ts'
import { T } from '#web/core/T.tsx'
import { toastsWanted } from '#web/core/toasts-wanted.ts'
import { useLanguageOfPage } from '#web/session/reading-language.ts'
import { useSession, useSessionSelector, useUser } from '#web/session/session.ts'
import { UnauthorizedPage } from '#web/session/UnauthorizedPage.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import { loadSignedInLayout } from './load-signed-in-layout.ts'
import { Main, SkipLink } from './Main.tsx'
import { usePreloadNext } from './next-pages.ts'
import styles from './RootLayout.module.css'
import { TopBar } from './TopBar.tsx'
import { usePageHandle, usePageTitleAndFocus } from './use-page-title.ts'
import { Shell, Waiting } from './Waiting.tsx'

const SignedInLayout = lazy(loadSignedInLayout)

/** Surrounds every page and applies the guards. Between pages of two languages everything is rendered anew. */
export function RootLayout() {
  const { access, title, languages } = usePageHandle()
  const user = useUser()
  /** What staff see around their pages is English. */
  const isForStaff = access !== 'public' && user && user.role !== 'user'
  const language = useLanguageOfPage(isForStaff ? [] : languages)
  const isClosed = useSessionSelector(({ state }) => access !== 'public' && state === 'none')
  usePageTitleAndFocus(isClosed ? 'Unauthorized' : title)
  usePreloadNext()
  return (
    <Fragment key={language}>
      <ConnectionNotice />
      <NavigationProgress />
      {access === 'public' ? <Open /> : <Guarded access={access} />}
      <Toasts autoClose={user ? 3000 : 5000} />
      <ScrollRestoration />
    </Fragment>
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
  if (session.state === 'unknown') return <Waiting />
  if (session.state === 'none')
    return (
      <PublicLayout>
        <UnauthorizedPage openTo={access} />
      </PublicLayout>
    )
  if (!access.includes(session.user.role)) return <Navigate to={pathTo('unauthorized')} replace />
  return (
    <Suspense fallback={<Shell />}>
      <SignedInLayout key={session.user.userID} role={session.user.role}>
        <Outlet />
      </SignedInLayout>
    </Suspense>
  )
}

/** Shown as soon as a link is pressed, until the code of its page has loaded. */
function NavigationProgress() {
  const isLoading = useNavigation().state === 'loading'
  return (
    isLoading && <div role="progressbar" aria-label={t`Loading the page`} className={styles.bar} data-screen-only />
  )
}

/** Shown above every page while the server cannot be reached. */
function ConnectionNotice() {
  const isLost = useConnectionLost()
  return (
    <div role="status" className={styles.notice} data-screen-only>
      {isLost && (
        <p>
          {navigator.onLine ? t`Columba cannot be reached.` : t`You are offline.`}{' '}
          <T>You can stay on this page. It reconnects by itself.</T>
        </p>
      )}
    </div>
  )
}

const loadOutlet = () => retryWhenConnected(() => loadChunk('ToastOutlet', () => import('#web/ui/ToastOutlet.tsx')))
type ToastModule = Awaited<ReturnType<typeof loadOutlet>>

/** The outlet is loaded once the page may raise a toast, which until then waits in the library. The landing and login pages raise none. */
function Toasts({ autoClose }: { autoClose: number }) {
  const [outlet, setOutlet] = useState<ToastModule>()
  useEffect(() => {
    /** Without it the page works, only without toasts; `loadChunk` has logged the failure. */
    toastsWanted.promise.then(loadOutlet).then(setOutlet, () => undefined)
  }, [])
  return outlet && <outlet.ToastOutlet autoClose={autoClose} />
}

const about = () => [
  { path: pathTo('find'), title: translate(pages.find.title) },
  { path: pathTo('explore'), title: translate(pages.explore.title) },
  { path: pathTo('about'), title: translate(pages.about.title) },
  { path: pathTo('faq'), title: t`FAQ` },
]

function PublicLayout({ children }: { children: ReactNode }) {
  const user = useUser()
  const own = user
    ? [{ path: homePathByRole[user.role], title: t`Your pages` }]
    : [
        { path: pathTo('login'), title: t`Log In` },
        { path: pathTo('register'), title: t`Register` },
      ]
  return (
    <>
      <SkipLink />
      <TopBar label={t`Site`} links={[...about(), ...own]} choice={usePageHandle().languages && <LanguageChoice />} />
      <Main>{children}</Main>
    </>
  )
}
