import { z } from 'zod'
import { callsBelow } from '../endpoint.ts'
import { instant, uuid } from '../schema-parts.ts'
import { OwnerProof } from './second-factor.ts'

export const OwnSession = z.object({
  sessionID: z.string(),
  /** Browser and system: `Firefox on Windows`. */
  device: z.string(),
  address: z.string(),
  /** How the address relates to that of the call that lists the sessions. Columba does not look up where an address is. */
  network: z.enum(['same', 'local', 'other']),
  firstSeen: instant,
  lastSeen: instant,
  /** The session that makes this call. */
  isCurrent: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

const { signedIn } = callsBelow('/api/user')

/** One's own sessions. */
export const sessionApi = {
  list: signedIn.get('sessions', 'Where the signed-in user is signed in', { reply: z.array(OwnSession) }),
  end: signedIn.post('end-session', "End another of the signed-in user's sessions", {
    ownerProof: 'any',
    body: OwnerProof.extend({ sessionID: uuid }),
  }),
  endOthers: signedIn.post('end-other-sessions', 'End all other sessions of the signed-in user', {
    ownerProof: 'any',
    body: OwnerProof,
  }),
} as const
