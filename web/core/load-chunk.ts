import { logFailure } from './log-failure.ts'

const timeLimitMs = 120_000

/** A script that did not load. Most often the connection dropped, or a new version was installed meanwhile. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'

  constructor(
    readonly chunk: string,
    readonly reason: 'missing' | 'time-out' | 'other',
    cause?: unknown,
  ) {
    super(`Loading chunk ${chunk} failed (${reason})`, { cause })
  }
}

/** Use for every dynamic import. A failure is logged and thrown; the next call tries again. */
export async function loadChunk<T>(chunk: string, load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError(chunk, 'time-out')), timeLimitMs)
  })
  try {
    return await Promise.race([addLostStyles().then(() => loadAgain(load)), timeOut])
  } catch (error) {
    noteLostStyle(error)
    const failure = error instanceof ChunkLoadError ? error : new ChunkLoadError(chunk, failureKind(error), error)
    logFailure('Failed to load a part of the page.', failure)
    throw failure
  } finally {
    clearTimeout(timer)
  }
}

/** Addresses of scripts that could not be fetched. */
const lost = new Set<string>()

/** Browsers up to Chrome 150 remember that a script could not be fetched, and do not ask again except by another address. */
async function loadAgain<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    const url = error instanceof Error && /dynamically imported module: (\S+)/.exec(error.message)?.[1]
    if (!url) throw error
    if (lost.has(url)) return import(/* @vite-ignore */ `${url}?again=${Date.now()}`) as Promise<T>
    lost.add(url)
    throw error
  }
}

/** Browsers' messages for a script or style sheet that could not be fetched. */
const notFetched = /dynamically imported module|module script failed|preload CSS/i

const failureKind = (error: unknown) => (error instanceof Error && notFetched.test(error.message) ? 'missing' : 'other')

/** Addresses of style sheets that could not be fetched. Vite asks for each only once, so they are added here before the next attempt. */
const lostStyles = new Set<string>()

export function noteLostStyle(error: unknown) {
  const url = error instanceof Error && /preload CSS for (\S+)/.exec(error.message)?.[1]
  if (url) lostStyles.add(url)
}

async function addLostStyles() {
  for (const href of lostStyles) {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, crossOrigin: '' })
    await new Promise((resolve, reject) => {
      link.onload = resolve
      link.onerror = () => reject(new Error(`Unable to preload CSS for ${href}`))
      document.head.append(link)
    })
    lostStyles.delete(href)
  }
}
