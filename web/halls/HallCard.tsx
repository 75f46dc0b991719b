import { useState } from 'react'
import type { HallOverview } from '#contract/halls/api.ts'
import { pathTo } from '#contract/pages.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { BlockTable } from './BlockTable.tsx'
import { DraftList } from './DraftList.tsx'
import styles from './HallCard.module.css'
import { HallDialog } from './HallDialog.tsx'
import { LevelDialog } from './LevelDialog.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'

export function HallCard({ hall }: { hall: HallOverview }) {
  const { buildingID, buildingName, directions, levels } = hall
  const [dialog, setDialog] = useState<'hall' | 'level' | 'hours'>()
  const close = () => setDialog(undefined)
  return (
    <Card title={buildingName}>
      <p className={styles.directions}>{directions || 'It is not described how to get there.'}</p>
      <div className={styles.actions}>
        <Button small variant="secondary" onClick={() => setDialog('hall')} aria-label={`Edit ${buildingName}`}>
          Edit
        </Button>
        <Button
          small
          variant="secondary"
          onClick={() => setDialog('level')}
          aria-label={`Add a level to ${buildingName}`}
        >
          Add a level
        </Button>
        <Button
          small
          variant="secondary"
          onClick={() => setDialog('hours')}
          aria-label={`Placement hours of ${buildingName}`}
        >
          Placement hours
        </Button>
      </div>
      {levels.map(({ levelID, levelNumber, blocks, drafts }) => (
        <section key={levelID} className={styles.level} aria-label={`${buildingName}, level ${levelNumber}`}>
          <h3>Level {levelNumber}</h3>
          {blocks.length > 0 && <BlockTable caption={`Blocks of level ${levelNumber}`} blocks={blocks} />}
          <DraftList drafts={drafts} />
          <div className={styles.actions}>
            <ButtonLink small variant="secondary" to={pathTo('halls', { level: levelID })}>
              Lay out a block
            </ButtonLink>
          </div>
        </section>
      ))}
      {dialog === 'hall' && <HallDialog hall={hall} onClose={close} />}
      {dialog === 'level' && <LevelDialog buildingID={buildingID} levels={levels} onClose={close} />}
      {dialog === 'hours' && <ScheduleDialog hall={hall} onClose={close} />}
    </Card>
  )
}
