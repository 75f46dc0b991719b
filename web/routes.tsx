import { type RouteObject, redirect } from 'react-router'
import { NotFoundPage } from './landing/NotFoundPage.tsx'
import { ErrorScreen } from './layouts/ErrorScreen.tsx'
import { Frame } from './layouts/Frame.tsx'
import { loadSignedInLayout } from './layouts/load-signed-in.ts'
import { loadChunk } from './load-chunk.ts'
import { type Page, pageList } from './pages.ts'

/** What a route says of itself to the frame around it. */
export interface PageHandle {
  access: Page['access']
  title: string
}

const notFound: PageHandle = { access: 'public', title: '404 Page Not Found' }

export const makeRoutes = (): RouteObject[] => [
  {
    Component: Frame,
    ErrorBoundary: ErrorScreen,
    children: [
      ...pageList.map(routeOf),
      { path: '/signup', loader: () => redirect('/register') },
      { path: '*', Component: NotFoundPage, handle: notFound },
    ],
  },
]

function routeOf({ name, path, access, title, load }: Page): RouteObject {
  return {
    path,
    handle: { access, title } satisfies PageHandle,
    lazy: async () => {
      if (access !== 'public') void loadSignedInLayout()
      const module = await loadChunk(name, load)
      return { Component: module[name] ?? null }
    },
  }
}
