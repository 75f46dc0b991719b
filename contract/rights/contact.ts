import { z } from 'zod'
import { email } from '../accounts/account.ts'
import { instant, required, textWithin, uuid } from '../schema-parts.ts'

/** What a contact is for. None of them decides about the niche. */
export const contactKinds = {
  successor: 'Successor',
  notices: 'Gets notices only',
  ashes: 'May collect the ashes',
} as const
export type ContactKind = keyof typeof contactKinds
export const contactKindNames = Object.keys(contactKinds) as [ContactKind, ...ContactKind[]]

/** Completes 'asks you to ...'. */
export const contactTasks: Record<ContactKind, string> = {
  successor: 'succeed in the right to the niche when the time comes, and get our letters about it before it ends',
  notices: 'get our letters about the right to the niche before it ends',
  ashes: 'be one of those who may collect the ashes',
}

/** They get the letters before the end of a right, and about claims to it. */
export const contactsWithLetters: readonly ContactKind[] = ['successor', 'notices']

/** How a contact has accepted: by the link of an email, by a letter that they signed, or at the counter. */
export const contactAnswers = { link: 'By our link', letter: 'By letter', counter: 'At the counter' } as const
export type ContactAnswer = keyof typeof contactAnswers
export const contactAnswerNames = Object.keys(contactAnswers) as [ContactAnswer, ...ContactAnswer[]]

/** How long the link to accept works. */
export const daysToAccept = 30
export const mostContacts = 20

/** A contact as the holder and staff read it. */
export const Contact = z.object({
  contactID: z.string(),
  kind: z.enum(contactKindNames),
  /** The order among successors, from 1; null for the others. */
  place: z.int().nullable(),
  name: z.string(),
  relationship: z.string(),
  /** These three are empty if they are not recorded. */
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  acceptedAt: instant.nullable(),
  acceptedBy: z.enum(contactAnswerNames).nullable(),
  /** They do not want it. What was recorded to reach them is removed then. */
  declinedAt: instant.nullable(),
})
export type Contact = z.infer<typeof Contact>

export const contactFields = {
  /** The contact that is changed. Left out for a new one. */
  contactID: uuid.optional(),
  kind: z.enum(contactKindNames),
  /** Where a successor stands among the successors, from 1. Empty for the last place. */
  place: z
    .string()
    .regex(/^([1-9]\d?)?$/, 'Please choose a place.')
    .default(''),
  name: required('Please enter the name.', 200),
  relationship: textWithin(100).default(''),
  email: textWithin(200)
    .transform((text) => text.toLowerCase())
    .refine((text) => text === '' || email.safeParse(text).success, 'Invalid email')
    .default(''),
  phone: textWithin(40).default(''),
  address: textWithin(400).default(''),
  /** Staff say why. */
  reason: textWithin(500).default(''),
}

type Reach = { kind: ContactKind } & Record<'email' | 'phone' | 'address', string>

/** Somebody to whom we write needs an address. Who may collect the ashes can be called. */
export const canBeReached = ({ kind, email, phone, address }: Reach) =>
  email !== '' || address !== '' || (kind === 'ashes' && phone !== '')
export const unreachable = {
  path: ['address'],
  error: 'Please enter an email address or a postal address. To collect the ashes, a telephone number is enough.',
}

export const ContactForm = z.object(contactFields).refine(canBeReached, unreachable)
export type ContactForm = z.output<typeof ContactForm>

type Identity = Pick<Contact, 'kind' | 'name' | 'email'>

/** Whoever has accepted did so for one thing, under one name and, if we wrote to it, at one email address. */
export const mustAcceptAgain = (before: Identity, after: Identity): boolean =>
  before.kind !== after.kind || before.name !== after.name || before.email !== after.email

/** The successors in their new order, once this one stands at its place. */
export function placeAmong(others: readonly string[], contactID: string, place: string): string[] {
  const at = place === '' ? others.length : Number(place) - 1
  return [...others.slice(0, at), contactID, ...others.slice(at)]
}
