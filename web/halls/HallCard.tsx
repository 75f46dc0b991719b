import { type HallOverview, hallApi, type ListedDraft, type ListedLevel } from '#contract/halls/api.ts'
import { pathTo } from '#contract/pages.ts'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import { BlockTable } from './BlockTable.tsx'
import styles from './HallCard.module.css'
import { deletionOf, HallDialog, LevelDialog } from './HallDialogs.tsx'
import { PublishBlocksDialog, PublishDialog } from './PublishDialog.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'

export function HallCard({ hall }: { hall: HallOverview }) {
  const { buildingID, buildingName, directions, offersTimes, levels } = hall
  const imported = levels.flatMap(({ blocks }) => blocks).filter(({ isDraft }) => isDraft)
  return (
    <Card title={buildingName}>
      <p className={`${common.muted} ${common.lines}`}>{directions || 'No directions are written yet.'}</p>
      {!offersTimes && levels.some(({ blocks }) => blocks.length > 0) && (
        <p>There are no placement hours yet: families cannot choose a day for the placement of an urn.</p>
      )}
      <RowActions
        actions={[
          {
            label: 'Edit',
            name: `Edit ${buildingName}`,
            variant: 'secondary',
            dialog: (onClose) => <HallDialog hall={hall} onClose={onClose} />,
          },
          {
            label: 'Add a level',
            name: `Add a level to ${buildingName}`,
            variant: 'secondary',
            dialog: (onClose) => <LevelDialog hall={hall} onClose={onClose} />,
          },
          {
            label: 'Placement hours',
            name: `Placement hours of ${buildingName}`,
            variant: 'secondary',
            dialog: (onClose) => <ScheduleDialog hall={hall} onClose={onClose} />,
          },
          imported.length > 1 && {
            label: `Publish ${imported.length} imported blocks`,
            name: `Publish ${imported.length} imported blocks of ${buildingName}`,
            variant: 'primary',
            dialog: (onClose) => <PublishBlocksDialog hall={hall} blocks={imported} onClose={onClose} />,
          },
          { label: 'Delete', ...deletionOf(buildingName, hallApi.deleteHall, { body: { buildingID } }) },
        ]}
      />
      {levels.length === 0 && <p>Add a level first. Then you can lay out its blocks.</p>}
      {levels.map((level) => (
        <LevelSection key={level.levelID} hall={hall} level={level} />
      ))}
    </Card>
  )
}

function LevelSection({ hall, level }: { hall: HallOverview; level: ListedLevel }) {
  const { levelID, levelNumber, blocks, drafts } = level
  const name = `level ${levelNumber} of ${hall.buildingName}`
  return (
    <section
      className={`${common.stack3} ${common.ruled} ${styles.level}`}
      aria-label={`${hall.buildingName}, level ${levelNumber}`}
    >
      <h3>Level {levelNumber}</h3>
      {blocks.length > 0 && <BlockTable caption={`Blocks of ${name}`} hall={hall} blocks={blocks} />}
      {drafts.length > 0 && (
        <ul className={common.stack3}>
          {drafts.map((draft) => (
            <DraftRow key={draft.draftID} hall={hall} draft={draft} />
          ))}
        </ul>
      )}
      <RowActions
        actions={[
          {
            label: 'Lay out a block',
            name: `Lay out a block on ${name}`,
            variant: 'secondary',
            to: pathTo('halls', { level: levelID }),
          },
          {
            label: 'Edit level',
            name: `Edit ${name}`,
            dialog: (onClose) => <LevelDialog hall={hall} level={level} onClose={onClose} />,
          },
          { label: 'Delete level', ...deletionOf(name, hallApi.deleteLevel, { body: { levelID } }) },
        ]}
      />
    </section>
  )
}

function DraftRow({ hall, draft }: { hall: HallOverview; draft: ListedDraft }) {
  const { draftID, blockName, niches } = draft
  return (
    <li className={`${common.spread} ${common.tight}`}>
      <span>
        Draft of block {blockName}, {niches} niches
      </span>
      <RowActions
        actions={[
          {
            label: 'Publish',
            name: `Publish block ${blockName}`,
            variant: 'primary',
            dialog: (onClose) => <PublishDialog hall={hall} draft={draft} onClose={onClose} />,
          },
          {
            label: 'Edit',
            name: `Edit the draft of block ${blockName}`,
            variant: 'secondary',
            to: pathTo('halls', { draft: draftID }),
          },
          {
            label: 'Delete',
            name: `Delete the draft of block ${blockName}`,
            dialog: (onClose) => <DeleteDraftDialog draft={draft} onClose={onClose} />,
          },
        ]}
      />
    </li>
  )
}

const DeleteDraftDialog = ({ draft, onClose }: { draft: ListedDraft; onClose: () => void }) => (
  <CallDialog
    title={`Delete the draft of block ${draft.blockName}?`}
    confirm="Delete"
    danger
    endpoint={hallApi.deleteDraft}
    input={{ body: { draftID: draft.draftID } }}
    done="The draft has been deleted."
    invalidates={[hallApi.list]}
    onClose={onClose}
  >
    Its layout and its prices will be lost.
  </CallDialog>
)
