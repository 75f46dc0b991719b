import { type RouteObject, redirect } from 'react-router'
import { NotFoundPage } from './landing/NotFoundPage.tsx'
import { ErrorScreen } from './layouts/ErrorScreen.tsx'
import { loadSignedInLayout } from './layouts/load-signed-in-layout.ts'
import { RootLayout } from './layouts/RootLayout.tsx'
import type { PageHandle } from './layouts/use-page-title.ts'
import { loadChunk } from './load-chunk.ts'
import { type Page, pageList } from './pages.ts'
import { UnauthorizedPage } from './session/UnauthorizedPage.tsx'

export const makeRoutes = (): RouteObject[] => [
  {
    Component: RootLayout,
    ErrorBoundary: ErrorScreen,
    HydrateFallback: EmptyFallback,
    children: [
      ...pageList.map(routeOf),
      { path: '/signup', loader: () => redirect('/register') },
      { path: '/unauthorized', Component: UnauthorizedPage, handle: publicPage('Unauthorized') },
      { path: '*', Component: NotFoundPage, handle: publicPage('404 Page Not Found') },
    ],
  },
]

/** Nothing is shown while the first page loads. */
const EmptyFallback = () => null

const publicPage = (title: string): PageHandle => ({ access: 'public', title })

function routeOf({ name, path, access, title, load }: Page): RouteObject {
  return {
    path,
    handle: { access, title } satisfies PageHandle,
    lazy: async () => {
      if (access !== 'public') loadSignedInLayout().catch(() => undefined)
      const module = await loadChunk(name, load)
      return { Component: module[name] ?? null }
    },
  }
}
