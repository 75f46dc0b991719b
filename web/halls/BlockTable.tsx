import { counted } from '#contract/counted.ts'
import { formatDateTime } from '#contract/dates.ts'
import {
  type HallOverview,
  hallApi,
  type ListedBlock,
  type ListedDraft,
  type ListedLevel,
} from '#contract/halls/api.ts'
import { type NicheStatus, nicheStatuses } from '#contract/niches/niche.ts'
import { pathTo } from '#contract/pages.ts'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { type RowAction, RowActions } from '#web/ui/table/RowActions.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'
import { OpeningSizeDialog, OpeningTimeDialog, RenameBlockDialog, RowHeightsDialog } from './BlockDialogs.tsx'
import { deletionOf, LevelDialog } from './HallDialogs.tsx'
import { PublishBlocksDialog, PublishDialog } from './PublishDialog.tsx'

/** A line of the table: a level, and below it its blocks and drafts. */
interface Line {
  key: string
  name: string
  isLevel?: true
  /** Drafts have none. */
  counts?: Partial<ListedBlock['counts']>
  state: string
  /** The usual actions of the block. */
  actions: readonly (RowAction | false | undefined)[]
  rareActions: readonly (RowAction | false | undefined)[]
}

export const BlockTable = ({ hall }: { hall: HallOverview }) => (
  <Table
    caption={`Levels and blocks of ${hall.buildingName}`}
    rows={hall.levels.flatMap((level) => [
      levelLine(hall, level),
      ...level.blocks.map((block) => blockLine(hall, level, block)),
      ...level.drafts.map((draft) => draftLine(hall, level, draft)),
    ])}
    rowKey={({ key }) => key}
    isGroup={({ isLevel }) => isLevel === true}
    columns={columns}
  />
)

/** The statuses that stay where there is no room for all. */
const mainStatuses: readonly NicheStatus[] = ['Available', 'Occupied']

const columns: readonly Column<Line>[] = [
  { header: 'Block', cell: ({ name }) => name, typed: true, room: 7, phone: 'title' },
  ...nicheStatuses.map(
    (status): Column<Line> => ({
      header: status,
      align: 'end',
      room: 5.5,
      cell: ({ counts }) => counts?.[status],
      ...(!mainStatuses.includes(status) && { folds: 'narrow' }),
    }),
  ),
  { header: 'Opens', cell: ({ state }) => state, typed: true, room: 7, phone: 'below' },
  { header: 'Actions', actions: true, room: 11, cell: ({ actions }) => <RowActions actions={actions} /> },
  {
    header: 'More actions',
    actions: true,
    folds: 'always',
    cell: ({ rareActions }) => <RowActions actions={rareActions} />,
  },
]

function levelLine(hall: HallOverview, level: ListedLevel): Line {
  const { levelID, levelNumber, blocks } = level
  const name = `level ${levelNumber} of ${hall.buildingName}`
  const sum = (status: NicheStatus) => blocks.reduce((total, { counts }) => total + counts[status], 0)
  return {
    key: levelID,
    name: `Level ${levelNumber}`,
    isLevel: true,
    counts: blocks.length > 1 ? Object.fromEntries(nicheStatuses.map((status) => [status, sum(status)])) : {},
    state: '',
    actions: [
      { label: 'Lay out a block', name: `Lay out a block on ${name}`, to: pathTo('halls', { level: levelID }) },
    ],
    rareActions: [
      { label: 'Edit level', name: `Edit ${name}`, dialog: () => <LevelDialog hall={hall} level={level} /> },
      { label: 'Delete level', ...deletionOf(name, hallApi.deleteLevel, { body: { levelID } }) },
    ],
  }
}

function blockLine(hall: HallOverview, { levelNumber }: ListedLevel, block: ListedBlock): Line {
  const { blockID, blockName, isDraft, opensAt, counts } = block
  const name = `block ${blockName} on level ${levelNumber}`
  return {
    key: blockID,
    name: blockName,
    counts,
    state: openingTimeOf(block),
    actions: [
      isDraft && {
        label: 'Publish',
        name: `Publish ${name}`,
        variant: 'primary',
        dialog: () => <PublishBlocksDialog hall={hall} blocks={[block]} />,
      },
      {
        label: 'Niches',
        name: `Prices and niches of ${name}`,
        variant: 'secondary',
        to: pathTo('halls', { block: blockID }),
      },
    ],
    rareActions: [
      { label: 'Rename', name: `Rename ${name}`, dialog: () => <RenameBlockDialog block={block} /> },
      { label: 'Door size', name: `Door size of ${name}`, dialog: () => <OpeningSizeDialog block={block} /> },
      opensAt !== undefined &&
        !isDraft && {
          label: 'Opening time',
          name: `Change the opening time of ${name}`,
          dialog: () => <OpeningTimeDialog block={block} opensAt={opensAt} />,
        },
      { label: 'Row heights', name: `Row heights of ${name}`, dialog: () => <RowHeightsDialog block={block} /> },
      { label: 'Delete', ...deletionOf(name, hallApi.deleteBlock, { body: { blockID } }) },
    ],
  }
}

function openingTimeOf({ opensAt, isDraft }: ListedBlock) {
  if (isDraft) return opensAt ? `Not published, opens ${formatDateTime(opensAt)}` : 'Not published'
  return opensAt ? formatDateTime(opensAt) : 'Open'
}

function draftLine(hall: HallOverview, { levelNumber }: ListedLevel, draft: ListedDraft): Line {
  const { draftID, blockName, niches } = draft
  const name = `block ${blockName} on level ${levelNumber}`
  return {
    key: draftID,
    name: blockName,
    state: `Draft, ${counted(niches, 'niche')}`,
    actions: [
      {
        label: 'Publish',
        name: `Publish ${name}`,
        variant: 'primary',
        dialog: () => <PublishDialog hall={hall} draft={draft} />,
      },
      {
        label: 'Edit',
        name: `Edit the draft of ${name}`,
        variant: 'secondary',
        to: pathTo('halls', { draft: draftID }),
      },
    ],
    rareActions: [
      { label: 'Delete', name: `Delete the draft of ${name}`, dialog: () => <DeleteDraftDialog draft={draft} /> },
    ],
  }
}

const DeleteDraftDialog = ({ draft }: { draft: ListedDraft }) => (
  <CallDialog
    title={`Delete the draft of block ${draft.blockName}?`}
    confirm="Delete"
    danger
    endpoint={hallApi.deleteDraft}
    input={{ body: { draftID: draft.draftID } }}
    done="The draft has been deleted."
    invalidates={[hallApi.list]}
  >
    Its layout and its prices will be lost.
  </CallDialog>
)
