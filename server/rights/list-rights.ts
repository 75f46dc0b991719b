import type { RightOfBooking } from '#contract/rights/right.ts'
import { formatRightNumber } from '#contract/rights/term.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { pageOf } from '#server/http/paged.ts'
import { findRightOf, listRightRows, type RightFilter, type RightRow } from './queries.ts'

const pageLength = 100

export async function listRights({ db }: SignedInContext, filter: RightFilter, cursor: string | undefined) {
  const rows = await listRightRows(db, filter, cursor === undefined ? undefined : Number(cursor), pageLength + 1)
  const listed = rows.map(({ right, ...rest }) => ({ ...rest, ...right, ...presentRight(right), at: right.number }))
  return pageOf(listed, pageLength, ({ at }) => String(at))
}

/** What the papers of a booking say about the right that it holds. */
export async function readRightOf({ db }: Pick<Context, 'db'>, bookingID: string): Promise<RightOfBooking | null> {
  const right = await findRightOf(db, bookingID)
  return right ? presentRight(right) : null
}

/** As families and staff read it. */
export const presentRight = ({ number, state, basis, years, endsOn }: RightRow): RightOfBooking => ({
  number: formatRightNumber(number),
  state,
  basis,
  years,
  endsOn,
})
