import { z } from 'zod'
import { callsBelow } from '../endpoint.ts'
import { toCents } from '../money.ts'
import { instant, required, textWithin } from '../schema-parts.ts'
import { readHourExceptions } from './hour-exceptions.ts'
import { logoFiles } from './logo.ts'
import { TaxRules } from './tax.ts'

const hourExceptions = z
  .string()
  .trim()
  .max(2000, 'At most 2,000 characters')
  .refine((text) => readHourExceptions(text) !== undefined, 'Please write each line like "Good Friday: closed"')

/** The form on the House page. */
export const HouseDetails = z.object({
  name: required('Please enter the name of the house', 60),
  /** A shorter name for where the whole one does not fit. */
  shortName: textWithin(20),
  address: required('Please enter the address'),
  telephone: required('Please enter the telephone number', 30).regex(
    /^\+?\d[\d ]{6,}$/,
    'Only digits and spaces, and a + in front if you like',
  ),
  email: required('Please enter the email address').pipe(z.email('This email address is not valid')),
  registrationNumber: required('Please enter the registration number', 50),
  taxNote: required('Please enter the sentence about taxes'),
  visitingHours: required('Please enter when the halls are open'),
  counterHours: required('Please enter when the counter is open'),
  festivalHours: textWithin(200),
  hourExceptions,
  holdMinutes: z.coerce
    .number<string | number>('Please enter a number of minutes')
    .gt(0, 'Please enter a number of minutes that is more than 0')
    .max(10_080, 'At most a week, which is 10,080 minutes'),
  /** Whoever places another person in a niche sends a paper that shows the relationship. */
  asksRelationshipProof: z.boolean(),
})
export type HouseDetails = z.infer<typeof HouseDetails>

/** The house as everyone sees it. Before the details are entered for the first time, the texts are empty. */
export const House = z.object({
  name: z.string(),
  shortName: z.string(),
  address: z.string(),
  telephone: z.string(),
  email: z.string(),
  registrationNumber: z.string(),
  taxNote: z.string(),
  visitingHours: z.string(),
  counterHours: z.string(),
  /** The opening hours at Qing Ming and All Souls. */
  festivalHours: z.string(),
  /** Each exception is on a line of its own: `Good Friday: closed`. */
  hourExceptions: z.string(),
  holdMinutes: z.number(),
  asksRelationshipProof: z.boolean(),
  /** The URL of the logo, or empty if there is none. Another picture has another one, so browsers may keep it. */
  logo: z.string(),
  /** True once a block can be booked. Until then visitors read that the house opens soon. */
  isOpen: z.boolean(),
  /** The time when the first block opens, if that is known and still to come. */
  opensAt: instant.optional(),
})
export type House = z.infer<typeof House>

/** Templates from which a clerk starts the reason for a denial, one on each line. */
export const DenialReasons = z.object({
  reasons: z
    .string()
    .trim()
    .max(5000, 'At most 5,000 characters')
    .refine((text) => text.split('\n').every((line) => line.length <= 500), 'At most 500 characters on each line'),
})
export type DenialReasons = z.infer<typeof DenialReasons>

const limit = z
  .string()
  .trim()
  .refine(
    (text) => toCents(text) !== undefined,
    'Please enter an amount, such as 500.00. With 0.00 it is always two, unless nobody else could confirm it.',
  )

/** Amounts above which a second person is needed; staff read them, families do not. */
export const HouseLimits = z.object({
  /** Failed card refunds and surplus payments that one clerk settles by hand. */
  settleAlone: limit,
  /** Charges that one clerk waives, or refunds once they are paid. Without it, what is stored stays. */
  waiveAlone: limit.optional(),
})
export type HouseLimits = z.infer<typeof HouseLimits>

export const linesOf = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || [])

const { anyone, admins, staffAndAdmins } = callsBelow('/api/house')

export const houseApi = {
  read: anyone.get('/api/house', 'Name, address and opening hours of the house, and whether niches can be booked', {
    reply: House,
  }),
  save: admins.post('save', 'Change the details of the house', { freshFactor: true, body: HouseDetails, reply: House }),
  logo: anyone.get('logo', 'The logo of the house, as PNG, JPEG or WebP', {
    query: z.object({ version: z.string().max(64) }),
    sends: 'image/png',
  }),
  saveLogo: admins.post('save-logo', 'Upload the logo of the house', {
    freshFactor: true,
    fileKind: 'picture',
    body: z.object({}),
    files: logoFiles,
    reply: House,
  }),
  removeLogo: admins.post('remove-logo', 'Remove the logo of the house', { freshFactor: true, reply: House }),
  denialReasons: staffAndAdmins.get('denial-reasons', 'Templates for the reason of a denial', {
    reply: DenialReasons,
  }),
  limits: staffAndAdmins.get('limits', 'Amounts above which a second person is needed', { reply: HouseLimits }),
  saveLimits: admins.post('save-limits', 'Change the amounts above which a second person is needed', {
    freshFactor: true,
    body: HouseLimits,
  }),
  taxRules: admins.get('tax-rules', 'Whether the house is registered for GST, and its rates', { reply: TaxRules }),
  saveTaxRules: admins.post('save-tax-rules', 'Change whether the house is registered for GST, and its rates', {
    freshFactor: true,
    body: TaxRules,
  }),
  saveDenialReasons: admins.post('save-denial-reasons', 'Change the templates for denials', { body: DenialReasons }),
} as const
