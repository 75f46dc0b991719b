import './configure-zod.ts'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchPath, matchRoutes, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { pageList } from '../pages.ts'
import { makeRoutes } from '../routes.tsx'
import { loadHouse } from '../session/house.ts'
import { forgetAskedLanguage, loadWords, readIn } from '../session/reading-language.ts'
import { loadFirstSession } from '../session/session.ts'
import { loadSiteConfig } from '../session/site-config.ts'

const isPublic = pageList.some(({ path, access }) => access === 'public' && matchPath(path, location.pathname))
void loadFirstSession(isPublic)
loadSiteConfig().catch(() => undefined)
void start()

/** Yields between the steps, so that the browser can react to scrolling and typing. */
async function start() {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no root')
  const isPrerendered = root.childElementCount > 0 && !('shell' in root.dataset)
  const words = loadWords('frame').catch(() => readIn('en'))
  await loadHouse().catch(() => undefined)
  await words
  forgetAskedLanguage()
  await yieldToBrowser()
  const routes = makeRoutes()
  if (isPrerendered) await loadFirstPage(routes)
  await yieldToBrowser()
  const router = createBrowserRouter(routes, isPrerendered ? isScrolledByBrowser : {})
  const app = <RouterProvider router={router} />
  await yieldToBrowser()
  if (isPrerendered) startTransition(() => void hydrateRoot(root, app))
  else createRoot(root).render(app)
}

/** React can only hydrate a prerendered page whose code is loaded. If loading fails, the router shows the error. */
async function loadFirstPage(routes: RouteObject[]) {
  for (const { route } of matchRoutes(routes, location) ?? []) {
    if (typeof route.lazy !== 'function') continue
    const loaded = await route.lazy().catch(() => undefined)
    if (loaded) Object.assign(route, { ...loaded, lazy: undefined })
  }
}

/** A prerendered page can be scrolled before it is hydrated. With data to hydrate, the router leaves it where it is. */
const isScrolledByBrowser = { hydrationData: {} }

function yieldToBrowser() {
  return new Promise((resolve) => setTimeout(resolve))
}
