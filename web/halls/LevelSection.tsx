import { useState } from 'react'
import { type HallOverview, hallApi } from '#contract/halls/api.ts'
import { pathTo } from '#contract/pages.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { BlockTable } from './BlockTable.tsx'
import { DeleteUnusedDialog } from './DeleteUnusedDialog.tsx'
import { DraftList } from './DraftList.tsx'
import styles from './HallCard.module.css'
import { LevelDialog } from './LevelDialog.tsx'

interface LevelSectionProps {
  hall: HallOverview
  level: HallOverview['levels'][number]
}

export function LevelSection({ hall, level }: LevelSectionProps) {
  const { levelID, levelNumber, blocks, drafts } = level
  const [isEditing, setEditing] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const name = `level ${levelNumber} of ${hall.buildingName}`
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
        <Button small variant="quiet" onClick={() => setEditing(true)} aria-label={`Edit ${name}`}>
          Edit level
        </Button>
        <Button small variant="quiet" onClick={() => setDeleting(true)} aria-label={`Delete ${name}`}>
          Delete level
        </Button>
      </div>
      {isDeleting && (
        <DeleteUnusedDialog
          name={name}
          endpoint={hallApi.deleteLevel}
          input={{ body: { levelID } }}
          onClose={() => setDeleting(false)}
        />
      )}
      {isEditing && <LevelDialog hall={hall} level={level} onClose={() => setEditing(false)} />}
    </section>
  )
}
