import { type BlockEvent, nicheApi } from '#contract/niches/api.ts'
import { urlFor } from '#web/api/request.ts'

/** `open` while the server pushes changes; `broken` while it cannot be reached. */
export type StreamState = 'opening' | 'open' | 'broken'

interface Follower {
  onEvent: (event: BlockEvent) => void
  onState: (state: StreamState) => void
}

const minRetryMs = 1000
const longestPauseMs = 30_000

/** Subscribes to a block while the page is visible. Each connection starts with the whole block, so nothing is missed between two. */
export function followBlock(blockID: string, { onEvent, onState }: Follower): () => void {
  let source: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let pause = minRetryMs

  function open() {
    close()
    source = new EventSource(urlFor(nicheApi.events, { params: { blockID } }))
    source.onmessage = ({ data }) => {
      pause = minRetryMs
      onState('open')
      onEvent(JSON.parse(data) as BlockEvent)
    }
    /** Reconnect here, because the browser waits for seconds and gives up after some HTTP errors. */
    source.onerror = () => {
      close()
      onState('broken')
      retry = setTimeout(open, pause * (0.5 + Math.random() / 2))
      pause = Math.min(pause * 2, longestPauseMs)
    }
  }

  function close() {
    clearTimeout(retry)
    source?.close()
    source = undefined
  }

  function onVisibilityChange() {
    if (document.visibilityState === 'hidden') close()
    else if (!source) open()
  }

  onVisibilityChange()
  document.addEventListener('visibilitychange', onVisibilityChange)
  window.addEventListener('pagehide', close)
  window.addEventListener('pageshow', onVisibilityChange)
  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange)
    window.removeEventListener('pagehide', close)
    window.removeEventListener('pageshow', onVisibilityChange)
    close()
  }
}
