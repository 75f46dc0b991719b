import { useState } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import { describeExpected, describeMark } from '#contract/urns/stock-take.ts'
import { stockTakeApi, type UrnDifference } from '#contract/urns/stock-take-api.ts'
import { useSignedIn } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { type Column, Table } from '#web/ui/table/Table.tsx'
import { AskedToSettle, SettleDialog } from './SettleDialog.tsx'

/** What two people found in a niche against what the ledger says, with how it was settled. */
export function Differences({ differences, isOfBlock }: { differences: readonly UrnDifference[]; isOfBlock: boolean }) {
  const [chosen, setChosen] = useState<UrnDifference>()
  const isWitness = useSignedIn().role === 'witness'
  const block: Column<UrnDifference> = { header: 'Block', cell: (each) => each.place, typed: true }
  return (
    <>
      <Table
        caption="Differences"
        rows={differences}
        rowKey={({ differenceID }) => differenceID}
        columns={[
          { header: 'Niche', cell: ({ nicheCode }) => nicheCode, code: true },
          ...(isOfBlock ? [] : [block]),
          { header: 'Should hold', cell: ({ expectedTag }) => describeExpected(expectedTag), code: true },
          { header: 'Found', cell: ({ found }) => <Found found={found} />, typed: true },
          {
            header: 'Settled',
            cell: (difference) =>
              difference.settled ? (
                <Settled {...difference.settled} />
              ) : (
                <div className={common.stack2}>
                  {!isWitness && (
                    <Button
                      small
                      variant="secondary"
                      aria-label={`Settle ${difference.nicheCode}`}
                      onClick={() => setChosen(difference)}
                    >
                      Settle
                    </Button>
                  )}
                  <AskedToSettle asked={difference.asked} />
                </div>
              ),
            typed: true,
          },
        ]}
      />
      {chosen && <SettleDifference difference={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}

const Found = ({ found }: Pick<UrnDifference, 'found'>) => (
  <div>
    {found.map(({ by, mark }) => (
      <p key={by}>
        {by}: {describeMark(mark)}
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

const SettleDifference = ({ difference, onClose }: { difference: UrnDifference; onClose: () => void }) => (
  <SettleDialog
    title={`Difference in niche ${difference.nicheCode}`}
    endpoint={stockTakeApi.settle}
    input={(note) => ({ body: { differenceID: difference.differenceID, note } })}
    invalidates={[stockTakeApi.differences, stockTakeApi.detail]}
    onClose={onClose}
  />
)
