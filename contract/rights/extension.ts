import { addMonths } from '../dates.ts'
import { lettersBeforeEnd, type RightStatus } from './right.ts'

/** How long a right is extended at a time, and how often. Null if the house has no rule yet. */
export interface ExtensionRules {
  extensionYears: number | null
  extensionTimes: number | null
}

export const noExtension: ExtensionRules = { extensionYears: null, extensionTimes: null }

/** What decides whether a right can be extended. Its own rules are those of the house when it was granted, if there were any. */
export interface Extendable extends ExtensionRules {
  state: RightStatus
  endsOn: string | null
  /** The last day before it was extended for the first time. */
  firstEndsOn: string | null
  /** How often it was extended. */
  extended: number
}

/** A right can be extended from the day of the first letter about its end. */
const monthsToExtend = lettersBeforeEnd[0]

export const canExtendFrom = (endsOn: string): string => addMonths(endsOn, -monthsToExtend)

/** The rules of the right, or those of the house today for a right that has none. */
export function extensionRulesOf(right: ExtensionRules, house: ExtensionRules): ExtensionRules {
  const { extensionYears, extensionTimes } = right.extensionYears === null ? house : right
  return { extensionYears, extensionTimes }
}

/** The last day of a right after it was extended so often in all. Counted from its first last day, so that 29 February returns. */
export const endAfter = ({ endsOn, firstEndsOn }: Extendable, years: number, times: number): string =>
  addMonths(firstEndsOn ?? endsOn ?? '', 12 * years * times)

/** What the next extension does. Undefined if the right has no end, its end is far away, or it was extended as often as the rules allow. */
export function nextExtension(right: Extendable, house: ExtensionRules, today: string) {
  const { state, endsOn, extended } = right
  const { extensionYears: years, extensionTimes: times } = extensionRulesOf(right, house)
  if (state === 'surrendered' || !endsOn || !years || !times || extended >= times) return undefined
  return today < canExtendFrom(endsOn) ? undefined : { years, until: endAfter(right, years, extended + 1) }
}

export type NextExtension = ReturnType<typeof nextExtension>
