import type { FastifyReply, FastifyRequest } from 'fastify'

/** One page of a list, or the first rows of one that is only counted. */
export class Paged<T> {
  readonly rows: T
  readonly next: string | undefined
  readonly total: number | undefined

  constructor(rows: T, next: string | undefined, total?: number) {
    this.rows = rows
    this.next = next
    this.total = total
  }
}

/** The rows of this page, and the cursor of the next page if there is one. */
export const toPage = <T>(rows: T, next: string | undefined) => new Paged(rows, next)

/** One page of rows that were read up to one more than its length, with the key of its last row as the cursor. */
export const pageOf = <Row>(rows: readonly Row[], length: number, keyOf: (row: Row) => string) =>
  new Paged(rows.slice(0, length), rows.length > length ? keyOf(rows[length - 1] as Row) : undefined)

/** The first rows, and how many there are altogether. */
export const toCounted = <T>(rows: T, total: number) => new Paged(rows, undefined, total)

/** Sets the `Link` header to the next page: the same URL with another cursor. A known total is in `X-Total-Count`. */
export function setListHeaders(request: FastifyRequest, reply: FastifyReply, { next, total }: Paged<unknown>) {
  if (total !== undefined) reply.header('x-total-count', total)
  if (next === undefined) return
  const [path, query] = request.url.split('?')
  const search = new URLSearchParams(query)
  search.set('cursor', next)
  reply.header('link', `<${path}?${search}>; rel="next"`)
}
