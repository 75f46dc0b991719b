import { formatDateTime } from '#contract/dates.ts'
import { hallApi, type ListedPriceChange } from '#contract/halls/api.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApiMutation, useApiRows } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import rows from '#web/ui/rows.module.css'
import { ShowMore } from '#web/ui/table/ShowMore.tsx'

export function PriceChangeList({ blockID }: { blockID: string }) {
  const changes = useApiRows(hallApi.priceChanges, { query: { blockID } })
  return (
    <Card title="Changes of prices">
      <QueryResult query={changes} loading="Loading changes..." failure="Failed to load the changes of prices">
        {(list) =>
          list.length === 0 ? (
            <p>The prices have not been changed yet.</p>
          ) : (
            <ul className={common.stack3}>
              {list.map((each) => (
                <li key={each.changeID} className={rows.tightRow}>
                  <span>{toSentence(each)}</span>
                  {each.state === 'scheduled' && <Withdraw change={each} />}
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
      <ShowMore query={changes} what="changes" />
    </Card>
  )
}

/** Each change has its own call, because one that is running ignores another. */
function Withdraw({ change }: { change: ListedPriceChange }) {
  const withdraw = useApiMutation(hallApi.withdrawPrices, {
    done: 'The change has been withdrawn.',
    failed: toErrorMessage,
    invalidates: [hallApi.priceChanges],
  })
  return (
    <Button
      small
      variant="secondary"
      busy={withdraw.isPending}
      aria-label={`Withdraw the change ${toSentence(change)}`}
      onClick={() => withdraw.mutate({ body: { changeID: change.changeID } })}
    >
      Withdraw
    </Button>
  )
}

const toSentence = ({ change, niches, effectiveAt, madeBy, state }: ListedPriceChange) =>
  `${change}, ${niches} ${niches === 1 ? 'niche' : 'niches'}, ${stateWords[state]} ${formatDateTime(effectiveAt)}, by ${madeBy}`

const stateWords: Record<ListedPriceChange['state'], string> = {
  scheduled: 'from',
  applied: 'applied',
  withdrawn: 'withdrawn, was to be applied',
}
