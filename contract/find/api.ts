import { z } from 'zod'
import { callsBelow } from '../endpoint.ts'
import { WayToNiche } from '../niches/niche.ts'
import { bookingID, bookingRef, instant, reason, required } from '../schema-parts.ts'

const fullName = 'Please enter the full name.'

/** What a visitor knows of the person they look for. Nothing less finds anyone. */
export const FindForm = z.object({
  name: required(fullName).regex(/\p{L}/u, fullName),
  diedIn: z
    .string()
    .trim()
    .regex(/^(1[89]|20)\d{2}$/, 'Please enter the year of death, such as 2019.'),
})

/** Where somebody rests, with what tells them apart from others of the same name. */
export const FoundPerson = z.object({
  name: z.string(),
  /** A year; null if it is not recorded. */
  bornIn: z.string().nullable(),
  diedIn: z.string(),
  ...WayToNiche.shape,
})
export type FoundPerson = z.infer<typeof FoundPerson>

/** Whether visitors find the person of a booking. */
export const Sharing = z.object({
  /** The holder has agreed. */
  shared: z.boolean(),
  /** The day from which on it is shown also without the holder's agreement; null if no date of death is recorded. */
  sharedAfter: z.string().nullable(),
  /** Staff have withheld the person: then nobody finds them. */
  withheld: z.boolean(),
  /** Only for staff. */
  withholding: z.object({ reason: z.string(), at: instant, by: z.string() }).nullable(),
})
export type Sharing = z.infer<typeof Sharing>

const WithholdingForm = z.object({ bookingID, reason })

const { anyone, applicants, staffAndAdmins, allButWitnesses } = callsBelow('/api/find')

export const findApi = {
  /** The name is sent in the body, so that it appears in no log and no address. */
  find: anyone.post('/api/find', 'Where somebody rests, by full name and year of death', {
    body: FindForm,
    reply: z.array(FoundPerson),
  }),
  sharing: allButWitnesses.get('sharing', 'Whether visitors find the person of a booking', {
    query: bookingRef,
    reply: Sharing,
  }),
  share: applicants.post('share', 'Agree, or no longer agree, that visitors find the person of a booking', {
    body: z.object({ bookingID, shared: z.boolean() }),
  }),
  withhold: staffAndAdmins.post('withhold', 'Withhold the person of a booking: nobody finds them', {
    body: WithholdingForm,
  }),
  stopWithholding: staffAndAdmins.post('stop-withholding', 'Stop withholding the person of a booking', {
    body: WithholdingForm,
  }),
} as const
