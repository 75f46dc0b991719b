import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

interface RequestHead {
  method: string
  url: string
  headers: IncomingHttpHeaders
}

export const pathnameOf = ({ url }: Pick<RequestHead, 'url'>) => url.split('?')[0] ?? url

export const isRead = ({ method }: Pick<RequestHead, 'method'>) => method === 'GET' || method === 'HEAD'

const isCall = (path: string) => /^\/api(\/|$)/.test(path)

/** Whether an unknown path gets the 404 page. Browsers accept text/html when they open a page, but not for scripts, images or API calls. */
export function isPageRequest(request: RequestHead): boolean {
  const path = pathnameOf(request)
  if (isCall(path)) return false
  const { accept } = request.headers
  if (accepts(accept, 'text/html')) return true
  if (!isRead(request) || isSubresource(request)) return false
  if (accept && !accepts(accept, '*/*', 'text/*')) return false
  return accept ? !/^\/assets(\/|$)/.test(path) : !looksLikeFile(path)
}

/** Whether an `Accept` header contains one of these types, without `q=0`. */
const accepts = (accept = '', ...types: string[]) =>
  accept
    .toLowerCase()
    .split(',')
    .map((entry) => entry.split(';').map((part) => part.trim()))
    .some(([type = '', ...parameters]) => types.includes(type) && !parameters.some((each) => /^q=0(\.0*)?$/.test(each)))

/** Whether the browser says that a page loads this as a part of itself. Other programs do not send the header. */
const isSubresource = ({ headers }: RequestHead) =>
  !/^(document|i?frame|empty)?$/.test(String(headers['sec-fetch-dest'] ?? ''))

const looksLikeFile = (path: string) => /^\/assets(\/|$)|\.\w+$/.test(path)

/** The router refuses a path that cannot be decoded before our code runs. Encoding its percent signs makes it an ordinary unknown path. */
export function readableURL({ url = '/' }: IncomingMessage): string {
  const path = pathnameOf({ url })
  return isCall(path) || isDecodable(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length)
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
