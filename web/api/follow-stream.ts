/** `open` while the server pushes changes; `broken` while it cannot be reached. */
export type StreamState = 'opening' | 'open' | 'broken'

interface Follower<Event> {
  onEvent: (event: Event) => void
  onState: (state: StreamState) => void
}

const minRetryMs = 1000
const longestPauseMs = 30_000

/** Subscribes to a stream while the page is visible. Each connection starts with everything, so nothing is missed between two. */
export function followStream<Event>(url: string, { onEvent, onState }: Follower<Event>): () => void {
  let source: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let pause = minRetryMs

  function open() {
    close()
    source = new EventSource(url)
    source.onmessage = ({ data }) => {
      pause = minRetryMs
      onState('open')
      onEvent(JSON.parse(data) as Event)
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
