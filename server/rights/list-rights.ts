import { and, eq, sql } from 'drizzle-orm'
import { toDay } from '#contract/dates.ts'
import { buildingLevelBlock } from '#contract/niches/niche.ts'
import { nextStepOf, refuseClearing } from '#contract/rights/after-end.ts'
import { missingOf } from '#contract/rights/agreement.ts'
import type { RightOfBooking, Term } from '#contract/rights/right.ts'
import { formatRightNumber, termOffered } from '#contract/rights/term.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { whereActive } from '#server/database/active-booking.ts'
import { bookings } from '#server/database/schema.ts'
import { readRightRules } from '#server/house/public.ts'
import { AppError } from '#server/http/errors.ts'
import { pageOf } from '#server/http/paged.ts'
import { isReachable } from '#server/mail/outbox.ts'
import { readAskedUrns } from './agreements.ts'
import { findRightNamed } from './blocks.ts'
import { readContacts } from './contacts.ts'
import { readByNumber, requireOwn } from './deeds.ts'
import { readSteps, readStepsOfEach } from './end-queries.ts'
import { hasDied, listHolders, presentHolder } from './holders.ts'
import { findRightOf, listMovesOf, presentRight, type RightRow, selectRows } from './queries.ts'
import { readClaims } from './read-claims.ts'
import { listRightRows, type RightFilter } from './search-rights.ts'

const pageLength = 100

export async function listRights(context: SignedInContext, filter: Omit<RightFilter, 'today'>, cursor?: string) {
  const { db, clock } = context
  const search = { ...filter, today: toDay(clock()) }
  const rows = await listRightRows(db, search, cursor === undefined ? undefined : Number(cursor), pageLength + 1)
  const steps = await readStepsOfEach(
    context,
    rows.flatMap(({ right }) => (right.state === 'ended' ? right.rightID : [])),
  )
  const listed = rows.map(({ right, ...rest }) => {
    const ofRight = steps.get(right.rightID)
    const next = ofRight && right.clearedTo === null ? nextStepOf(right, ofRight) : null
    return { ...rest, ...right, ...presentRight(right), next, at: right.number }
  })
  return pageOf(listed, pageLength, ({ at }) => String(at))
}

/** For Quick find: by number, or by the names of holders and contacts. */
export async function findRights({ db, clock }: Context, text: string, limit: number) {
  const rows = await listRightRows(db, { text, today: toDay(clock()) }, undefined, limit)
  return rows.map(({ right, holder, nicheCode }) => ({ ...presentRight(right), holder, nicheCode }))
}

export async function readRight(context: SignedInContext, sentNumber: string) {
  const { db } = context
  const { right, ...place } = await readByNumber(db, sentNumber)
  const [listed] = await selectRows(db, [right.rightID])
  if (!listed) throw new AppError('NOT_FOUND')
  const holders = await listHolders(context, right.rightID)
  return {
    ...listed,
    ...right,
    ...presentRight(right),
    nichePlace: buildingLevelBlock(place),
    holders: holders.map((row) => presentHolder(context, row)),
    ...(await readClaims(context, right.rightID, holders)),
    contacts: await readContacts(context, right.rightID),
    ...(await readAskedUrns(context, right.rightID)),
    history: await listMovesOf(db, right.rightID),
    afterEnd: right.state === 'ended' ? await readAfterEnd(context, right) : null,
  }
}

async function readAfterEnd(context: SignedInContext, right: RightRow) {
  const steps = await readSteps(context, right.rightID)
  return {
    steps: steps.map(({ at, ...step }) => ({ ...step, on: at && toDay(at) })),
    next: nextStepOf(right, steps),
    mayClear: right.clearedTo === null && !refuseClearing(right, steps, toDay(context.clock())),
    areUrnsAsked: right.urnsAskedAt !== null,
    clearedTo: right.clearedTo,
  }
}

/** For the family that has the niche. Only an account that holds the right reads its contacts. */
export async function readWhoDecides(context: SignedInContext, number: string) {
  const { db, actor } = context
  const { right } = await readByNumber(db, number)
  await requireOwn(context, right)
  const holders = await listHolders(context, right.rightID)
  const own = holders.flatMap(({ account, holder }) => (account?.userID === actor.userID ? holder.holderID : []))
  const { asked } = await readAskedUrns(context, right.rightID)
  return {
    holders: holders.flatMap(({ name }) => name || []),
    contacts: own.length > 0 ? await readContacts(context, right.rightID) : null,
    asked: asked.flatMap(({ holders, ...urn }) => {
      const {
        agreementID,
        agreedAt = null,
        declinedAt = null,
      } = holders.find(({ holderID }) => own.includes(holderID)) ?? {}
      const missing = missingOf(holders).map(({ name }) => name)
      return agreementID ? [{ ...urn, agreementID, agreedAt, declinedAt, missing }] : []
    }),
  }
}

/**
 * How long the right to the niche lasts: the right that a booking holds or would join, or the one that the house grants today. Null for a
 * booking that has ended.
 */
export async function readTermFor(context: SignedInContext, bookingID?: string): Promise<Term | null> {
  if (bookingID === undefined) return termOffered(await readRightRules(context))
  const { db, actor } = context
  const [booking] = await db
    .select({ status: bookings.bookingStatus, isActive: sql<boolean>`${whereActive}` })
    .from(bookings)
    .where(
      and(eq(bookings.bookingID, bookingID), actor.role === 'user' ? eq(bookings.userID, actor.userID) : undefined),
    )
  if (!booking) throw new AppError('NOT_FOUND')
  if (!booking.isActive) return null
  const right = await findRightNamed(db, bookingID)
  if (right && right.state !== 'surrendered') return presentTerm(right)
  return booking.status === 'Pending' ? termOffered(await readRightRules(context)) : null
}

const presentTerm = ({ basis, years, endsOn }: Term): Term => ({ basis, years, endsOn })

/** What the papers of a booking say about the right that it holds. */
export async function readRightOf({ db }: Pick<Context, 'db'>, bookingID: string): Promise<RightOfBooking | null> {
  const right = await findRightOf(db, bookingID)
  return right ? presentRight(right) : null
}

/**
 * Who holds the right of a booking today, and which contacts have accepted to collect the ashes. Null as long as nobody holds one. The account
 * or register entry of the booking may be of somebody who held it before.
 */
export async function readWhoHolds(context: Context, bookingID: string) {
  const right = await findRightNamed(context.db, bookingID)
  const holders = right ? await listHolders(context, right.rightID) : []
  if (!right || holders.length === 0) return null
  const contacts = await readContacts(context, right.rightID)
  return {
    right: formatRightNumber(right.number),
    deed: right.deedNumber ?? '',
    holders: holders.map((row) => {
      const { name, guardian, address } = presentHolder(context, row)
      const email = row.email && isReachable(row.email) ? row.email : ''
      return { name, guardian, hasDied: hasDied(row), email, reach: listKnown(row.phone, email, address) }
    }),
    collectors: contacts
      .filter(({ kind, acceptedAt }) => kind === 'ashes' && acceptedAt)
      .map(({ name, relationship, phone, email, address }) => ({
        name,
        relationship,
        reach: listKnown(phone, email, address),
      })),
  }
}

const listKnown = (...ways: string[]) => ways.filter(Boolean)
