/** The name in the query of a mailed link, and in the history entry. */
const key = 'token'

/**
 * Moves the token of a mailed link from the address to the history entry, so that it cannot be copied, bookmarked or sent as a
 * referrer. Runs before anything else is loaded; a reload finds it in the entry.
 */
export function moveLinkToken() {
  const url = new URL(location.href)
  const token = url.searchParams.get(key)
  if (token === null) return
  url.searchParams.delete(key)
  history.replaceState({ ...history.state, [key]: token }, '', url)
}

/** The token of the link that opened this page; empty if there was none. */
export function readLinkToken(): string {
  const token: unknown = history.state?.[key]
  return typeof token === 'string' ? token : ''
}
