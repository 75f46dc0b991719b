import './without-eval.ts'
import './styles/all.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { makeRoutes } from './routes.tsx'
import { loadSession } from './session/session.ts'
import { loadSiteConfig } from './session/site-config.ts'

void loadSession()
loadSiteConfig().catch(() => undefined)
void start()

async function start() {
  const routes = makeRoutes()
  await loadFirstPage(routes)
  const router = createBrowserRouter(routes)
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no root')
  if (root.childElementCount > 0) hydrateRoot(root, <RouterProvider router={router} />)
  else createRoot(root).render(<RouterProvider router={router} />)
}

/** A page painted at build time can only be taken over by a page whose code is already here. A failure is left to the router, which shows it. */
async function loadFirstPage(routes: RouteObject[]) {
  for (const { route } of matchRoutes(routes, location) ?? []) {
    if (typeof route.lazy !== 'function') continue
    const loaded = await route.lazy().catch(() => undefined)
    if (loaded) Object.assign(route, { ...loaded, lazy: undefined })
  }
}
