import { z } from 'zod'
import { instant, required, textWithin, uuid } from '../schema-parts.ts'
import { type TwoPersonEvent, twoPersonEvents } from './moves.ts'
import { urnTag } from './tag.ts'

/** How long an urn is kept after the contacts of the booking were told that its documents are lost. */
export const daysAfterLoss = 7

/** What is confirmed besides the name. The cremation certificate is asked for only if nothing else is recorded. */
const identifierKinds = ['birth', 'death', 'nric', 'cremation'] as const
export type IdentifierKind = (typeof identifierKinds)[number]
export const identifierLabels: Record<IdentifierKind, string> = {
  birth: 'Date of birth',
  death: 'Date of death',
  nric: 'Last four characters of the NRIC',
  cremation: 'Number of the cremation certificate',
}

export const identityKinds = ['NRIC', 'Passport', 'Other'] as const
export const authorities = ['holder', 'written', 'documentsLost'] as const
export type Authority = (typeof authorities)[number]
export const authorityLabels: Record<Authority, string> = {
  holder: 'The holder is here',
  written: 'Written authority of the holder',
  documentsLost: 'The documents are lost',
}

/** The person who collects an urn, and the document that gives them the right to it. */
export const ReleaseDetails = z.object({
  releasedTo: required('Please enter the name of the person who collects the urn.', 100),
  identityKind: z.enum(identityKinds, 'Please choose the document that proves their identity.'),
  /** The last four characters, never the whole number. */
  identityEnding: z
    .string('Please enter the last four characters of its number.')
    .trim()
    .toUpperCase()
    .regex(/^[0-9A-Z]{4}$/, 'Please enter the last four characters of its number.'),
  authority: z.enum(authorities, 'Please choose by whose authority the urn is released.'),
  document: required('Please say which document gives the authority.', 200),
})
export type ReleaseDetails = z.output<typeof ReleaseDetails>

/** The browser makes an ID for each request, so that it can send a request again if the reply was lost. */
export const requestID = uuid

export const nicheCode = z
  .string('Please enter or scan the code of the niche.')
  .trim()
  .toUpperCase()
  .min(1, 'Please enter or scan the code of the niche.')
  .max(100, 'At most 100 characters')

/** In an empty niche there is nothing to compare, and a listed urn may have no name. */
export const needsIdentity = (event: TwoPersonEvent) => event !== 'disprove' && event !== 'see'

/** What the person reads at the niche: its code, and the tag of the urn. */
export const CheckForm = z.object({
  requestID,
  event: z.enum(twoPersonEvents, 'Please choose what you are about to do.'),
  tag: urnTag,
  nicheCode,
})
export type CheckForm = z.output<typeof CheckForm>

/** Says whose urn it is, as the person reads it on the papers. */
export const Identity = z.object({
  name: required('Please choose the name.', 300),
  identifier: z.enum(identifierKinds, 'Please choose what you compare.'),
  value: required('Please choose one of these.', 300),
})

/** Values to choose from. Exactly one of each list is right, and only the server knows which. */
export const Offers = z.object({
  names: z.array(z.string()),
  identifiers: z.array(z.object({ kind: z.enum(identifierKinds), values: z.array(z.string()) })),
})
export type Offers = z.infer<typeof Offers>

export const ConfirmForm = CheckForm.extend({
  /** The first person's confirmation, as the second person saw it. */
  attemptID: uuid.optional(),
  ...Identity.partial().shape,
  /** Why the urn is placed although it is larger than the opening. */
  reason: textWithin(500).optional(),
  release: ReleaseDetails.optional(),
}).superRefine((form, context) => {
  const issues = needsIdentity(form.event) ? Identity.safeParse(form).error?.issues : undefined
  for (const { path, message } of issues ?? []) context.addIssue({ code: 'custom', path, message })
})
export type ConfirmForm = z.output<typeof ConfirmForm>

/** Another person in the house with the same or nearly the same name. Dates are a year, a month or a day, or unknown. */
export const Namesake = z.object({
  name: z.string(),
  nicheCode: z.string(),
  place: z.string(),
  dateOfBirth: z.string().nullable(),
  dateOfDeath: z.string().nullable(),
})
export type Namesake = z.infer<typeof Namesake>

const Size = z.object({ widthMm: z.int(), heightMm: z.int() })

/** What the first person has confirmed. */
const FirstConfirmation = z.object({
  attemptID: z.string(),
  by: z.string(),
  isMine: z.boolean(),
  expiresAt: instant,
  reason: z.string(),
  release: ReleaseDetails.nullable(),
})

export const Check = Offers.extend({
  /** The name in the register, which is shown only for seeing an urn. It is empty for other moves, because they ask for the name. */
  listedName: z.string(),
  /** Everyone who has a place in the niche besides this person. */
  others: z.array(z.string()),
  /** The other niches behind the same door, each with the people in it. */
  behindSameDoor: z.array(z.object({ nicheCode: z.string(), people: z.array(z.string()) })),
  namesakes: z.array(Namesake),
  /** Set if the urn is larger than the opening of the niche. */
  tooLarge: z.object({ urn: Size, opening: Size }).nullable(),
  /** The amount that is due for charges of the booking whose urn is placed; null if nothing is. It never keeps an urn from its niche. */
  chargesDue: z.string().nullable(),
  /** Who holds the right today and who may collect the ashes, if the urn is to be released and a right was granted. */
  whoHolds: z.object({ right: z.string(), holders: z.array(z.string()), collectors: z.array(z.string()) }).nullable(),
  first: FirstConfirmation.nullable(),
})
export type Check = z.infer<typeof Check>

export const Confirmed = z.discriminatedUnion('state', [
  z.object({ state: z.literal('waiting'), expiresAt: instant, attemptID: z.string().optional() }),
  z.object({ state: z.literal('done') }),
])
export type Confirmed = z.infer<typeof Confirmed>
