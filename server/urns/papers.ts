import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { toDay } from '#contract/dates.ts'
import type { FieldErrors } from '#contract/field-errors.ts'
import type { ReceiveForm } from '#contract/urns/api.ts'
import { Identity, type Offers } from '#contract/urns/confirmation.ts'
import type { LockedBooking } from '#server/bookings/public.ts'
import type { Context } from '#server/core/context.ts'
import { beneficiaries, bookings } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { listNamesakesInHouse } from './namesakes.ts'
import { makeOffers, readIdentifiers } from './offers.ts'

type Booked = Pick<LockedBooking, 'booking' | 'beneficiary'>

/** The number is not known yet: it is on the papers that come with the urn. */
const cremationNumber = ''

/** What the clerk compares with the papers before an urn is received, as the two people at the wall do later. */
export async function offerPapers(context: Context, bookingID: string): Promise<Offers> {
  const [found] = await context.db
    .select({ booking: bookings, beneficiary: beneficiaries })
    .from(bookings)
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .where(eq(bookings.bookingID, bookingID))
  if (!found) throw new AppError('NOT_FOUND')
  const { booking, beneficiary } = found
  const namesakes = await listNamesakesInHouse(context.db, { booking, beneficiary })
  const lastDay = toDay(booking.waitingSince)
  const compared = { beneficiary, cremationNumber, seed: booking.bookingID, lastDay }
  const offers = await makeOffers(context, compared, namesakes, [])
  return beneficiary.beneficiaryName.trim() ? offers : { ...offers, names: [] }
}

/** Whether the clerk chose what is recorded. Nothing is asked for that is not recorded. */
export function matchesPapers(context: Context, { beneficiary }: Booked, sent: z.output<typeof ReceiveForm>): boolean {
  const name = beneficiary.beneficiaryName.trim()
  const known = readIdentifiers(context, { beneficiary, cremationNumber })
  const isAsked = Object.values(known).some(Boolean)
  const issues = Identity.safeParse({
    ...sent,
    ...(!name && { name: '-' }),
    ...(!isAsked && { identifier: 'birth', value: '-' }),
  }).error?.issues
  const errors: FieldErrors = Object.fromEntries((issues ?? []).map(({ path, message }) => [String(path[0]), message]))
  if (issues) throw new AppError('INVALID', { errors })
  const { identifier } = sent
  return (!name || sent.name === name) && (!isAsked || (identifier !== undefined && sent.value === known[identifier]))
}
