import { useState } from 'react'
import { useParams } from 'react-router'
import { formatDateTime } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { type StockTakeDetail, stockTakeApi } from '#contract/urns/stock-take-api.ts'
import { useApi, useApiMutation } from '#web/api/use-api.ts'
import { useSignedIn } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Card, Facts } from '#web/ui/Card.tsx'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { ReasonDialog } from '#web/ui/dialog/ReasonDialog.tsx'
import { ErrorAlert } from '#web/ui/ErrorAlert.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { Checklist } from './Checklist.tsx'
import { Differences } from './Differences.tsx'
import { describeStockTakeState } from './stock-take-words.ts'

const everyMs = 10_000

/** One stock-take: the checklist, on a phone in front of the block, and later its result. */
export function StockTakeOfBlockPage() {
  const { countID = '' } = useParams()
  const isWitness = useSignedIn().role === 'witness'
  const [isWaiting, setWaiting] = useState(false)
  const stockTake = useApi(stockTakeApi.detail, { params: { countID } }, isWaiting ? { refetchInterval: everyMs } : {})
  const isOpen = stockTake.data?.state === 'open'
  const isMarking = stockTake.data !== undefined && stockTake.data.niches.length > 0
  /** Polls only for people who wait. While a person marks, the answers update the cache, so nothing is reloaded. */
  if (stockTake.data && isWaiting !== (isOpen && !isMarking)) setWaiting(isOpen && !isMarking)
  return (
    <Page
      title="Stock-take of a block"
      narrow
      actions={
        <ButtonLink variant="secondary" to={pathTo('stockTake')}>
          All stock-takes
        </ButtonLink>
      }
    >
      <QueryResult
        query={stockTake}
        loading="Loading the block..."
        failure="The stock-take could not be loaded just now."
        missing="We could not find this stock-take."
      >
        {(detail) => (
          <>
            <Summary stockTake={detail} />
            {detail.state === 'open' && <Turn stockTake={detail} />}
            {detail.state === 'done' && <Result stockTake={detail} />}
            {detail.state === 'open' && !isWitness && <Cancel countID={countID} />}
          </>
        )}
      </QueryResult>
    </Page>
  )
}

const Summary = ({ stockTake }: { stockTake: StockTakeDetail }) => (
  <Card title={stockTake.place}>
    <Facts
      facts={[
        ['State', describeStockTakeState(stockTake)],
        ['Counted by', stockTake.people.map(({ name, isMe }) => (isMe ? `${name} (you)` : name)).join(' and ')],
        ['Begun', formatDateTime(stockTake.startedAt)],
        stockTake.endedAt && ['Ended', formatDateTime(stockTake.endedAt)],
      ]}
    />
  </Card>
)

/** The buttons for what the reader can do now. */
function Turn({ stockTake }: { stockTake: StockTakeDetail }) {
  const me = stockTake.people.find(({ isMe }) => isMe)
  if (me && !me.finishedAt) return <Checklist stockTake={stockTake} />
  if (me)
    return (
      <Callout title="You have finished your count">
        {stockTake.people.length === 1
          ? 'Now somebody else counts the same block, in their own session. The result is shown here once both have finished.'
          : 'The result is shown here once the other person has finished.'}
      </Callout>
    )
  if (stockTake.people.length === 2) return <Callout>The result is shown here once both have finished.</Callout>
  return <Join stockTake={stockTake} />
}

function Join({ stockTake: { blockID } }: { stockTake: StockTakeDetail }) {
  const [refusal, setRefusal] = useState('')
  const begin = useApiMutation(stockTakeApi.begin, {
    onConflict: setRefusal,
    failed: () => 'You could not join. Please try again.',
    invalidates: [stockTakeApi.detail, stockTakeApi.list],
  })
  return (
    <Card title="Second person">
      <p>Count the whole block as well. You do not see what the other person has marked.</p>
      <ErrorAlert>{refusal}</ErrorAlert>
      <Button busy={begin.isPending} onClick={() => begin.mutate({ body: { blockID } })}>
        Count this block too
      </Button>
    </Card>
  )
}

const Result = ({ stockTake: { found } }: { stockTake: StockTakeDetail }) =>
  found.length === 0 ? (
    <Callout tone="good">Both found every urn where it should be, and no other.</Callout>
  ) : (
    <Card title="Differences">
      <Differences differences={found} isOfBlock />
    </Card>
  )

const Cancel = ({ countID }: { countID: string }) => (
  <div>
    <DialogButton
      variant="quiet"
      dialog={() => (
        <ReasonDialog
          title="Cancel this stock-take"
          verb="Cancel the stock-take"
          help="Kept in the audit log."
          endpoint={stockTakeApi.cancel}
          input={(reason) => ({ body: { countID, reason } })}
          done="The stock-take is cancelled."
          invalidates={[stockTakeApi.detail, stockTakeApi.list]}
        >
          What both people have marked is kept, but nothing is compared. The block can be counted again.
        </ReasonDialog>
      )}
    >
      Cancel this stock-take
    </DialogButton>
  </div>
)
