import { formatDateTime } from '#contract/dates.ts'
import type { UrnMoveEntry } from '#contract/urns/api.ts'
import { authorityLabels } from '#contract/urns/confirmation.ts'
import { urnMoves } from '#contract/urns/moves.ts'
import { Card } from '#web/ui/Card.tsx'
import { Table } from '#web/ui/table/Table.tsx'

export const UrnHistory = ({ moves }: { moves: readonly UrnMoveEntry[] }) => (
  <Card title="History">
    <Table
      caption="History of the urn"
      rows={moves}
      rowKey={({ at, event }) => `${at} ${event}`}
      columns={[
        { header: 'When', cell: ({ at }) => formatDateTime(at) },
        { header: 'What', cell: ({ event }) => urnMoves[event].label },
        { header: 'Where', cell: ({ where }) => where, typed: true },
        { header: 'By', cell: ({ by, witness }) => (witness ? `${by} and ${witness}` : by), typed: true },
        { header: 'Note', cell: (move) => noteOf(move), typed: true },
      ]}
    />
  </Card>
)

function noteOf({ reason, release }: UrnMoveEntry): string {
  if (!release) return reason || '-'
  const { releasedTo, identityKind, identityEnding, authority, document } = release
  return `To ${releasedTo}, ${identityKind} ending ${identityEnding}. ${authorityLabels[authority]}: ${document}`
}
