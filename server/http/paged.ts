import type { FastifyReply, FastifyRequest } from 'fastify'

/** One page of a list. */
export class Paged<T> {
  readonly rows: T
  readonly next: string | undefined

  constructor(rows: T, next: string | undefined) {
    this.rows = rows
    this.next = next
  }
}

/** The rows of this page, and the cursor of the next page if there is one. */
export const toPage = <T>(rows: T, next: string | undefined) => new Paged(rows, next)

/** Sets the `Link` header to the next page: the same URL with another cursor. */
export function setNextLink(request: FastifyRequest, reply: FastifyReply, next: string | undefined) {
  if (next === undefined) return
  const [path, query] = request.url.split('?')
  const search = new URLSearchParams(query)
  search.set('cursor', next)
  reply.header('link', `<${path}?${search}>; rel="next"`)
}
