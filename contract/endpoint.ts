import type { z } from 'zod'
import type { Role, Stage } from './roles.ts'

/** Who may call: anyone at all, signed-in people of certain roles, or a sign-in that has come to a certain stage. */
export type Access = 'anyone' | readonly Role[] | { stages: readonly Stage[] }

/** One call of the API, said once: the server validates by it, the browser is typed by it, the documentation is made from it. */
export interface Endpoint {
  method: 'GET' | 'POST'
  /** As Fastify writes it: `/api/niche/levels/:buildingID`. */
  path: `/${string}`
  /** Leaving this out does not compile: every door says who may open it. */
  roles: Access
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The names of the files that a multipart body may carry; its other parts are validated as `body`. */
  files?: readonly string[]
  /** The action receives the body as the bytes that came: a signature over them is checked. */
  raw?: true
  reply: z.ZodType
  /** Answers carry an ETag of their body, so that an unchanged one is 304. */
  etag?: true
  /** Exists in demo mode only; elsewhere it is 404. */
  demoOnly?: true
  /** What is sent is not JSON: an event stream, a page, a download. */
  sends?: 'text/event-stream' | 'text/html' | 'text/csv' | 'text/plain'
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type Part<E, K extends keyof Endpoint> = E extends { [P in K]: infer S extends z.ZodType } ? S : never

/** What a caller gives, by part; parts that the endpoint does not declare are absent. */
export type RequestInput<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as Part<E, K> extends never ? never : K]: z.input<Part<E, K>>
}
/** What an action receives once the schemas have spoken. */
export type ParsedInput<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as Part<E, K> extends never ? never : K]: z.output<Part<E, K>>
}
/** What an action returns; anything undeclared is stripped on the way out. */
export type ReplyInput<E extends Endpoint> = z.input<E['reply']>
/** What the caller reads. */
export type ReplyData<E extends Endpoint> = z.output<E['reply']>

export const everyRole = ['user', 'staff', 'admin'] as const satisfies readonly Role[]
