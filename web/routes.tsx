import { type RouteObject, redirect } from 'react-router'
import { pages, pathTo } from '#contract/pages.ts'
import { NotFoundPage } from './landing/NotFoundPage.tsx'
import { ErrorScreen } from './layouts/ErrorScreen.tsx'
import { loadSignedInLayout } from './layouts/load-signed-in-layout.ts'
import { RootLayout } from './layouts/RootLayout.tsx'
import type { PageHandle } from './layouts/use-page-title.ts'
import { loadChunk } from './load-chunk.ts'
import { type LoadablePage, pageList } from './pages.ts'
import { UnauthorizedPage } from './session/UnauthorizedPage.tsx'

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

/** Nothing is shown while the first page loads. */
const EmptyFallback = () => null

const notFound: PageHandle = { access: 'public', title: '404 Page Not Found' }

function routeOf({ name, path, access, title, load, loadNext }: LoadablePage): RouteObject {
  return {
    path,
    handle: { access, title, loadNext } satisfies PageHandle,
    lazy: async () => {
      if (access !== 'public') loadSignedInLayout().catch(() => undefined)
      const module = await loadChunk(name, load)
      return { Component: module[name] ?? null }
    },
  }
}
