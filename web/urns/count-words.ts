import type { UrnCount } from '#contract/urns/count-api.ts'

/** Where a stock-take stands, for example `Finished, 2 differences`. */
export function countStateOf({
  state,
  people,
  differences,
}: Pick<UrnCount, 'state' | 'people' | 'differences'>): string {
  if (state === 'cancelled') return 'Cancelled'
  if (state === 'done') return `Finished, ${countDifferences(differences)}`
  const finished = people.filter(({ finishedAt }) => finishedAt).length
  if (people.length === 1) return finished ? 'Waits for a second person' : 'One person is counting'
  return finished ? 'One of two has finished' : 'Two people are counting'
}

const countDifferences = (number: number) =>
  number === 0 ? 'no difference' : number === 1 ? '1 difference' : `${number} differences`
