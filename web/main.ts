import './styles/all.css'
import { loadChunk } from './load-chunk.ts'

/** A page that was painted at build time is seen before its code is asked for: on a slow line the words come first. */
async function start() {
  if (document.getElementById('root')?.childElementCount) await seen()
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]')) link.rel = 'modulepreload'
  await loadChunk('app', () => import('./app.tsx'))
}

/** Nothing is painted in a tab that is hidden, so there is nothing to wait for. */
const seen = () =>
  new Promise<void>((resolve) => {
    if (document.hidden) resolve()
    else requestAnimationFrame(() => setTimeout(resolve))
  })

/** The program itself did not come, so there is only this to say it with. */
function sayWhy(error: unknown) {
  const words = document.createElement('p')
  words.setAttribute('role', 'alert')
  words.textContent = `${error instanceof Error ? error.message : error}. Please check your connection and reload the page.`
  document.body.prepend(words)
}

start().catch(sayWhy)
