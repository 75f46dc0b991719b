import { z } from 'zod'
import { isIsoDay } from '../dates.ts'
import { rightBases } from './right.ts'
import { type HouseRules, hasDay, hasYears } from './term.ts'

/** The form on the House page: how long rights last that are granted from now on. */
export const RightRules = z
  .object({
    basis: z.enum(rightBases),
    years: z.string().trim(),
    until: z.string().trim(),
  })
  .superRefine(({ basis, years, until }, { addIssue }) => {
    const refuse = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message })
    if (hasYears(basis) && !/^[1-9]\d{0,2}$/.test(years))
      refuse('years', 'Please enter a number of years from 1 to 999.')
    if (hasDay(basis) && !isIsoDay(until)) refuse('until', 'Please choose the last day.')
  })
export type RightRules = z.infer<typeof RightRules>

/** What does not belong to the basis is forgotten. */
export const toHouseRules = ({ basis, years, until }: RightRules): HouseRules => ({
  basis,
  years: hasYears(basis) ? Number(years) : null,
  until: hasDay(basis) ? until : null,
})

export const toRightRules = ({ basis, years, until }: HouseRules): RightRules => ({
  basis,
  years: years?.toString() ?? '',
  until: until ?? '',
})
