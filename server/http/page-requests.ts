import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

interface Asked {
  method: string
  url: string
  headers: IncomingHttpHeaders
}

export const pathnameOf = ({ url }: Pick<Asked, 'url'>) => url.split('?')[0] ?? url

export const isRead = ({ method }: Pick<Asked, 'method'>) => method === 'GET' || method === 'HEAD'

const isCall = (path: string) => /^\/api(\/|$)/.test(path)

/** Whether an unknown path is answered with a page. Browsers name text/html when they open one; a script, a picture or a call does not. */
export function isPageRequest(request: Asked): boolean {
  const path = pathnameOf(request)
  if (isCall(path)) return false
  const { accept } = request.headers
  if (accepts(accept, 'text/html')) return true
  if (!isRead(request) || isSubresource(request)) return false
  if (accept && !accepts(accept, '*/*', 'text/*')) return false
  return accept ? !/^\/assets(\/|$)/.test(path) : !looksLikeFile(path)
}

/** Whether one of these types stands in an `Accept` header, and not with a quality of nothing. */
const accepts = (accept = '', ...types: string[]) =>
  accept
    .toLowerCase()
    .split(',')
    .map((entry) => entry.split(';').map((part) => part.trim()))
    .some(([type = '', ...parameters]) => types.includes(type) && !parameters.some((each) => /^q=0(\.0*)?$/.test(each)))

/** What a page loads for itself, as the browser says; programs say nothing. */
const isSubresource = ({ headers }: Asked) =>
  !/^(document|i?frame|empty)?$/.test(String(headers['sec-fetch-dest'] ?? ''))

const looksLikeFile = (path: string) => /^\/assets(\/|$)|\.\w+$/.test(path)

/** The router refuses a path that cannot be decoded before any of our code runs. Its percent signs are encoded, so that it becomes an unknown path. */
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
