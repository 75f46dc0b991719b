import { type HallOverview, hallApi, type ListedLevel } from '#contract/halls/api.ts'
import { pathTo } from '#contract/pages.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { BlockTable } from './BlockTable.tsx'
import { DeleteUnusedDialog } from './DeleteUnusedDialog.tsx'
import { DraftList } from './DraftList.tsx'
import styles from './HallCard.module.css'
import { LevelDialog } from './LevelDialog.tsx'

interface LevelSectionProps {
  hall: HallOverview
  level: ListedLevel
}

export function LevelSection({ hall, level }: LevelSectionProps) {
  const { levelID, levelNumber, blocks, drafts } = level
  const name = `level ${levelNumber} of ${hall.buildingName}`
  const deletion = { endpoint: hallApi.deleteLevel, input: { body: { levelID } } }
  return (
    <section className={styles.level} aria-label={`${hall.buildingName}, level ${levelNumber}`}>
      <h3>Level {levelNumber}</h3>
      {blocks.length > 0 && <BlockTable caption={`Blocks of ${name}`} hall={hall} blocks={blocks} />}
      {drafts.length > 0 && <DraftList hall={hall} drafts={drafts} />}
      <div className={common.row2}>
        <ButtonLink
          small
          variant="secondary"
          to={pathTo('halls', { level: levelID })}
          aria-label={`Lay out a block on ${name}`}
        >
          Lay out a block
        </ButtonLink>
        <DialogButton
          small
          variant="quiet"
          aria-label={`Edit ${name}`}
          dialog={(onClose) => <LevelDialog hall={hall} level={level} onClose={onClose} />}
        >
          Edit level
        </DialogButton>
        <DialogButton
          small
          variant="quiet"
          aria-label={`Delete ${name}`}
          dialog={(onClose) => <DeleteUnusedDialog name={name} {...deletion} onClose={onClose} />}
        >
          Delete level
        </DialogButton>
      </div>
    </section>
  )
}
