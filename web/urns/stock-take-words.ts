import type { StockTake } from '#contract/urns/stock-take-api.ts'

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

const countDifferences = (number: number) =>
  number === 0 ? 'no difference' : number === 1 ? '1 difference' : `${number} differences`
