import type { RightOfBooking } from '#contract/rights/right.ts'
import { formatRightNumber } from '#contract/rights/term.ts'
import type { RightRow } from './queries.ts'

/** As families and staff read it. */
export const presentRight = ({ number, state, basis, years, endsOn }: RightRow): RightOfBooking => ({
  number: formatRightNumber(number),
  state,
  basis,
  years,
  endsOn,
})
