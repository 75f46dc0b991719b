import type { FoundPerson } from '#contract/find/api.ts'

/** `Facing the block, it is the 3rd niche from the left, in the 5th row from the top.` */
export function describeWay({
  nicheColumn,
  nicheRow,
  half,
  view,
}: Pick<FoundPerson, 'nicheColumn' | 'nicheRow' | 'half' | 'view'>) {
  const fromLeft = (view ? view.columns.indexOf(nicheColumn) : nicheColumn - 1) + 1
  const fromTop = (view ? view.rows.indexOf(nicheRow) : nicheRow - 1) + 1
  const row = `in the ${ordinal(fromTop)} row from the top`
  return half
    ? `Facing the block, it is behind the ${ordinal(fromLeft)} door from the left, ${row}: half ${half}.`
    : `Facing the block, it is the ${ordinal(fromLeft)} niche from the left, ${row}.`
}

const endings: Partial<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' }
const rules = new Intl.PluralRules('en', { type: 'ordinal' })
const ordinal = (number: number) => `${number}${endings[rules.select(number)] ?? 'th'}`
