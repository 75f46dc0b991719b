import { z } from 'zod'
import { get, post } from '../endpoint.ts'
import { instant, uuid } from '../schema-parts.ts'
import { requestedActs } from './guarded-acts.ts'

const roles = ['staff', 'admin', 'witness'] as const

/** What somebody has asked for and a second person confirms. */
const SecondPersonRequest = z.object({
  requestID: z.string(),
  act: z.enum(requestedActs),
  /** A sentence that says what will be done. */
  what: z.string(),
  reason: z.string(),
  askedBy: z.string(),
  isMine: z.boolean(),
  askedAt: instant,
  expiresAt: instant.nullable(),
})

export const secondPersonApi = {
  list: get('/api/second-person/requests', {
    roles,
    summary: 'What waits for the caller as the second person, and what the caller has asked for',
    reply: z.array(SecondPersonRequest),
  }),
  confirm: post('/api/second-person/confirm', {
    roles,
    summary: 'Confirm what somebody else has asked for, which does it',
    body: z.object({ requestID: uuid }),
  }),
  withdraw: post('/api/second-person/withdraw', {
    roles,
    summary: 'Withdraw what waits for a second person',
    body: z.object({ requestID: uuid }),
  }),
} as const
