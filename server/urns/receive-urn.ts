import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { ReceiveForm, ShelfForm, UrnChange, UrnFacts } from '#contract/urns/api.ts'
import { tagAlphabet, tagFrom } from '#contract/urns/tag.ts'
import { record } from '#server/audit/public.ts'
import { lockBooking } from '#server/bookings/public.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { urns } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { requireSameRequest } from '#server/http/repeated-request.ts'
import { lockAfterEnd, requireUnblocked } from '#server/rights/public.ts'
import { type AskedAct, askerOf, guard } from '#server/second-person/public.ts'
import { advanceUrn, requireMove } from './advance-urn.ts'
import { expireOverdueAttempt, findOpenAttempt } from './attempts.ts'
import { matchesPapers } from './papers.ts'
import {
  findLocation,
  findMoveByRequest,
  findUrnOfBooking,
  type LockedUrn,
  lockUrn,
  type UrnMoveRow,
  type UrnRow,
} from './queries.ts'

/** Receives the urn of a booking. An urn that comes back after its release keeps its tag. */
export async function receiveUrn(context: SignedInContext, form: z.output<typeof ReceiveForm>) {
  const tag = await receiveOrRecordMismatch(context, form)
  /** Thrown after the commit, because the mismatch stays recorded. */
  if (!tag) throw new AppError('URN_PAPERS_DIFFER')
  return { tag }
}

const receiveOrRecordMismatch = (context: SignedInContext, form: z.output<typeof ReceiveForm>) =>
  inTransaction(context, async (context) => {
    const { bookingID, requestID, ...facts } = form
    const locked = await lockBooking(context.db, bookingID)
    if (!locked) throw new AppError('INVALID', { errors: { bookingID: 'No booking has this ID.' } })
    const earlier = await findMoveByRequest(context.db, requestID)
    const known = await findUrnOfBooking(context.db, bookingID)
    if (earlier) {
      requireRepeated(context, { ...known, ...earlier }, { tag: known?.tag, event: 'receive', ...columnsOf(facts) })
      return earlier.tag
    }
    const location = await findLocation(context.db, known?.tag ?? '')
    const row = known ?? { tag: newTag(), bookingID, ...columnsOf(facts), createdAt: context.clock() }
    const { booking } = locked
    requireMove({ booking, location }, 'receive')
    if (!matchesPapers(context, locked, form)) {
      await record(context, 'urn.papers_differed', bookingID)
      return undefined
    }
    const urn = known ? { ...known, ...columnsOf(facts) } : await insertUrn(context, row)
    if (known) await context.db.update(urns).set(columnsOf(facts)).where(eq(urns.tag, known.tag))
    await advanceUrn(context, { ...urn, booking, location }, 'receive', { requestID })
    return urn.tag
  })

export const newTag = () =>
  tagFrom(Array.from({ length: 7 }, () => tagAlphabet.charAt(randomInt(tagAlphabet.length))).join(''))

/** Tries another tag if that one is in use. */
async function insertUrn(context: SignedInContext, row: typeof urns.$inferInsert): Promise<UrnRow> {
  const [inserted] = await context.db.insert(urns).values(row).onConflictDoNothing({ target: urns.tag }).returning()
  return inserted ?? insertUrn(context, { ...row, tag: newTag() })
}

const columnsOf = ({ widthMm, heightMm, cremationNumber }: UrnFacts) => ({
  widthMm: widthMm ? Number(widthMm) : null,
  heightMm: heightMm ? Number(heightMm) : null,
  cremationNumber,
})

/**
 * An urn without dates and NRIC is compared with the number of its cremation certificate. One clerk reads it from the papers at the counter;
 * later a second person confirms it, as a correction of a register.
 */
export async function changeUrn(context: SignedInContext, { tag, ...facts }: z.output<typeof UrnChange>) {
  const isNeeded = async ({ db }: Context) => changesKnownNumber(await lockUrn(db, tag), facts)
  const what = async ({ db }: Context) => {
    const before = (await lockUrn(db, tag))?.cremationNumber
    const numbers = [before, facts.cremationNumber].map((number) => number || 'not recorded')
    return `Urn ${tag}. Number of the cremation certificate: was ${numbers.join(', now ')}. Moves of the urn may be compared with it.`
  }
  await guard(context, 'changeNumber', tag, { what, details: facts, isNeeded }, changeAsked)
}

const changesKnownNumber = (urn: LockedUrn | undefined, { cremationNumber }: UrnFacts) =>
  urn !== undefined && urn.location.whereabouts !== 'counter' && urn.cremationNumber !== cremationNumber

/** What happens at once, or when a second person confirms it. */
export async function changeAsked(context: SignedInContext, asked: AskedAct) {
  const { subject: tag, details } = asked
  const facts = details as unknown as UrnFacts
  const urn = await lockUrn(context.db, tag)
  if (!urn) throw new AppError('NOT_FOUND')
  if (urn.cremationNumber !== facts.cremationNumber) await requireUnblocked(context, urn.bookingID)
  await context.db.update(urns).set(columnsOf(facts)).where(eq(urns.tag, tag))
  await record(context, 'urn.changed', tag, { ...columnsOf(facts), ...askerOf(context, asked) })
}

/** Puts an urn on a shelf, or on another one. */
export const shelveUrn = (context: SignedInContext, event: 'shelve' | 'move', sent: z.output<typeof ShelfForm>) =>
  inTransaction(context, async (context) => {
    const { tag, shelf, requestID } = sent
    const urn = await lockUrn(context.db, tag)
    if (!urn) throw new AppError('NOT_FOUND')
    const earlier = await findMoveByRequest(context.db, requestID)
    if (earlier) return requireRepeated(context, earlier, { tag, event, shelf })
    await expireOverdueAttempt(context, tag)
    const open = await findOpenAttempt(context.db, tag)
    if (open) throw new AppError('URN_OTHER_MOVE', { why: open.firstBy })
    if (urn.location.whereabouts === 'staff') await requireAgreedShelf(context, urn, shelf)
    await advanceUrn(context, urn, event, { requestID, shelf })
  })

/** An urn that left its niche after the end of a right goes to the shelf that two people have agreed on. */
async function requireAgreedShelf(context: SignedInContext, { location }: LockedUrn, shelf: string) {
  const agreed = (await lockAfterEnd(context, location.nicheID))?.clearedTo
  if (agreed && agreed !== shelf)
    throw new AppError('INVALID', { errors: { shelf: `Two people have agreed on shelf ${agreed}.` } })
}

/** Accepts a request that is sent again, and refuses one that reuses the ID of a different request. */
function requireRepeated<Earlier extends UrnMoveRow>(
  { actor }: SignedInContext,
  earlier: Earlier,
  sent: { [Name in keyof Earlier]?: Earlier[Name] | undefined },
) {
  requireSameRequest(earlier, { ...sent, actorID: actor.userID })
}
