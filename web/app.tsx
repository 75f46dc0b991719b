import './without-eval.ts'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { makeRoutes } from './routes.tsx'
import { loadSession } from './session/session.ts'
import { loadSiteConfig } from './session/site-config.ts'

void loadSession()
loadSiteConfig().catch(() => undefined)
void start()

/** In short steps: between them the browser answers whoever scrolls or types. */
async function start() {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no root')
  const isPainted = root.childElementCount > 0
  await breath()
  const routes = makeRoutes()
  if (isPainted) await loadFirstPage(routes)
  await breath()
  const app = <RouterProvider router={createBrowserRouter(routes)} />
  await breath()
  if (isPainted) startTransition(() => void hydrateRoot(root, app))
  else createRoot(root).render(app)
}

/** A page painted at build time can only be taken over by a page whose code is already here. A failure is left to the router, which shows it. */
async function loadFirstPage(routes: RouteObject[]) {
  for (const { route } of matchRoutes(routes, location) ?? []) {
    if (typeof route.lazy !== 'function') continue
    const loaded = await route.lazy().catch(() => undefined)
    if (loaded) Object.assign(route, { ...loaded, lazy: undefined })
  }
}

function breath() {
  return new Promise((resolve) => setTimeout(resolve))
}
