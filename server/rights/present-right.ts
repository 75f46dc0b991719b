import type { z } from 'zod'
import type { OpenRight } from '#contract/rights/right.ts'
import { formatRightNumber } from '#contract/rights/term.ts'
import type { RightRow } from './queries.ts'

/** As families and staff read it. */
export const presentRight = ({
  number,
  state,
  basis,
  years,
  endsOn,
  heardAt,
}: RightRow): z.input<typeof OpenRight> => ({
  number: formatRightNumber(number),
  state,
  basis,
  years,
  endsOn,
  heardAt,
})
