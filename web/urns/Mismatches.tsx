import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { type Mismatch, type MismatchKind, urnApi } from '#contract/urns/api.ts'
import { TaskCard } from '#web/ui/table/ApiTable.tsx'
import type { Column } from '#web/ui/table/Table.tsx'
import { whenColumn } from '#web/ui/When.tsx'
import { moveTitles } from './move-words.ts'
import { AskedToSettle, SettleButton } from './SettleButton.tsx'

const whatDiffered: Record<MismatchKind, string> = {
  niche: 'the urn does not belong to this niche',
  name: 'another name was chosen',
  identifier: 'another date or number was chosen',
}

export const Mismatches = () => (
  <TaskCard
    endpoint={urnApi.mismatches}
    input={{ query: {} }}
    what="stopped moves of urns"
    caption="Stopped moves of urns"
    rowKey={({ attemptID }) => attemptID}
    columns={columns}
  >
    <p>Something did not match, so nothing was moved. Please find out what happened, and record it here.</p>
  </TaskCard>
)

const columns: readonly Column<Mismatch>[] = [
  { header: 'Urn', cell: ({ tag }) => <Link to={pathTo('urn', { tag })}>{tag}</Link>, code: true, phone: 'belowEnd' },
  { header: 'Niche entered', cell: ({ nicheCode }) => nicheCode, code: true },
  {
    header: 'What happened',
    cell: ({ event, kind, asked }) => (
      <div>
        {moveTitles[event]}: {whatDiffered[kind]} <AskedToSettle asked={asked} />
      </div>
    ),
    long: true,
    room: 12,
    phone: 'title',
  },
  { header: 'By', cell: ({ by }) => by, typed: true, folds: 'narrow' },
  whenColumn('When', ({ at }) => at, { folds: 'narrow', phone: 'below' }),
  {
    header: 'Settle',
    actions: true,
    cell: ({ attemptID, tag }) => (
      <SettleButton
        title={`Stopped move of urn ${tag}`}
        endpoint={urnApi.settleMismatch}
        input={(note) => ({ body: { attemptID, note } })}
        invalidates={[urnApi.mismatches]}
      />
    ),
  },
]
