import { type BlockEvent, nicheApi } from '#contract/niches/api.ts'
import { urlFor } from '#web/api/request.ts'

/** `open` while changes arrive by themselves; `broken` while nobody answers. */
export type StreamState = 'opening' | 'open' | 'broken'

interface Follower {
  onEvent: (event: BlockEvent) => void
  onState: (state: StreamState) => void
}

const minRetryMs = 1000
const longestPauseMs = 30_000

/** Follows a block while the page is seen. Each connection begins with the whole block, so whatever happened between two is not missed. */
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
    /** The browser would wait for seconds before it tries again, and give up altogether after some answers. */
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
