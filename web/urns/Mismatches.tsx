import { useState } from 'react'
import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { type Mismatch, type MismatchKind, urnApi } from '#contract/urns/api.ts'
import { useApi } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { Table } from '#web/ui/Table.tsx'
import { whenColumn } from '#web/ui/When.tsx'
import { moveTitles } from './move-words.ts'
import { AskedToSettle, SettleDialog } from './SettleDialog.tsx'

const whatDiffered: Record<MismatchKind, string> = {
  niche: 'the urn does not belong to this niche',
  name: 'another name was chosen',
  identifier: 'another date or number was chosen',
}

/** Shown only while there are stopped moves to settle. */
export function Mismatches() {
  const mismatches = useApi(urnApi.mismatches, {}, { what: 'stopped moves of urns' })
  const [chosen, setChosen] = useState<Mismatch>()
  if (!mismatches.data?.length && !chosen) return null
  return (
    <Card title="Stopped moves of urns">
      <p>Something did not match, so nothing was moved. Please find out what happened, and record it here.</p>
      <Table
        caption="Stopped moves of urns"
        rows={mismatches.data ?? []}
        rowKey={({ attemptID }) => attemptID}
        columns={[
          { header: 'Urn', cell: ({ tag }) => <Link to={pathTo('urn', { tag })}>{tag}</Link>, code: true },
          { header: 'Niche entered', cell: ({ nicheCode }) => nicheCode, code: true },
          { header: 'What happened', cell: ({ event, kind }) => `${moveTitles[event]}: ${whatDiffered[kind]}` },
          { header: 'By', cell: ({ by }) => by, typed: true },
          whenColumn('When', ({ at }: Mismatch) => at),
          {
            header: 'Settle',
            cell: (mismatch) => (
              <div className={common.stack2}>
                <Button small variant="secondary" onClick={() => setChosen(mismatch)}>
                  Settle
                </Button>
                <AskedToSettle asked={mismatch.asked} />
              </div>
            ),
            typed: true,
          },
        ]}
      />
      {chosen && <SettleMismatch mismatch={chosen} onClose={() => setChosen(undefined)} />}
    </Card>
  )
}

const SettleMismatch = ({ mismatch: { attemptID, tag }, onClose }: { mismatch: Mismatch; onClose: () => void }) => (
  <SettleDialog
    title={`Stopped move of urn ${tag}`}
    endpoint={urnApi.settleMismatch}
    input={(note) => ({ body: { attemptID, note } })}
    invalidates={[urnApi.mismatches]}
    onClose={onClose}
  />
)
