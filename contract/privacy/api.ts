import { z } from 'zod'
import { OwnerProof } from '../accounts/second-factor.ts'
import { bookingState } from '../bookings/booking.ts'
import { callsBelow } from '../endpoint.ts'
import { fileWithNRICs, instant, pageAfterID, reason, textWithin, uuid } from '../schema-parts.ts'
import { languageNames } from '../words/languages.ts'

/** What the form asks for; whose account it is, is proved by the call. */
export const ClosingForm = z.object({
  message: textWithin(500).default(''),
})

/** A person who asks for their account to be closed, with the bookings because of which staff decide. */
export const ListedClosingRequest = z.object({
  userID: z.string(),
  fullName: z.string(),
  email: z.string(),
  contactNumber: z.string(),
  /** The language of letters; `null` if none is chosen. */
  language: z.enum(languageNames).nullable(),
  message: z.string(),
  requestedAt: instant,
  bookings: z.array(
    z.object({
      bookingID: z.string(),
      ...bookingState,
      nicheCode: z.string(),
      /** A decision or money is still owed, so the account cannot be closed yet. */
      unfinished: z.boolean(),
    }),
  ),
})
export type ListedClosingRequest = z.infer<typeof ListedClosingRequest>

const { signedIn, staffAndAdmins } = callsBelow('/api/user')

export const privacyApi = {
  download: signedIn.post(
    'download-data',
    'All data about the signed-in user, as JSON and certificates in a ZIP file',
    { ownerProof: 'any', body: OwnerProof, reply: fileWithNRICs, sends: 'application/zip' },
  ),
  close: signedIn.post(
    'close-account',
    "Close the signed-in user's account, or ask staff to if the user has bookings",
    {
      ownerProof: 'any',
      body: ClosingForm.extend(OwnerProof.shape),
      reply: z.object({ success: z.literal(true), closed: z.boolean() }),
    },
  ),
  closingRequest: signedIn.get('closing-request', "The signed-in user's last request to close the account", {
    reply: z.object({
      request: z
        .object({ requestedAt: instant, refusedAt: instant.nullable(), refusalReason: z.string().nullable() })
        .nullable(),
    }),
  }),
  withdrawClosing: signedIn.post('withdraw-closing', 'Keep the account after all'),
  closingRequests: staffAndAdmins.get(
    'closing-requests',
    'Requests to close an account that the house has to decide on, oldest first',
    { recordedRead: { kind: 'closings' }, query: pageAfterID, reply: z.array(ListedClosingRequest) },
  ),
  acceptClosing: staffAndAdmins.post(
    'accept-closing',
    'Close the account of a user who has asked for it; only admins close that of a member of staff',
    { body: z.object({ userID: uuid }) },
  ),
  refuseClosing: staffAndAdmins.post(
    'refuse-closing',
    'Refuse to close an account, with a reason that is written to the user',
    { body: z.object({ userID: uuid, reason }) },
  ),
} as const
