import { z } from 'zod'
import { callsBelow } from '../endpoint.ts'
import { instant, uuid } from '../schema-parts.ts'
import { requestedActs } from './guarded-acts.ts'

/** What somebody has asked for and a second person confirms. */
export const SecondPersonRequest = z.object({
  requestID: z.string(),
  act: z.enum(requestedActs),
  /** The subject of the request, such as a booking; of several things a hash. */
  subject: z.string(),
  /** A sentence that says what will be done. */
  what: z.string(),
  reason: z.string(),
  askedBy: z.string(),
  isMine: z.boolean(),
  askedAt: instant,
  expiresAt: instant.nullable(),
  /** More of this act wait than are listed. */
  hasMore: z.boolean(),
})
export type SecondPersonRequest = z.infer<typeof SecondPersonRequest>

export const secondPersonLabels = {
  staff: 'another member of staff',
  admin: 'another admin',
  witness: 'a witness',
}

/** Why one person does alone what needs two elsewhere: fewer than three staff, or nobody else who could confirm it. */
export const reasonsAlone = ['demo', 'small', 'nobodyElse'] as const

/** An act that one admin can do alone in this house. */
const DoneAlone = z.object({
  /** Completes 'One person does alone: ...'. */
  act: z.string(),
  why: z.enum(reasonsAlone),
})

const { admins, allButApplicants } = callsBelow('/api/second-person')

export const secondPersonApi = {
  list: allButApplicants.get(
    'requests',
    'What waits for the caller as the second person, and what the caller has asked for',
    { reply: z.array(SecondPersonRequest) },
  ),
  alone: admins.get('alone', 'What one person can do alone in this house, which needs two in a larger one', {
    reply: z.array(DoneAlone),
  }),
  confirm: allButApplicants.post('confirm', 'Confirm what somebody else has asked for, which does it', {
    body: z.object({ requestID: uuid }),
  }),
  withdraw: allButApplicants.post('withdraw', 'Withdraw what waits for a second person', {
    body: z.object({ requestID: uuid }),
  }),
} as const
