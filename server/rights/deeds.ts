import { and, eq, gte, lte } from 'drizzle-orm'
import { codeOfID, idsWithCode } from '#contract/documents/paper-code.ts'
import { buildingLevelBlock } from '#contract/niches/niche.ts'
import { maskName } from '#contract/rights/deed.ts'
import { readRightNumber } from '#contract/rights/term.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { whereActive } from '#server/database/active-booking.ts'
import { bookings, locationColumns, nicheLocations, rights } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { type Throttle, throttleAddress } from '#server/http/throttles.ts'
import { type Db, isThere } from '#server/ports/database.ts'
import { listHolderNames } from './holders.ts'
import { presentRight, type RightRow } from './queries.ts'

/** A right that is surrendered has no deed. */
export async function readDeed(context: SignedInContext, number: string) {
  const { db } = context
  const { right, ...place } = await readByNumber(db, number)
  await requireOwn(context, right)
  if (right.state === 'surrendered') throw new AppError('NOT_FOUND')
  const { deedNumber, grantedOn } = right
  return {
    ...place,
    ...presentRight(right),
    deedNumber,
    grantedOn,
    nichePlace: buildingLevelBlock(place),
    holders: await listHolderNames(context, right.rightID),
    code: codeOfID(right.rightID),
  }
}

/** Per client address: enough for an office that checks deeds, far too few to guess codes. */
export const deedVerifications: Throttle = { key: 'verify-deed-from', limit: 60, seconds: 15 * 60 }

export async function verifyDeed(context: Context, code: string) {
  await throttleAddress(context, deedVerifications)
  const { db } = context
  const rightID = await findIDWithCode(db, code)
  const found = rightID && (await findByID(db, rightID))
  if (!found) return { deed: null }
  const names = await listHolderNames(context, rightID)
  return { deed: { ...presentRight(found.right), nicheCode: found.nicheCode, holders: names.map(maskName) } }
}

const selectWithPlace = (db: Db) =>
  db
    .select({ right: rights, ...locationColumns })
    .from(rights)
    .innerJoin(nicheLocations, eq(nicheLocations.nicheID, rights.nicheID))

/** Reads the number as people write it. */
export async function readByNumber(db: Db, sent: string) {
  const number = readRightNumber(sent)
  const [found] = number === undefined ? [] : await selectWithPlace(db).where(eq(rights.number, number))
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

const findByID = (db: Db, rightID: string) =>
  selectWithPlace(db)
    .where(eq(rights.rightID, rightID))
    .then(([found]) => found)

/** Read without joins: PostgreSQL expects many rights in a range of IDs, and would read whole tables to join them. */
async function findIDWithCode(db: Db, code: string) {
  const [first, last] = idsWithCode(code)
  const [found] = await db
    .select({ rightID: rights.rightID })
    .from(rights)
    .where(and(gte(rights.rightID, first), lte(rights.rightID, last)))
    .limit(1)
  return found?.rightID
}

/** A family gets 404 for a right by which none of its bookings holds a niche. */
export async function requireOwn({ db, actor }: SignedInContext, { rightID }: Pick<RightRow, 'rightID'>) {
  if (actor.role !== 'user') return
  const own = and(eq(bookings.rightID, rightID), eq(bookings.userID, actor.userID), whereActive)
  if (!(await isThere(db, bookings, own))) throw new AppError('NOT_FOUND')
}
