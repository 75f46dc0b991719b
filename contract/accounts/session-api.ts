import { z } from 'zod'
import { everyRole, get, post } from '../endpoint.ts'
import { instant, uuid } from '../schema-parts.ts'
import { OwnerProof } from './second-factor.ts'

export const OwnSession = z.object({
  sessionID: z.string(),
  /** Browser and system: `Firefox on Windows`. */
  device: z.string(),
  address: z.string(),
  /** Compared with the call that lists the sessions. Columba looks up no addresses, so it knows no towns. */
  network: z.enum(['same', 'local', 'other']),
  firstSeen: instant,
  lastSeen: instant,
  /** The session that makes this call. */
  isCurrent: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

/** One's own sessions. */
export const sessionApi = {
  list: get('/api/user/sessions', {
    roles: everyRole,
    summary: 'Where the signed-in user is signed in',
    reply: z.array(OwnSession),
  }),
  end: post('/api/user/end-session', {
    ownerProof: 'any',
    roles: everyRole,
    summary: "End another of the signed-in user's sessions",
    body: OwnerProof.extend({ sessionID: uuid }),
  }),
  endOthers: post('/api/user/end-other-sessions', {
    ownerProof: 'any',
    roles: everyRole,
    summary: 'End all other sessions of the signed-in user',
    body: OwnerProof,
  }),
} as const
