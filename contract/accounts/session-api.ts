import { z } from 'zod'
import { endpoint, everyRole } from '../endpoint.ts'
import { Success, uuid } from '../schema-parts.ts'

export const OwnSession = z.object({
  sessionID: z.string(),
  /** Browser and system: `Firefox on Windows`. */
  device: z.string(),
  address: z.string(),
  /** Compared with the call that lists the sessions. Columba looks up no addresses, so it knows no towns. */
  network: z.enum(['same', 'local', 'other']),
  firstSeen: z.string(),
  lastSeen: z.string(),
  /** The session that makes this call. */
  isCurrent: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

/** One's own sessions. */
export const sessionApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/user/sessions',
    roles: everyRole,
    summary: 'Where the signed-in user is signed in',
    reply: z.array(OwnSession),
  }),
  end: endpoint({
    method: 'POST',
    path: '/api/user/end-session',
    roles: everyRole,
    summary: "End another of the signed-in user's sessions",
    body: z.object({ sessionID: uuid }),
    reply: Success,
  }),
  endOthers: endpoint({
    method: 'POST',
    path: '/api/user/end-other-sessions',
    roles: everyRole,
    summary: 'End all other sessions of the signed-in user',
    reply: Success,
  }),
} as const
