import { z } from 'zod'
import { callsBelow } from '../endpoint.ts'
import { bookingRef, reason, seenVersion, textWithin } from '../schema-parts.ts'
import { type CorrectableName, correctableNames } from './correction.ts'

const cells = Object.fromEntries(correctableNames.map((name) => [name, textWithin(200).optional()])) as Record<
  CorrectableName,
  z.ZodOptional<z.ZodString>
>

/** A field that is left out stays as it is; an empty one is not recorded from then on. The action checks each as the register does. */
export const CorrectionForm = bookingRef.extend({ version: seenVersion, reason, ...cells })

const { staff } = callsBelow('/api/booking')

/** This is not in `bookingApi`, because the pages of families load that and do not need this call. */
export const correctionApi = {
  correct: staff.post(
    'correct',
    'Correct what a register says about a booking; all but relationship and deed waits for a second person',
    {
      body: CorrectionForm,
      /** `corrected`: something was done at once. `asked`: who can confirm what waits; empty if nothing does. */
      reply: z.object({ corrected: z.boolean(), asked: z.string() }),
    },
  ),
} as const
