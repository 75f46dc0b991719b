import { z } from 'zod'
import { isIsoDay } from '../dates.ts'
import type { FormOptions } from '../endpoint.ts'
import { bookingID } from '../schema-parts.ts'

/** The urn request of a pre-order. */
export const UrnRequestForm = ({ today }: FormOptions) =>
  z.object({
    bookingID,
    /** Clients send these as the specification says, but the server takes both from the booking. */
    nicheID: z.string().optional(),
    beneficiaryID: z.string().optional(),
    dateOfDeath: z
      .string('Date of death is required')
      .trim()
      .refine(isIsoDay, { error: 'Date of death is required', abort: true })
      .refine((day) => day <= today, 'Date of death cannot be in the future'),
    inscription: z.string().trim().max(500, 'Inscription is at most 500 characters').default(''),
  })

export const urnRequestFiles = { deathCertFile: { missing: 'Please upload a certificate' } }
