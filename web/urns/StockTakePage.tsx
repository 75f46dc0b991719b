import { Link, useNavigate } from 'react-router'
import { z } from 'zod'
import { formatDateTime } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { mostDifferences, type StockTake, type StockTakeBlock, stockTakeApi } from '#contract/urns/stock-take-api.ts'
import { useApi, useApiMutation, useApiRows } from '#web/api/use-api.ts'
import { useSignedIn } from '#web/session/session.ts'
import { AllAtOnce } from '#web/ui/AllAtOnce.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Form, FormActions } from '#web/ui/form/Form.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { Page } from '#web/ui/Page.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { ApiTable } from '#web/ui/table/ApiTable.tsx'
import type { Column } from '#web/ui/table/Table.tsx'
import { whenColumn } from '#web/ui/When.tsx'
import { Differences } from './Differences.tsx'
import { HouseProgress } from './HouseProgress.tsx'
import { describeStockTakeState } from './stock-take-words.ts'

/** The blocks that are counted, and what was found. */
export function StockTakePage() {
  const isWitness = useSignedIn().role === 'witness'
  const blocks = useApi(stockTakeApi.blocks, {}, { enabled: !isWitness })
  const differences = useApi(stockTakeApi.differences, {}, { what: 'differences of stock-takes', enabled: !isWitness })
  const stockTakes = useApiRows(stockTakeApi.list, { query: {} }).data
  return (
    <Page
      title="Stock-take"
      intro="Two members of staff count a block, each on their own device. Neither sees what the other marks before both have finished."
      actions={<PrintButton>Print this list</PrintButton>}
    >
      <AllAtOnce loading="Loading the stock-takes...">
        {isWitness ? (
          <Callout>You join a stock-take that a member of staff has begun: choose it from the list.</Callout>
        ) : (
          <>
            <div data-screen-only>
              <Card title="Count a block">
                <QueryResult
                  query={blocks}
                  loading="Loading the blocks..."
                  failure="The blocks could not be read just now."
                >
                  {(list) => (list.length === 0 ? <NoBlocks /> : <BlockForm blocks={list} />)}
                </QueryResult>
              </Card>
            </div>
            <QueryResult
              query={differences}
              loading="Loading the differences..."
              failure="The differences could not be read just now."
            >
              {(list) => (
                <Card title="Differences to settle">
                  {list.length === 0 ? <p>There is no difference to settle.</p> : <Differences differences={list} />}
                  {list.length === mostDifferences && (
                    <p>
                      These are the {mostDifferences} oldest. There may be newer ones, which are listed once these are
                      settled.
                    </p>
                  )}
                </Card>
              )}
            </QueryResult>
          </>
        )}
        {stockTakes && blocks.data && blocks.data.length > 0 && (
          <HouseProgress blocks={blocks.data} stockTakes={stockTakes} />
        )}
        <ApiTable
          endpoint={stockTakeApi.list}
          input={{ query: {} }}
          what="stock-takes"
          caption="Stock-takes"
          columns={columns}
          rowKey={({ countID }) => countID}
          loading="Loading the stock-takes..."
          failure="The list could not be read just now."
          empty={
            <EmptyState
              words="No block has been counted yet."
              hint="A stock-take compares the urns in a block with what Columba knows. Begin with a block that you know well."
            />
          }
        />
      </AllAtOnce>
    </Page>
  )
}

function NoBlocks() {
  const { role } = useSignedIn()
  return (
    <>
      <p>There is no block to count yet. An admin lays out the halls, or imports the register of an old house.</p>
      {role === 'admin' && (
        <div>
          <ButtonLink variant="secondary" to={pathTo('halls')}>
            See the halls
          </ButtonLink>
        </div>
      )}
    </>
  )
}

const BlockChoice = z.object({ blockID: z.string().min(1, 'Please choose a block.') })

function BlockForm({ blocks }: { blocks: readonly StockTakeBlock[] }) {
  const navigate = useNavigate()
  const form = useZodForm(BlockChoice, { blockID: '' })
  const begin = useApiMutation(stockTakeApi.begin, {
    onSuccess: ({ countID }) => navigate(pathTo('stockTakeOfBlock', { countID })),
    onConflict: () => undefined,
    invalidates: [stockTakeApi.list],
  })
  const options = blocks.map(({ blockID, place, countedAt }) => ({
    value: blockID,
    label: countedAt ? `${place} (last counted ${formatDateTime(countedAt)})` : place,
  }))
  return (
    <Form form={form} onSubmit={(body) => begin.mutateAsync({ body })}>
      <SelectField
        label="Block"
        placeholder="Please choose"
        help="If somebody is counting it already, you join as the second person."
        options={options}
        {...form.field('blockID')}
      />
      <FormActions submit="Count this block" />
    </Form>
  )
}

const columns: readonly Column<StockTake>[] = [
  {
    header: 'Block',
    cell: ({ countID, place }) => <Link to={pathTo('stockTakeOfBlock', { countID })}>{place}</Link>,
    typed: true,
    wraps: true,
    phone: 'title',
  },
  {
    header: 'Counted by',
    cell: ({ people }) => people.map(({ name }) => name).join(' and '),
    typed: true,
  },
  whenColumn('Begun', ({ startedAt }) => startedAt, { phone: 'end' }),
  { header: 'State', cell: describeStockTakeState, phone: 'below' },
]
