/**
 * The cookie that the server sets beside a session. Scripts cannot see the session itself; without the marker there is none,
 * and nobody need be asked. `0`: the server has answered that the session is over.
 */
const find = () => /(?:^|; )((?:__Host-)?columba_signed_in)=([^;]*)/.exec(document.cookie)

export const readMarker = (): string => find()?.[2] ?? ''

export const maySessionExist = () => !['', '0'].includes(readMarker())

/** Not if it has changed since the question: then somebody has signed in meanwhile. */
export function noteSessionOver(askedWith: string) {
  const [, name, value] = find() ?? []
  if (name && value === askedWith) set(name, '0')
}

export function noteSession() {
  const [, name, value] = find() ?? []
  if (name && value === '0') set(name, '1')
}

function set(name: string, value: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available over HTTP.
  document.cookie = `${name}=${value}; path=/; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`
}
