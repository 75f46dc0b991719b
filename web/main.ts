import './styles/all.css'
import { loadChunk } from './load-chunk.ts'

/** A page that was painted at build time is seen before its code is asked for: on a slow line the words come first. */
async function start() {
  if (document.getElementById('root')?.childElementCount) await firstPaint()
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]')) link.rel = 'modulepreload'
  await loadChunk('app', () => import('./app.tsx'))
}

/** Until words are on the screen, and not only drawn for it. Nothing is painted in a tab that is hidden, so there is nothing to wait for. */
const firstPaint = () =>
  new Promise<void>((resolve) => {
    if (document.hidden) resolve()
    new PerformanceObserver((paints) => {
      if (paints.getEntriesByName('first-contentful-paint').length > 0) resolve()
    }).observe({ type: 'paint', buffered: true })
    setTimeout(resolve, loadTimeoutMs)
  })

/** For a browser that does not tell when it has painted. */
const loadTimeoutMs = 1000

/** The program itself did not come, so there is only this to say it with. */
function showLoadError(error: unknown) {
  const words = document.createElement('p')
  words.setAttribute('role', 'alert')
  words.textContent = `${error instanceof Error ? error.message : error}. Please check your connection and reload the page.`
  document.body.prepend(words)
}

start().catch(showLoadError)
