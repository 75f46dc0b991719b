import { z } from 'zod'
import { isIsoDay } from '../dates.ts'
import { bookingID } from './booking.ts'

/** The urn request of a pre-order. Niche and beneficiary always come from the booking, whatever the client sends. */
export const UrnRequestForm = (today: string) =>
  z.object({
    bookingID,
    dateOfDeath: z
      .string('Date of death is required')
      .trim()
      .refine(isIsoDay, { error: 'Date of death is required', abort: true })
      .refine((day) => day <= today, 'Date of death cannot be in the future'),
    inscription: z.string().trim().max(500, 'Inscription is at most 500 characters').default(''),
  })
export type UrnRequestForm = z.infer<ReturnType<typeof UrnRequestForm>>

export const certificateRequired = 'Please upload a certificate'
