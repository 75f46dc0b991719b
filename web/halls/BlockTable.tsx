import { formatDateTime } from '#contract/dates.ts'
import { type HallOverview, hallApi, type ListedBlock } from '#contract/halls/api.ts'
import { nicheStatuses } from '#contract/niches/niche.ts'
import { pathTo } from '#contract/pages.ts'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'
import { OpeningSizeDialog, OpeningTimeDialog, RenameBlockDialog } from './BlockDialogs.tsx'
import { deletionOf } from './HallDialogs.tsx'
import { PublishBlocksDialog } from './PublishDialog.tsx'

interface BlockTableProps {
  caption: string
  hall: HallOverview
  blocks: readonly ListedBlock[]
}

export const BlockTable = ({ caption, hall, blocks }: BlockTableProps) => (
  <Table
    caption={caption}
    rows={blocks}
    rowKey={({ blockID }) => blockID}
    columns={[
      { header: 'Block', cell: ({ blockName }) => blockName, typed: true, room: 7 },
      ...nicheStatuses.map(
        (status): Column<ListedBlock> => ({
          header: status,
          align: 'end',
          room: 5.5,
          cell: ({ counts }) => counts[status],
        }),
      ),
      { header: 'Opens', cell: (block) => openingTimeOf(block), room: 7 },
      { header: 'Actions', actions: true, room: 9.5, cell: (block) => <BlockActions hall={hall} block={block} /> },
    ]}
  />
)

function BlockActions({ hall, block }: { hall: HallOverview; block: ListedBlock }) {
  const { blockID, blockName, isDraft, opensAt } = block
  return (
    <RowActions
      actions={[
        isDraft && {
          label: 'Publish',
          name: `Publish block ${blockName}`,
          variant: 'primary',
          dialog: (onClose) => <PublishBlocksDialog hall={hall} blocks={[block]} onClose={onClose} />,
        },
        {
          label: 'Niches',
          name: `Prices and niches of block ${blockName}`,
          variant: 'secondary',
          to: pathTo('halls', { block: blockID }),
        },
        {
          label: 'Rename',
          name: `Rename block ${blockName}`,
          dialog: (onClose) => <RenameBlockDialog block={block} onClose={onClose} />,
        },
        {
          label: 'Door size',
          name: `Door size of block ${blockName}`,
          dialog: (onClose) => <OpeningSizeDialog block={block} onClose={onClose} />,
        },
        { label: 'Delete', ...deletionOf(`block ${blockName}`, hallApi.deleteBlock, { body: { blockID } }) },
        opensAt !== undefined &&
          !isDraft && {
            label: 'Opening time',
            name: `Change the opening time of block ${blockName}`,
            dialog: (onClose) => <OpeningTimeDialog block={block} opensAt={opensAt} onClose={onClose} />,
          },
      ]}
    />
  )
}

function openingTimeOf({ opensAt, isDraft }: ListedBlock) {
  if (isDraft) return opensAt ? `Not published, opens ${formatDateTime(opensAt)}` : 'Not published'
  return opensAt ? formatDateTime(opensAt) : 'Open'
}
