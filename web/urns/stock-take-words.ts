import { counted } from '#contract/counted.ts'
import type { StockTake } from '#contract/urns/stock-take-api.ts'
import { hoursPerEvening, isToCount, minutesPerUrn, type planEvenings } from '#contract/urns/stock-take-plan.ts'

/** Where a stock-take stands, for example `Finished, 2 differences`. */
export function describeStockTakeState({
  state,
  people,
  differences,
}: Pick<StockTake, 'state' | 'people' | 'differences'>): string {
  if (state === 'cancelled') return 'Cancelled'
  if (state === 'done') return `Finished, ${countDifferences(differences)}`
  const finished = people.filter(({ finishedAt }) => finishedAt).length
  if (people.length === 1) return finished ? 'Waits for a second person' : 'One person is counting'
  return finished ? 'One of two has finished' : 'Two people are counting'
}

const countDifferences = (number: number) => (number === 0 ? 'no difference' : counted(number, 'difference'))

type Plan = ReturnType<typeof planEvenings>

/** What is left to count of the whole house, and how long two people need for it. */
export function describePlan({ planned, evenings }: Plan): string {
  const left = planned.filter(isToCount)
  if (left.length === 0) return 'Every urn has been placed or seen by two people.'
  const urns = left.reduce((sum, block) => sum + block.urns, 0)
  const pace = Math.max(1, Math.round(left.length / evenings))
  return [
    `Left: ${counted(left.length, 'block')} with ${counted(urns, 'urn')}.`,
    `Two people need about ${counted(evenings, 'evening')} of ${hoursPerEvening} hours, if an urn takes ${minutesPerUrn} minutes:`,
    left.length >= evenings
      ? `about ${counted(pace, 'block')} an evening.`
      : `about ${counted(Math.round(evenings / left.length), 'evening')} a block.`,
  ].join(' ')
}

/** When a block is counted, for example `Evenings 2 to 4`. */
export function describeEvenings({ urns, evenings }: Plan['planned'][number]): string {
  if (!evenings) return urns === 0 ? 'No urns' : 'Done'
  const { first, last } = evenings
  return first === last ? `Evening ${first}` : `Evenings ${first} to ${last}`
}
