import { type RouteObject, redirect } from 'react-router'
import { inChinese, pages, pathTo } from '#contract/pages.ts'
import { t } from '#contract/words/t.ts'
import { retryWhenConnected } from './api/connection.ts'
import { loadChunk } from './core/load-chunk.ts'
import { NotFoundPage } from './landing/NotFoundPage.tsx'
import { ErrorScreen } from './layouts/ErrorScreen.tsx'
import { loadSignedInLayout } from './layouts/load-signed-in-layout.ts'
import { loadStaffFrame } from './layouts/load-staff-frame.ts'
import { RootLayout } from './layouts/RootLayout.tsx'
import type { PageHandle } from './layouts/use-page-title.ts'
import { type LoadablePage, pageList } from './pages.ts'
import { loadWords } from './session/reading-language.ts'
import { UnauthorizedPage } from './session/UnauthorizedPage.tsx'
import { Loading } from './ui/Loading.tsx'

export const makeRoutes = (): RouteObject[] => [
  {
    Component: RootLayout,
    ErrorBoundary: ErrorScreen,
    HydrateFallback: EmptyFallback,
    children: [
      ...pageList.map(routeOf),
      { path: pages.signup.path, loader: () => redirect(pathTo('register')) },
      { path: pages.unauthorized.path, Component: UnauthorizedPage, handle: pages.unauthorized satisfies PageHandle },
      { path: '*', Component: NotFoundPage, handle: notFound },
    ],
  },
]

/** Nothing is shown while a redirect is found. */
const EmptyFallback = () => null

const notFound: PageHandle = { access: 'public', title: '404 Page Not Found', languages: inChinese }

/** During a navigation the last page stays until this one has loaded, however long the connection is lost. */
function routeOf({ key, name, path, access, title, languages, load }: LoadablePage): RouteObject {
  return {
    path,
    handle: { access, title, ...(languages && { languages }) } satisfies PageHandle,
    HydrateFallback: LoadingFirstPage,
    lazy: async () => {
      const [module] = await Promise.all([
        retryWhenConnected(() => loadChunk(name, load)),
        languages && retryWhenConnected(() => loadWords(key)),
        access !== 'public' && loadSignedInLayout(),
        access !== 'public' && !access.includes('user') && loadStaffFrame(),
      ])
      return { Component: module[name] ?? null }
    },
  }
}

/** Shown in the layout, which is there at once. */
const LoadingFirstPage = () => <Loading words={t`Loading the page...`} />
