import { z } from 'zod'
import { isIsoDay } from '../dates.ts'
import { leastClaimDays } from './claim.ts'
import { rightBases } from './right.ts'
import { type HouseRules, hasDay, hasYears } from './term.ts'

/** The form on the House page: how long rights last that are granted from now on. */
export const RightRules = z
  .object({
    basis: z.enum(rightBases),
    years: z.string().trim(),
    until: z.string().trim(),
    /** How long a right can be extended at a time, and how often; both empty if the house has no rule. */
    extensionYears: z.string().trim().default(''),
    extensionTimes: z.string().trim().default(''),
    /** How many days the other holders have to object to a claim. Without it, what is stored stays. */
    claimDays: z.string().trim().optional(),
  })
  .superRefine(({ basis, years, until, extensionYears, extensionTimes, claimDays }, { addIssue }) => {
    const refuse = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message })
    if (hasYears(basis) && !isYears(years)) refuse('years', 'Please enter a number of years from 1 to 999.')
    if (hasDay(basis) && !isIsoDay(until)) refuse('until', 'Please choose the last day.')
    if (claimDays !== undefined && !(/^\d{1,3}$/.test(claimDays) && Number(claimDays) >= leastClaimDays))
      refuse('claimDays', `Please enter a number of days from ${leastClaimDays} to 999.`)
    if (!extensionYears && !extensionTimes) return
    if (!isYears(extensionYears)) refuse('extensionYears', 'Please enter a number of years from 1 to 999.')
    if (!/^([1-9]\d?|0)$/.test(extensionTimes)) refuse('extensionTimes', 'Please enter a number from 0 to 99.')
  })
const isYears = (text: string) => /^[1-9]\d{0,2}$/.test(text)

export type RightRules = z.infer<typeof RightRules>

/** What does not belong to the basis is forgotten. */
export const toHouseRules = ({ basis, years, until, extensionYears, extensionTimes }: RightRules): HouseRules => ({
  basis,
  years: hasYears(basis) ? Number(years) : null,
  until: hasDay(basis) ? until : null,
  extensionYears: extensionYears ? Number(extensionYears) : null,
  extensionTimes: extensionYears ? Number(extensionTimes) : null,
})

export const toRightRules = ({ basis, years, until, extensionYears, extensionTimes }: HouseRules): RightRules => ({
  basis,
  years: years?.toString() ?? '',
  until: until ?? '',
  extensionYears: extensionYears?.toString() ?? '',
  extensionTimes: extensionTimes?.toString() ?? '',
})
