import { buildingLevelBlock } from '#contract/niches/niche.ts'
import type { RightOfBooking } from '#contract/rights/right.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { pageOf } from '#server/http/paged.ts'
import { listContacts, presentContact } from './contacts.ts'
import { isHeldBy, readByNumber } from './deeds.ts'
import { listHolders, presentHolder } from './holders.ts'
import { presentRight } from './present-right.ts'
import { findRightOf, listMovesOf, listRightRows, type RightFilter, selectRows } from './queries.ts'

const pageLength = 100

export async function listRights({ db }: SignedInContext, filter: RightFilter, cursor: string | undefined) {
  const rows = await listRightRows(db, filter, cursor === undefined ? undefined : Number(cursor), pageLength + 1)
  const listed = rows.map(({ right, ...rest }) => ({ ...rest, ...right, ...presentRight(right), at: right.number }))
  return pageOf(listed, pageLength, ({ at }) => String(at))
}

export async function readRight(context: SignedInContext, sentNumber: string) {
  const { db } = context
  const { right, ...place } = await readByNumber(db, sentNumber)
  const [listed] = await selectRows(db, [right.rightID])
  if (!listed) throw new AppError('NOT_FOUND')
  const holders = await listHolders(db, [right.rightID])
  return {
    ...listed,
    ...right,
    ...presentRight(right),
    nichePlace: buildingLevelBlock(place),
    holders: holders.map((row) => presentHolder(context, row)),
    contacts: (await listContacts(db, right.rightID)).map((row) => presentContact(context, row)),
    history: await listMovesOf(db, right.rightID),
  }
}

/** For the family that has the niche. Only an account that holds the right reads its contacts. */
export async function readWhoDecides(context: SignedInContext, number: string) {
  const { db, actor } = context
  const { right } = await readByNumber(db, number)
  if (!(await isHeldBy(db, right.rightID, actor.userID))) throw new AppError('NOT_FOUND')
  const holders = await listHolders(db, [right.rightID])
  const isHolder = holders.some(({ account }) => account?.userID === actor.userID)
  return {
    holders: holders.flatMap(({ name }) => name || []),
    contacts: isHolder ? (await listContacts(db, right.rightID)).map((row) => presentContact(context, row)) : null,
  }
}

/** What the papers of a booking say about the right that it holds. */
export async function readRightOf({ db }: Pick<Context, 'db'>, bookingID: string): Promise<RightOfBooking | null> {
  const right = await findRightOf(db, bookingID)
  return right ? presentRight(right) : null
}
