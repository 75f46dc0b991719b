import { z } from 'zod'
import type { RecordedRead } from './recorded-reads.ts'
import { type Role, roles, type Stage } from './roles.ts'
import { Success } from './schema-parts.ts'

/** The callers that are allowed: anyone, signed-in users with certain roles, or sign-ins at a certain stage. */
export type Access = 'anyone' | readonly Role[] | { stages: readonly Stage[] }

/** What the rules of a body may depend on, besides its fields. */
export interface FormOptions {
  today: string
  /** The role of the sender; undefined if nobody is signed in. */
  role?: Role | undefined
  /** The contact number of the account with the entered NRIC, which is accepted in any format. */
  numberOnFile?: string | undefined
  /** The house asks for a proof of the relationship to someone who rests in the niche. */
  asksRelationshipProof?: boolean | undefined
}

/** A file of a multipart body: the error if it is missing, and whether this body needs it; by default every body does. */
export interface FileRule {
  missing: string
  requiredIf?: (fields: Record<string, unknown>, options: FormOptions) => boolean
}

/** Declares one API call. Server validation, the browser's types and the API documentation all come from it. */
export interface Endpoint {
  method: 'GET' | 'POST'
  /** The path as Fastify writes it: `/api/niche/levels/:buildingID`. */
  path: `/${string}`
  /** The roles are required, so that no endpoint is public by mistake. */
  roles: Access
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  /** A function if the rules depend on the day or on the sender. `bodySchema` calls it once a day. */
  body?: z.ZodType | ((options: FormOptions) => z.ZodType)
  /** The files of a multipart body by name; its other parts are validated as `body`. */
  files?: Readonly<Record<string, FileRule>>
  /** Certificates and pictures are checked and held in memory; the larger files of a register go to the disk. */
  fileKind?: 'certificate' | 'register' | 'picture'
  /** The action receives the unparsed bytes, because a signature over them is checked. */
  raw?: true
  reply: z.ZodType
  /** The record of what staff read with it about whom. */
  recordedRead?: RecordedRead
  /**
   * Asks for the second factor again if the last one was more than ten minutes ago. Not in the demo, which publishes its codes, and not
   * whoever gives the proof of the owner in the call.
   */
  freshFactor?: true
  /**
   * Asks in the call itself, always, for what somebody at an unlocked screen does not have. `factor` for what changes the second factor:
   * a browser may fill in the password. The body has the fields of `OwnerProof`.
   */
  ownerProof?: 'any' | 'factor'
  /** The roles that are asked for it; by default everybody. */
  proofFrom?: readonly Role[]
  /** The demo asks for no proof, so that the call can be tried out with one tap. */
  proofInDemo?: false
  /** Replies carry an ETag; an unchanged reply is 304. */
  etag?: true
  /** Seconds for which browsers and proxies may reuse a reply with an ETag; only for replies that are the same for everyone. */
  maxAge?: number
  /** Exists in demo mode only; elsewhere it is 404. */
  demoOnly?: true
  /**
   * Set if the reply is not an object that is serialised as JSON: an event stream, a page, a download. An action may set another
   * type of the same kind.
   */
  sends?:
    | 'text/event-stream'
    | 'text/html'
    | 'text/csv'
    | 'text/calendar'
    | 'text/plain'
    | 'application/zip'
    | 'image/png'
    | 'image/jpeg'
    | 'application/json'
}

type Named = 'method' | 'path' | 'roles' | 'summary'
/** What a call declares besides who may use it, its path and its summary. */
type Details = Partial<Omit<Endpoint, Named>> & { [Name in Named]?: never }

/** Without a declared reply, a call that sends no JSON answers text, and any other `Success`: its action returns nothing. */
type EndpointOf<M, P, R, D> = { method: M; path: P; roles: R; summary: string } & D &
  (D extends { reply: z.ZodType } ? unknown : { reply: D extends { sends: string } ? z.ZodString : typeof Success })

type Below<Prefix extends string, P extends string> = P extends `/${string}` ? P : `${Prefix}/${P}`

const declare =
  <Prefix extends `/${string}`, R extends Access, M extends Endpoint['method']>(prefix: Prefix, roles: R, method: M) =>
  <const P extends string, const D extends Details = object>(path: P, summary: string, details?: D) =>
    ({
      reply: details?.sends ? z.string() : Success,
      ...details,
      method,
      path: path.startsWith('/') ? path : `${prefix}/${path}`,
      roles,
      summary,
    }) as unknown as EndpointOf<M, Below<Prefix, P>, R, D>

/**
 * The ways to declare a call, by who may use it: `staff.post('approve', 'Approve a booking', { body })`. A path that does not begin
 * with a slash is below the prefix.
 */
export function callsBelow<const Prefix extends `/${string}`>(prefix: Prefix) {
  const by = <const R extends Access>(access: R) => ({
    get: declare(prefix, access, 'GET'),
    post: declare(prefix, access, 'POST'),
  })
  return {
    anyone: by('anyone'),
    /** Calls for one's own account. */
    signedIn: by(roles),
    applicants: by(['user']),
    staff: by(['staff']),
    admins: by(['admin']),
    applicantsAndStaff: by(['user', 'staff']),
    staffAndAdmins: by(['staff', 'admin']),
    /** Everyone who works with bookings and niches. */
    allButWitnesses: by(['user', 'staff', 'admin']),
    /** Two people act at the wall. A small house has one clerk and one admin; a witness only confirms. */
    allButApplicants: by(['staff', 'admin', 'witness']),
    /** Calls before the sign-in is complete. */
    atStages: <const S extends readonly Stage[]>(...stages: S) => by({ stages }),
  }
}

type Part<E, K extends keyof Endpoint> = E extends { [P in K]: infer S } ? SchemaIn<S> : never
type SchemaIn<S> = S extends z.ZodType ? S : S extends (options: FormOptions) => infer B ? Extract<B, z.ZodType> : never

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
