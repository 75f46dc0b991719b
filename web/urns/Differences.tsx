import { formatDateTime } from '#contract/dates.ts'
import { describeExpected, describeMark } from '#contract/urns/stock-take.ts'
import { stockTakeApi, type UrnDifference } from '#contract/urns/stock-take-api.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { useSignedIn } from '#web/session/session.ts'
import { type Column, Table } from '#web/ui/table/Table.tsx'
import { AskedToSettle, SettleButton } from './SettleButton.tsx'

/** What two people found in a niche against what the ledger says, with how it was settled. */
export const Differences = ({
  differences,
  isOfBlock = false,
}: {
  differences: readonly UrnDifference[]
  isOfBlock?: boolean
}) => (
  <Table
    isOpen
    caption="Differences"
    rows={differences}
    rowKey={({ differenceID }) => differenceID}
    columns={isOfBlock ? columns.filter((each) => each !== block) : columns}
  />
)

const block: Column<UrnDifference> = { header: 'Block', cell: ({ place }) => place, typed: true, folds: 'narrow' }

const columns: readonly Column<UrnDifference>[] = [
  { header: 'Niche', cell: ({ nicheCode }) => nicheCode, code: true, phone: 'title' },
  block,
  { header: 'Should hold', cell: ({ expectedTag }) => describeExpected(expectedTag), code: true, phone: 'below' },
  { header: 'Found', cell: ({ found }) => <Found found={found} />, typed: true },
  {
    header: 'Settled',
    cell: ({ settled, asked }) => (settled ? <Settled {...settled} /> : <AskedToSettle asked={asked} />),
    typed: true,
  },
  { header: 'Settle', cell: (difference) => <Settle difference={difference} />, actions: true, room: 6 },
]

const Found = ({ found }: Pick<UrnDifference, 'found'>) => (
  <div>
    {found.map(({ by, mark }) => (
      <p key={by}>
        {by}: <Unbroken text={describeMark(mark)} />
      </p>
    ))}
  </div>
)

const Settled = ({ at, by, note }: NonNullable<UrnDifference['settled']>) => (
  <div>
    <p>
      {by}, <Unbroken text={formatDateTime(at)} />
    </p>
    <p>{note}</p>
  </div>
)

function Settle({ difference: { differenceID, nicheCode, settled } }: { difference: UrnDifference }) {
  const isWitness = useSignedIn().role === 'witness'
  if (settled || isWitness) return null
  return (
    <SettleButton
      name={`Settle ${nicheCode}`}
      title={`Difference in niche ${nicheCode}`}
      endpoint={stockTakeApi.settle}
      input={(note) => ({ body: { differenceID, note } })}
      invalidates={[stockTakeApi.differences, stockTakeApi.detail]}
    />
  )
}
