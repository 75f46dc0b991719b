import { useState } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import { type HallOverview, hallApi, type ListedBlock } from '#contract/halls/api.ts'
import { nicheStatuses } from '#contract/niches/niche.ts'
import { pathTo } from '#contract/pages.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { type Column, Table } from '#web/ui/Table.tsx'
import { DeleteUnusedDialog } from './DeleteUnusedDialog.tsx'
import { OpeningSizeDialog } from './OpeningSizeDialog.tsx'
import { OpeningTimeDialog } from './OpeningTimeDialog.tsx'
import { PublishBlocksDialog } from './PublishDialog.tsx'
import { RenameBlockDialog } from './RenameBlockDialog.tsx'

interface BlockTableProps {
  caption: string
  hall: HallOverview
  blocks: readonly ListedBlock[]
}

export function BlockTable({ caption, hall, blocks }: BlockTableProps) {
  const [published, setPublished] = useState<ListedBlock>()
  const [renamed, setRenamed] = useState<ListedBlock>()
  const [moved, setMoved] = useState<ListedBlock>()
  const [measured, setMeasured] = useState<ListedBlock>()
  const [deleted, setDeleted] = useState<ListedBlock>()
  const columns: readonly Column<ListedBlock>[] = [
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
    {
      header: 'Actions',
      actions: true,
      room: 9.5,
      cell: (block) => (
        <div className={common.row2}>
          {block.isDraft && (
            <Button small onClick={() => setPublished(block)} aria-label={`Publish block ${block.blockName}`}>
              Publish
            </Button>
          )}
          <ButtonLink
            small
            variant="secondary"
            to={pathTo('halls', { block: block.blockID })}
            aria-label={`Prices and niches of block ${block.blockName}`}
          >
            Niches
          </ButtonLink>
          <QuietAction name={`Rename block ${block.blockName}`} onClick={() => setRenamed(block)}>
            Rename
          </QuietAction>
          <QuietAction name={`Door size of block ${block.blockName}`} onClick={() => setMeasured(block)}>
            Door size
          </QuietAction>
          <QuietAction name={`Delete block ${block.blockName}`} onClick={() => setDeleted(block)}>
            Delete
          </QuietAction>
          {block.opensAt && !block.isDraft && (
            <QuietAction name={`Change the opening time of block ${block.blockName}`} onClick={() => setMoved(block)}>
              Opening time
            </QuietAction>
          )}
        </div>
      ),
    },
  ]
  return (
    <>
      <Table caption={caption} columns={columns} rows={blocks} rowKey={({ blockID }) => blockID} />
      {published && <PublishBlocksDialog hall={hall} blocks={[published]} onClose={() => setPublished(undefined)} />}
      {renamed && <RenameBlockDialog block={renamed} onClose={() => setRenamed(undefined)} />}
      {measured && <OpeningSizeDialog block={measured} onClose={() => setMeasured(undefined)} />}
      {deleted && (
        <DeleteUnusedDialog
          name={`block ${deleted.blockName}`}
          endpoint={hallApi.deleteBlock}
          input={{ body: { blockID: deleted.blockID } }}
          onClose={() => setDeleted(undefined)}
        />
      )}
      {moved?.opensAt && (
        <OpeningTimeDialog block={moved} opensAt={moved.opensAt} onClose={() => setMoved(undefined)} />
      )}
    </>
  )
}

function openingTimeOf({ opensAt, isDraft }: ListedBlock) {
  if (isDraft) return opensAt ? `Not published, opens ${formatDateTime(opensAt)}` : 'Not published'
  return opensAt ? formatDateTime(opensAt) : 'Open'
}

interface QuietActionProps {
  /** With the name of the block, for screen readers. */
  name: string
  onClick: () => void
  children: string
}

const QuietAction = ({ name, ...button }: QuietActionProps) => (
  <Button small variant="quiet" aria-label={name} {...button} />
)
