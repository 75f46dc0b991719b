import { z } from 'zod'
import { callsBelow } from '../endpoint.ts'
import { bookingID, bookingRef, withToken } from '../schema-parts.ts'
import { RemembranceChoice } from './remembrance.ts'

export const Remembrance = z.object({
  /** The day of the death. Null if we do not write about this person: no day is known, or the urn is not with us. */
  died: z.string().nullable(),
  /** Null unless the holder has asked for it. */
  asked: RemembranceChoice.extend({ nextOn: z.string().nullable() }).nullable(),
})
export type Remembrance = z.infer<typeof Remembrance>

const { anyone, applicants } = callsBelow('/api/remembrance')

export const remembranceApi = {
  remembrance: applicants.get('of-booking', 'Whether you are reminded of the anniversary of a death', {
    query: bookingRef,
    reply: Remembrance,
  }),
  askRemembrance: applicants.post(
    'ask',
    'Be reminded of each anniversary of a death by a letter, thirty days before; also to choose another day',
    { body: RemembranceChoice.extend({ bookingID }) },
  ),
  endRemembrance: applicants.post('end', 'Not be reminded of the anniversary of a death any more', {
    body: bookingRef,
  }),
  endRemembranceByLink: anyone.post('end-by-link', 'The same, for whoever has the link in the letter', {
    body: withToken,
  }),
} as const
