import { useState } from 'react'
import type { HallOverview } from '#contract/halls/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from './HallCard.module.css'
import { HallDialog } from './HallDialog.tsx'
import { LevelDialog } from './LevelDialog.tsx'
import { LevelSection } from './LevelSection.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'

export function HallCard({ hall }: { hall: HallOverview }) {
  const { buildingName, directions, levels } = hall
  const [dialog, setDialog] = useState<'hall' | 'level' | 'hours'>()
  const close = () => setDialog(undefined)
  return (
    <Card title={buildingName}>
      <p className={styles.directions}>{directions || 'No directions are written yet.'}</p>
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
      {levels.length === 0 && <p>Add a level first. Then you can lay out its blocks.</p>}
      {levels.map((level) => (
        <LevelSection key={level.levelID} hall={hall} level={level} />
      ))}
      {dialog === 'hall' && <HallDialog hall={hall} onClose={close} />}
      {dialog === 'level' && <LevelDialog hall={hall} onClose={close} />}
      {dialog === 'hours' && <ScheduleDialog hall={hall} onClose={close} />}
    </Card>
  )
}
