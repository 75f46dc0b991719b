import { formatWhen } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { describeExpected } from '#contract/urns/stock-take.ts'
import { stockTakeApi } from '#contract/urns/stock-take-api.ts'
import { serverNow } from '#web/api/server-clock.ts'
import { useApi } from '#web/api/use-api.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { Task, TaskList } from './TaskList.tsx'

/** Niches in which two people did not find what the ledger says. */
export function DifferenceTasks() {
  const differences = useApi(stockTakeApi.differences, {}, { what: 'differences of stock-takes' })
  return (
    <QueryResult
      query={differences}
      loading="Loading the differences..."
      failure="The differences could not be read just now."
    >
      {(list) => (
        <TaskList title="Differences found in stock-takes" empty="There is no difference to settle.">
          {list.map(({ differenceID, nicheCode, place, expectedTag, at }) => (
            <Task
              key={differenceID}
              name={`Niche ${nicheCode}`}
              facts={[
                place,
                `Should be there: ${describeExpected(expectedTag)}. Found otherwise, ${formatWhen(new Date(at), serverNow())}`,
              ]}
            >
              <ButtonLink
                small
                variant="secondary"
                to={pathTo('stockTake')}
                aria-label={`See the difference in niche ${nicheCode}`}
              >
                See the difference
              </ButtonLink>
            </Task>
          ))}
        </TaskList>
      )}
    </QueryResult>
  )
}
