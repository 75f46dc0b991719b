import { z } from 'zod'

/** A required text, trimmed. A value that is not a string counts as missing. */
export const required = (message: string, max = 200) =>
  z.string(message).trim().min(1, message).max(max, `At most ${max} characters`)

/** Text of at most so many characters, trimmed; may be empty. */
export const textWithin = (max: number) => z.string().trim().max(max, `At most ${max} characters`)

export const reason = required('Please give a reason.', 500)

/** A moment in a reply: actions give a `Date`, callers get ISO 8601 text. */
export const instant = z.codec(z.date(), z.string(), {
  decode: (date) => date.toISOString(),
  encode: (text) => new Date(text),
})
export const uuid = z.guid('This ID is not valid.')
export const buildingID = z.string().min(1).max(60)
export const levelID = z.string().min(1).max(60)
export const blockID = z.string().min(1).max(40)
export const Success = z.object({ success: z.literal(true) })
export const nricPattern = /^[STFG]\d{7}[A-Z]$/

/** In the JSON Schema of a reply, this names the field next to a full NRIC with the ID of its owner; `file` for a file with many. */
export const nricOwnerKey = 'x-nric-of'
/** A full NRIC in a reply, next to the ID of its owner. Who reads it is counted. */
export const nricOf = (ownerField: string) => z.string().meta({ [nricOwnerKey]: ownerField })
/** A file with full NRICs; the action that writes it counts them. */
export const fileWithNRICs = z.string().meta({ [nricOwnerKey]: 'file' })

/** Without a cursor, a list returns its first page; the `Link` header has the URL of the next. */
export const pageQuery = z.object({ cursor: z.string().max(200).optional() })
/** The query of lists whose cursor is the ID of the last row. */
export const pageAfterID = z.object({ cursor: uuid.optional() })
export const pageAfterNumber = z.object({
  cursor: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
})

/** A length of two to four digits as it is typed, or empty if it is not known. */
export const millimetres = z
  .string()
  .trim()
  .regex(/^([1-9]\d{1,3})?$/, 'Please enter whole millimetres, such as 240.')

/** Counts the moves of a booking, so that a decision based on an older version can be refused. */
export const bookingVersion = z.int().min(1).describe('Increases by one with each change of the booking.')
export const seenVersion = bookingVersion
  .optional()
  .describe(
    'The version that the decision is based on; 409 BOOKING_CHANGED if the booking has changed since. Without it, the version is not checked.',
  )

/** `B-7K2M9QX4TR`. People read it aloud, so it uses Crockford's alphabet, in which no two letters look alike. */
export const bookingID = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^B-[0-9A-HJKMNP-TV-Z]{10}$/, 'That is not a booking ID.')
export const bookingRef = z.object({ bookingID })
export const paymentID = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^P-[0-9A-HJKMNP-TV-Z]{10}$/, 'That is not a payment ID.')
/** What a link in a letter carries behind its `#`. */
export const withToken = z.object({ token: required('This link is not complete.', 200) })
