import { z } from 'zod'
import { isIsoDay } from '../dates.ts'
import { bookingID } from './booking.ts'

/** What a family sends when the time has come. The niche and beneficiary are the booking's own, whatever is sent. */
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
