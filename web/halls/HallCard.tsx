import { useState } from 'react'
import { type HallOverview, hallApi } from '#contract/halls/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { DeleteUnusedDialog } from './DeleteUnusedDialog.tsx'
import styles from './HallCard.module.css'
import { HallDialog } from './HallDialog.tsx'
import { LevelDialog } from './LevelDialog.tsx'
import { LevelSection } from './LevelSection.tsx'
import { PublishBlocksDialog } from './PublishDialog.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'

export function HallCard({ hall }: { hall: HallOverview }) {
  const { buildingID, buildingName, directions, offersTimes, levels } = hall
  const imported = levels.flatMap(({ blocks }) => blocks).filter(({ isDraft }) => isDraft)
  const [dialog, setDialog] = useState<'hall' | 'level' | 'hours' | 'publish' | 'delete'>()
  const close = () => setDialog(undefined)
  return (
    <Card title={buildingName}>
      <p className={styles.directions}>{directions || 'No directions are written yet.'}</p>
      {!offersTimes && levels.some(({ blocks }) => blocks.length > 0) && (
        <p>There are no placement hours yet: families cannot choose a day for the placement of an urn.</p>
      )}
      <div className={common.row2}>
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
        {imported.length > 1 && (
          <Button
            small
            onClick={() => setDialog('publish')}
            aria-label={`Publish ${imported.length} imported blocks of ${buildingName}`}
          >
            Publish {imported.length} imported blocks
          </Button>
        )}
        <Button small variant="quiet" onClick={() => setDialog('delete')} aria-label={`Delete ${buildingName}`}>
          Delete
        </Button>
      </div>
      {levels.length === 0 && <p>Add a level first. Then you can lay out its blocks.</p>}
      {levels.map((level) => (
        <LevelSection key={level.levelID} hall={hall} level={level} />
      ))}
      {dialog === 'hall' && <HallDialog hall={hall} onClose={close} />}
      {dialog === 'level' && <LevelDialog hall={hall} onClose={close} />}
      {dialog === 'delete' && (
        <DeleteUnusedDialog
          name={buildingName}
          endpoint={hallApi.deleteHall}
          input={{ body: { buildingID } }}
          onClose={close}
        />
      )}
      {dialog === 'publish' && <PublishBlocksDialog hall={hall} blocks={imported} onClose={close} />}
      {dialog === 'hours' && <ScheduleDialog hall={hall} onClose={close} />}
    </Card>
  )
}
