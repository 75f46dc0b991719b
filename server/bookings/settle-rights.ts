import { eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { type BookingEvent, bookingEventWords } from '#contract/bookings/transitions.ts'
import { toDay } from '#contract/dates.ts'
import { groupBy } from '#contract/group-by.ts'
import { noExtension } from '#contract/rights/extension.ts'
import type { Term } from '#contract/rights/right.ts'
import { awaitsPlacement, firstPlacement, type NichePlan, planNiche } from '#contract/rights/settle-niche.ts'
import { endOfTerm, type HouseRules, perpetual, termUnder } from '#contract/rights/term.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { whereActive } from '#server/database/active-booking.ts'
import { listedID, listedIDs } from '#server/database/listed-ids.ts'
import {
  bookingMoves,
  bookings,
  niches,
  registerEntries,
  rights,
  urnMoves,
  urnRequests,
  urns,
} from '#server/database/schema.ts'
import { readRightRules } from '#server/house/public.ts'
import type { Db } from '#server/ports/database.ts'
import {
  grantRights,
  moveRights,
  type NewRight,
  nameHolders,
  type RightRow,
  requireSurrenderable,
  tellOfMove,
} from '#server/rights/public.ts'
import { placedUrn } from './places.ts'

/** What a register says of the right to a niche; empty where it says nothing. */
export interface SaidOfRight {
  from: string
  until: string
  deed: string
  /** Holders besides the one of the first booking. */
  further: readonly string[]
}

interface Options {
  /** The booking that has moved. The holders read of what that means for their right, besides whoever reads about the booking. */
  causedBy?: { bookingID: string; event: BookingEvent; toldAt: string | null }
  /** What a register says, by the ID of the niche. */
  said?: ReadonlyMap<string, SaidOfRight>
  /** The bookings that the caller has locked, if others may be moving: a niche that needs another one waits. */
  locked?: ReadonlySet<string>
}

type Fact = Awaited<ReturnType<typeof listFacts>>[number]
interface Settled {
  nicheID: string
  facts: Fact[]
  plan: NichePlan<RightRow>
}

/**
 * Grants, restores and surrenders rights, so that they agree with the bookings of these niches, in the transaction of whatever changed
 * them. Returns the niches that agree now.
 */
export async function settleRights(context: Context, nicheIDs: readonly string[], options: Options = {}) {
  const { causedBy, said = new Map<string, SaidOfRight>(), locked } = options
  const ofNiches = groupBy(await listFacts(context.db, nicheIDs), ({ nicheID }) => nicheID)
  const settled = [...ofNiches]
    .map(([nicheID, facts]): Settled => ({ nicheID, facts, plan: planNiche(facts) }))
    .filter(({ plan }) => !locked || plan.toName.every((bookingID) => locked.has(bookingID)))
  for (const each of settled) await moveKnown(context, each, causedBy)

  const granting = settled.filter(({ plan }) => plan.right?.event === 'grant')
  const rules = granting.length > 0 ? await readRightRules(context) : undefined
  const granted = await grantRights(
    context,
    granting.map(({ nicheID, facts, plan }) => newRight(nicheID, facts, plan.toName, rules, said.get(nicheID))),
  )
  const grantedIDs = new Map(granting.map(({ nicheID }, at) => [nicheID, granted[at]]))
  await nameRights(
    context.db,
    settled.flatMap(({ nicheID, plan: { right, toName } }) => {
      const rightID = right && right.event !== 'grant' ? right.right.rightID : grantedIDs.get(nicheID)
      return toName.map((bookingID) => ({ bookingID, rightID }))
    }),
  )
  await nameHolders(
    context,
    granting.map(({ nicheID }) => ({
      rightID: grantedIDs.get(nicheID) ?? '',
      further: said.get(nicheID)?.further ?? [],
    })),
  )
  return settled.map(({ nicheID }) => nicheID)
}

async function moveKnown(context: Context, { facts, plan }: Settled, causedBy: Options['causedBy']) {
  const { surrender, right, beginsOn } = plan
  for (const lost of surrender) {
    const holder = facts.find((fact) => fact.right?.rightID === lost.rightID)
    if (context.actor) await requireSurrenderable(context, lost)
    await moveRights(context, 'surrender', [lost], { bookingID: causedBy?.bookingID ?? holder?.bookingID })
    if (causedBy) await tellHolders(context, lost, 'The right has ended', causedBy)
  }
  if (right?.event === 'restore') {
    const returned = facts.find((fact) => fact.holds && fact.right?.rightID === right.right.rightID)
    await moveRights(context, 'restore', [right.right], { bookingID: causedBy?.bookingID ?? returned?.bookingID })
    if (causedBy) await tellHolders(context, right.right, 'The right counts again', causedBy)
  }
  if (right?.event === 'keep' && beginsOn && right.right.years !== null)
    await moveRights(context, 'begin', [right.right], {
      set: { endsOn: endOfTerm(beginsOn, right.right.years) },
    })
}

const tellHolders = (
  context: Context,
  { rightID }: RightRow,
  what: string,
  { bookingID, event, toldAt }: NonNullable<Options['causedBy']>,
) =>
  tellOfMove(context, rightID, {
    words: `${what}, because booking ${bookingID} was ${bookingEventWords[event].past}.`,
    toldAt,
  })

/** A register says since when and until when, and nothing is made up where it does not. Otherwise the rules of that day count. */
function newRight(
  nicheID: string,
  facts: readonly Fact[],
  toName: readonly string[],
  rules: (HouseRules & { since: Date | null }) | undefined,
  said: SaidOfRight | undefined,
): NewRight {
  const granting = facts.filter(({ bookingID }) => toName.includes(bookingID))
  const days = granting.flatMap((fact) => grantDayOf(fact) || [])
  const grantedOn = said?.from || (days.sort()[0] ?? null)
  const deedNumber = said?.deed || granting.find(({ deed }) => deed)?.deed || null
  const { bookingID = '', isImported = false, confirmedAt = null } = granting[0] ?? {}
  const applies = !isImported && rules?.since && confirmedAt && confirmedAt >= rules.since && grantedOn
  const term = said?.until ? fixed(said.until) : termUnder(applies ? rules : perpetual, grantedOn ?? '')
  const placedOn = firstPlacement(granting)
  const begins = awaitsPlacement(term) && placedOn && term.years !== null
  return {
    nicheID,
    bookingID,
    grantedOn,
    deedNumber,
    ...term,
    ...(applies ? { extensionYears: rules.extensionYears, extensionTimes: rules.extensionTimes } : noExtension),
    ...(begins && { endsOn: endOfTerm(placedOn, term.years ?? 0) }),
  }
}

const fixed = (endsOn: string): Term => ({ basis: 'fixedDay', years: null, endsOn })

const grantDayOf = ({ isImported, bookedOn, confirmedAt, createdAt }: Fact) =>
  isImported ? bookedOn : toDay(confirmedAt ?? createdAt)

const atOnce = 500

/**
 * A server of the previous version moves bookings without their rights, and what it confirmed before the upgrade has none. It waits for no
 * lock, so whoever moves a booking meanwhile is not held up; those bookings are compared the next time.
 */
export const settleMovedElsewhere = (context: Context): Promise<boolean> =>
  inTransaction(context, async (context) => {
    const { db } = context
    const moved = await lockToCompare(db)
    const locked = new Set(moved.map(({ bookingID }) => bookingID))
    const free = await lockNiches(db, [...new Set(moved.map(({ nicheID }) => nicheID))])
    const settled = new Set(await settleRights(context, free, { locked }))
    const compared = moved.filter(({ nicheID }) => settled.has(nicheID)).map(({ bookingID }) => bookingID)
    await markCompared(db, compared)
    return moved.length === atOnce && compared.length > 0
  })

/** True if the booking is confirmed, or was before the urn request that is open. */
const holds = sql<boolean>`(${whereActive} and (${bookings.bookingStatus} = 'Confirmed' or exists (
  select from ${urnRequests} r where r.booking_id = ${bookings.bookingID} and r.status = 'Open' and r.before_status = 'Confirmed')))`

const confirmedAt = sql<Date | null>`(
  select min(m.at) from ${bookingMoves} m where m.booking_id = ${bookings.bookingID} and m.to_status = 'Confirmed')`.mapWith(
  bookingMoves.at,
)

const placedAt = sql<Date | null>`(
  select min(m.at) from ${urns} u join ${urnMoves} m on m.tag = u.tag where u.booking_id = ${bookings.bookingID} and m.event = 'place')`.mapWith(
  urnMoves.at,
)

/** Every booking that these niches ever had, with the right that it names. */
async function listFacts(db: Db, nicheIDs: readonly string[]) {
  if (nicheIDs.length === 0) return []
  const rows = await db
    .select({
      bookingID: bookings.bookingID,
      nicheID: bookings.nicheID,
      createdAt: bookings.createdAt,
      holds,
      placedUrn,
      placedAt,
      confirmedAt,
      isImported: isNotNull(registerEntries.bookingID).mapWith(Boolean),
      bookedOn: registerEntries.bookedOn,
      deed: registerEntries.deed,
      right: rights,
    })
    .from(listedIDs(nicheIDs))
    .innerJoin(bookings, eq(bookings.nicheID, sql`${listedID}::uuid`))
    .leftJoin(registerEntries, eq(registerEntries.bookingID, bookings.bookingID))
    .leftJoin(rights, eq(rights.rightID, bookings.rightID))
    .orderBy(bookings.placeNumber, bookings.createdAt, bookings.bookingID)
  return rows.map(({ placedUrn, placedAt, ...row }) => ({
    ...row,
    urnPlaced: placedUrn !== null,
    placedOn: placedAt && toDay(placedAt),
  }))
}

async function nameRights(db: Db, named: readonly { bookingID: string; rightID: string | undefined }[]) {
  if (named.length === 0) return
  await db.execute(sql`
    update ${bookings} set right_id = named."rightID"
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as named ("bookingID" text, "rightID" uuid)
    where ${bookings.bookingID} = named."bookingID"`)
}

const lockToCompare = (db: Db) =>
  db
    .select({ bookingID: bookings.bookingID, nicheID: bookings.nicheID })
    .from(bookings)
    .where(sql`right_version is distinct from version`)
    .limit(atOnce)
    .for('update', { skipLocked: true })

async function lockNiches(db: Db, nicheIDs: readonly string[]) {
  const listed = sql`(select ${listedID}::uuid from ${listedIDs(nicheIDs)})`
  const rows = await db
    .select({ nicheID: niches.nicheID })
    .from(niches)
    .where(inArray(niches.nicheID, listed))
    .for('no key update', { skipLocked: true })
  return rows.map(({ nicheID }) => nicheID)
}

const markCompared = (db: Db, bookingIDs: readonly string[]) =>
  db
    .update(bookings)
    .set({ rightVersion: sql`${bookings.version}` })
    .where(inArray(bookings.bookingID, sql`(select ${listedID} from ${listedIDs(bookingIDs)})`))
