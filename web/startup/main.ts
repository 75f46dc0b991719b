import '../styles/all.css'
import { keepPresses } from '#web/core/keep-presses.ts'
import { moveLinkToken } from '#web/core/link-token.ts'
import { loadChunk } from '#web/core/load-chunk.ts'

const patienceMs = 3000

moveLinkToken()
keepPresses()
showLateShell()

/** A prerendered page is shown before its code is requested, so that text appears first on slow connections. */
async function start() {
  if (document.getElementById('root')?.childElementCount) await firstPaint()
  await loadChunk('app', () => import('./app.tsx'))
}

/** The shell has its sentence from the start. React replaces both once the code is there. */
function showLateShell() {
  const late = document.querySelector('[data-shell] [role=status] > [hidden]')
  late?.querySelector('button')?.addEventListener('click', () => location.reload())
  setTimeout(() => late?.removeAttribute('hidden'), patienceMs)
}

/** Resolves at the first contentful paint, not just when it is scheduled. A hidden tab never paints, so it does not wait. */
const firstPaint = () =>
  new Promise<void>((resolve) => {
    if (document.hidden) resolve()
    new PerformanceObserver((paints) => {
      if (paints.getEntriesByName('first-contentful-paint').length > 0) resolve()
    }).observe({ type: 'paint', buffered: true })
    setTimeout(resolve, loadTimeoutMs)
  })

/** The wait in browsers that do not report paints. */
const loadTimeoutMs = 1000

/** The app did not load, so this cannot use React. */
function showLoadError(error: unknown) {
  const words = document.createElement('p')
  words.setAttribute('role', 'alert')
  words.textContent = `${error instanceof Error ? error.message : error}. Please check your connection and reload the page.`
  document.body.prepend(words)
  addEventListener('online', () => location.reload(), { once: true })
}

start().catch(showLoadError)
