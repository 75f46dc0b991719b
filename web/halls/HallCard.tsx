import { type HallOverview, hallApi } from '#contract/halls/api.ts'
import common from '#web/ui/common.module.css'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import { BlockTable } from './BlockTable.tsx'
import { deletionOf, HallDialog, LevelDialog } from './HallDialogs.tsx'
import { HallPhotosDialog } from './HallPhotosDialog.tsx'
import { PublishBlocksDialog } from './PublishDialog.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'

/** A hall with its levels and their blocks: its name, its actions and the table are all that 24 blocks need. */
export function HallCard({ hall }: { hall: HallOverview }) {
  const { buildingID, buildingName, directions, offersTimes, levels } = hall
  const imported = levels.flatMap(({ blocks }) => blocks).filter(({ isDraft }) => isDraft)
  return (
    <section className={common.stack2} aria-label={buildingName}>
      <div className={common.spread}>
        <div>
          <h2>{buildingName}</h2>
          <p className={`${common.help} ${common.lines}`}>{directions || 'No directions are written yet.'}</p>
        </div>
        <RowActions
          actions={[
            { label: 'Edit', name: `Edit ${buildingName}`, dialog: () => <HallDialog hall={hall} /> },
            { label: 'Add a level', name: `Add a level to ${buildingName}`, dialog: () => <LevelDialog hall={hall} /> },
            {
              label: 'Placement hours',
              name: `Placement hours of ${buildingName}`,
              dialog: () => <ScheduleDialog hall={hall} />,
            },
            {
              label: 'Photographs',
              name: `Photographs of ${buildingName}`,
              dialog: () => <HallPhotosDialog hall={hall} />,
            },
            imported.length > 1 && {
              label: `Publish ${imported.length} imported blocks`,
              name: `Publish ${imported.length} imported blocks of ${buildingName}`,
              variant: 'primary',
              dialog: () => <PublishBlocksDialog hall={hall} blocks={imported} />,
            },
            { label: 'Delete', ...deletionOf(buildingName, hallApi.deleteHall, { body: { buildingID } }) },
          ]}
        />
      </div>
      {!offersTimes && levels.some(({ blocks }) => blocks.length > 0) && (
        <p>There are no placement hours yet: families cannot choose a day for the placement of an urn.</p>
      )}
      {levels.length > 0 ? <BlockTable hall={hall} /> : <p>Add a level first. Then you can lay out its blocks.</p>}
    </section>
  )
}
