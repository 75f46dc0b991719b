import { Link } from 'react-router'
import { counted } from '#contract/counted.ts'
import { dayMs } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import type { StockTake, StockTakeBlock } from '#contract/urns/stock-take-api.ts'
import { planEvenings } from '#contract/urns/stock-take-plan.ts'
import { Card } from '#web/ui/Card.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { whenColumn } from '#web/ui/When.tsx'
import { describeEvenings, describePlan, describeStockTakeState } from './stock-take-words.ts'

interface HouseProgressProps {
  blocks: readonly StockTakeBlock[]
  stockTakes: readonly StockTake[]
}

type Plan = ReturnType<typeof planEvenings<StockTakeBlock>>
type Row = Plan['planned'][number] & { open: StockTake | undefined }

const daysOfAYear = 365

/**
 * Shows how much of the ledger people have seen, how long the rest takes, which blocks were counted in the last year and who counts where now.
 * People print it to continue on another day.
 */
export function HouseProgress({ blocks, stockTakes }: HouseProgressProps) {
  const since = new Date(Date.now() - daysOfAYear * dayMs).toISOString()
  const recent = blocks.filter(({ countedAt }) => countedAt && countedAt >= since).length
  const plan = planEvenings(blocks)
  const rows = plan.planned.map((block) => ({
    ...block,
    open: stockTakes.find(({ blockID, state }) => blockID === block.blockID && state === 'open'),
  }))
  return (
    <Card title="The whole house">
      <SeenUrns plan={plan} />
      <p role="status">
        {recent} of {counted(blocks.length, 'block was', 'blocks were')} counted in the last year.
      </p>
      <p data-screen-only>
        Labels of a whole hall:{' '}
        {[...new Set(blocks.map(({ buildingName }) => buildingName))].map((hall, index) => (
          <span key={hall}>
            {index > 0 && ', '}
            <Link to={pathTo('urnLabels', { hall })}>{hall}</Link>
          </span>
        ))}
      </p>
      <Table caption="Blocks" rows={rows} rowKey={({ blockID }) => blockID} columns={columns} />
    </Card>
  )
}

/** What the register of an old house says is not known to be right before people have looked. */
function SeenUrns({ plan }: { plan: Plan }) {
  const sum = (name: 'urns' | 'seen') => plan.planned.reduce((total, block) => total + block[name], 0)
  const urns = sum('urns')
  if (urns === 0) return null
  return (
    <>
      <ProgressBar label={`${sum('seen')} of ${urns} urns seen`} share={sum('seen') / urns} />
      <p>{describePlan(plan)}</p>
    </>
  )
}

const columns: readonly Column<Row>[] = [
  { header: 'Block', cell: ({ place }) => place, typed: true, wraps: true, room: 13, phone: 'title' },
  { header: 'Urns seen', cell: ({ seen, urns }) => (urns > 0 ? `${seen} of ${urns}` : '-'), phone: 'belowEnd' },
  { header: 'Plan', cell: describeEvenings, typed: true, room: 6, phone: 'below' },
  whenColumn('Last counted', ({ countedAt }) => countedAt, { otherwise: 'Never', folds: 'narrow' }),
  {
    header: 'Now',
    cell: ({ open }) =>
      open ? (
        <Link to={pathTo('stockTakeOfBlock', { countID: open.countID })}>
          {describeStockTakeState(open)}: {open.people.map(({ name }) => name).join(' and ')}
        </Link>
      ) : (
        'Nobody counts here'
      ),
    typed: true,
  },
  {
    header: 'Labels',
    room: 6.5,
    phone: 'end',
    cell: ({ blockID, place }) => (
      <Link to={pathTo('urnLabels', { block: blockID })}>
        Print labels<VisuallyHidden> of {place}</VisuallyHidden>
      </Link>
    ),
  },
]
