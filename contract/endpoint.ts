import type { z } from 'zod'
import type { Role, Stage } from './roles.ts'

/** Who may call: anyone, signed-in users with certain roles, or sign-ins at a certain stage. */
export type Access = 'anyone' | readonly Role[] | { stages: readonly Stage[] }

/** Declares one API call. Server validation, the browser's types and the API documentation all come from it. */
export interface Endpoint {
  method: 'GET' | 'POST'
  /** As Fastify writes it: `/api/niche/levels/:buildingID`. */
  path: `/${string}`
  /** Required, so that no endpoint is public by mistake. */
  roles: Access
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The names of the files that a multipart body may carry; its other parts are validated as `body`. */
  files?: readonly string[]
  /** The action receives the unparsed bytes, because a signature over them is checked. */
  raw?: true
  reply: z.ZodType
  /** Replies carry an ETag; an unchanged reply is 304. */
  etag?: true
  /** Exists in demo mode only; elsewhere it is 404. */
  demoOnly?: true
  /** Set if the reply is not JSON: an event stream, a page, a download. */
  sends?: 'text/event-stream' | 'text/html' | 'text/csv' | 'text/plain'
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type Part<E, K extends keyof Endpoint> = E extends { [P in K]: infer S extends z.ZodType } ? S : never

/** What a caller sends, by part. Undeclared parts are absent. */
export type RequestInput<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as Part<E, K> extends never ? never : K]: z.input<Part<E, K>>
}
/** What an action receives after validation. */
export type ParsedInput<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as Part<E, K> extends never ? never : K]: z.output<Part<E, K>>
}
/** What an action returns. Undeclared fields are stripped from the reply. */
export type ReplyInput<E extends Endpoint> = z.input<E['reply']>
/** What the caller receives. */
export type ReplyData<E extends Endpoint> = z.output<E['reply']>

export const everyRole = ['user', 'staff', 'admin'] as const satisfies readonly Role[]
