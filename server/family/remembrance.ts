import { isApproved } from '#contract/bookings/booking.ts'
import { addDays, toDay, toInstant } from '#contract/dates.ts'
import { nextAnniversary } from '#contract/family/anniversary.ts'
import { daysBeforeAnniversary, type RemembranceChoice } from '#contract/family/remembrance.ts'
import type { Remembrance } from '#contract/family/remembrance-api.ts'
import { record } from '#server/audit/public.ts'
import { type LockedBooking, lockBooking } from '#server/bookings/public.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { hashToken, newToken } from '#server/core/link-token.ts'
import { AppError } from '#server/http/errors.ts'
import { linkReads, throttleAddress } from '#server/http/throttles.ts'
import { aboutBooking, enqueueLetter } from '#server/mail/outbox.ts'
import { findUrnsOf } from '#server/urns/public.ts'
import { remembranceLetter } from './letters.ts'
import {
  deleteRemembrance,
  findOwnPerson,
  findRemembrance,
  findRemembranceByLink,
  isSuspended,
  listRemembrancesOf,
  listToLookAt,
  type RemembranceRow,
  updateRemembrance,
  upsertRemembrance,
} from './remembrance-queries.ts'
import { lockOwnBooking } from './sharing.ts'

export async function readRemembrance(context: SignedInContext, bookingID: string): Promise<Remembrance> {
  const { db, actor, clock } = context
  const person = await findOwnPerson(db, bookingID, actor.userID)
  if (!person) throw new AppError('NOT_FOUND')
  const died = await dayOfDeath(context, person)
  const row = await findRemembrance(db, bookingID)
  if (died === null || row?.askedBy !== actor.userID) return { died, asked: null }
  return { died, asked: { ...row, nextOn: nextLetterAbout(died, row, toDay(clock())) ?? null } }
}

export const askRemembrance = (
  context: SignedInContext,
  { bookingID, calendar, leapMonth, shortMonth }: RemembranceChoice & { bookingID: string },
) =>
  inTransaction(context, async (context) => {
    const died = await dayOfDeath(context, await lockOwnBooking(context, bookingID))
    if (died === null) throw new AppError('NO_ANNIVERSARY')
    const { db, actor, clock } = context
    const [askedBy, askedAt] = [actor.userID, clock()]
    const choice = { calendar, leapMonth, shortMonth }
    await upsertRemembrance(db, { bookingID, askedBy, askedAt, ...choice, lookOn: toDay(askedAt) })
    await record(context, 'remembrance.asked', bookingID)
  })

export const endRemembrance = (context: SignedInContext, bookingID: string) =>
  inTransaction(context, async (context) => {
    await lockOwnBooking(context, bookingID)
    await end(context, bookingID)
  })

/** Without signing in: whoever has the letter may end its reminder, and nothing else. */
export async function endRemembranceByLink(context: Context, token: string) {
  await throttleAddress(context, linkReads)
  await inTransaction(context, async (context) => {
    const found = await findRemembranceByLink(context.db, hashToken(token))
    if (!found) throw new AppError('REMINDER_LINK_ENDED')
    await end(context, found.bookingID)
  })
}

/** Ends all reminders of an account that is being closed. */
export async function endRemembrancesOf(context: Context, userID: string) {
  for (const { bookingID } of await listRemembrancesOf(context.db, userID)) await end(context, bookingID)
}

async function end(context: Context, bookingID: string) {
  if (await deleteRemembrance(context.db, bookingID)) await record(context, 'remembrance.ended', bookingID)
}

const atOnce = 100
const daysBetweenLooks = 7

/** Letters wait for this time, so that none is sent at night. */
const firstHour = '09:00'

/** Writes about the anniversaries that are thirty days away. Skips bookings that another replica has locked. True if there may be more. */
export async function writeRemembrances(context: Context): Promise<boolean> {
  const today = toDay(context.clock())
  if (context.clock() < toInstant(today, firstHour)) return false
  const found = await listToLookAt(context.db, today, atOnce)
  for (const { bookingID } of found)
    await inTransaction(context, async (context) => {
      const locked = await lockBooking(context.db, bookingID, { skipLocked: true })
      const row = locked && (await findRemembrance(context.db, bookingID))
      if (row && row.lookOn <= today) await lookAt(context, locked, row, today)
    })
  return found.length === atOnce
}

/** A reminder that may not be sent any more ends without a letter. */
async function lookAt(context: Context, locked: LockedBooking, row: RemembranceRow, today: string) {
  const { bookingID, userID } = locked.booking
  const died = await dayOfDeath(context, locked)
  if (died === null || userID !== row.askedBy) return end(context, bookingID)

  const about = nextLetterAbout(died, row, today)
  const writeOn = about && addDays(about, -daysBeforeAnniversary)
  if (about && writeOn && writeOn <= today && !(await isSuspended(context.db, row.askedBy))) {
    const token = newToken()
    await updateRemembrance(context.db, bookingID, {
      writtenFor: about,
      tokenHash: hashToken(token),
      lookOn: nextLook(today),
    })
    const letter = remembranceLetter(locked, { ...row, about, token })
    return enqueueLetter(context, locked.applicant, aboutBooking(bookingID, letter))
  }
  const lookOn = writeOn && writeOn > today && writeOn < nextLook(today) ? writeOn : nextLook(today)
  await updateRemembrance(context.db, bookingID, { lookOn })
}

const nextLook = (today: string) => addDays(today, daysBetweenLooks)

/**
 * The anniversary that the next letter is about. Left out are those that were less than thirty days away when the holder asked, because they
 * know of them, and those for which a letter was written.
 */
function nextLetterAbout(died: string, row: RemembranceRow, today: string): string | undefined {
  const { askedAt, writtenFor } = row
  const earliest = [today, addDays(toDay(askedAt), daysBeforeAnniversary), writtenFor ? addDays(writtenFor, 1) : '']
  return nextAnniversary(died, row, earliest.sort().at(-1) ?? today)
}

/** Null if we may not write about this person: the booking is not approved or has ended, no day is known, or the urn was released. */
async function dayOfDeath(
  { db }: Context,
  { booking, beneficiary }: Pick<LockedBooking, 'booking' | 'beneficiary'>,
): Promise<string | null> {
  const place = (await findUrnsOf(db, [booking.bookingID])).get(booking.bookingID)?.place
  return isApproved(booking) && place !== 'family' ? beneficiary.dateOfDeath : null
}
