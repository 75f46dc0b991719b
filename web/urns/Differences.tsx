import { formatDateTime } from '#contract/dates.ts'
import { describeExpected, describeMark } from '#contract/urns/stock-take.ts'
import { stockTakeApi, type UrnDifference } from '#contract/urns/stock-take-api.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { useSignedIn } from '#web/session/session.ts'
import common from '#web/ui/common.module.css'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'
import { AskedToSettle, SettleDialog } from './SettleDialog.tsx'

/** What two people found in a niche against what the ledger says, with how it was settled. */
export const Differences = ({
  differences,
  isOfBlock = false,
}: {
  differences: readonly UrnDifference[]
  isOfBlock?: boolean
}) => (
  <Table
    caption="Differences"
    rows={differences}
    rowKey={({ differenceID }) => differenceID}
    columns={isOfBlock ? columns.filter((each) => each !== block) : columns}
  />
)

const block: Column<UrnDifference> = { header: 'Block', cell: ({ place }) => place, typed: true }

const columns: readonly Column<UrnDifference>[] = [
  { header: 'Niche', cell: ({ nicheCode }) => nicheCode, code: true, phone: 'title' },
  block,
  { header: 'Should hold', cell: ({ expectedTag }) => describeExpected(expectedTag), code: true, phone: 'below' },
  { header: 'Found', cell: ({ found }) => <Found found={found} />, typed: true },
  {
    header: 'Settled',
    cell: (difference) =>
      difference.settled ? <Settled {...difference.settled} /> : <Unsettled difference={difference} />,
    typed: true,
  },
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
      {by}, {formatDateTime(at)}
    </p>
    <p>{note}</p>
  </div>
)

function Unsettled({ difference: { differenceID, nicheCode, asked } }: { difference: UrnDifference }) {
  const isWitness = useSignedIn().role === 'witness'
  return (
    <div className={common.stack2}>
      {!isWitness && (
        <DialogButton
          small
          variant="secondary"
          aria-label={`Settle ${nicheCode}`}
          dialog={(onClose) => (
            <SettleDialog
              title={`Difference in niche ${nicheCode}`}
              endpoint={stockTakeApi.settle}
              input={(note) => ({ body: { differenceID, note } })}
              invalidates={[stockTakeApi.differences, stockTakeApi.detail]}
              onClose={onClose}
            />
          )}
        >
          Settle
        </DialogButton>
      )}
      <AskedToSettle asked={asked} />
    </div>
  )
}
