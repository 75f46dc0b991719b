import { type HallOverview, hallApi, LevelForm, type ListedLevel } from '#contract/halls/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { exploreApi } from '#contract/niches/explore-api.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'

interface LevelDialogProps {
  hall: HallOverview
  /** The level whose number to change; without one, a level is added. */
  level?: ListedLevel | undefined
  onClose: () => void
}

export const LevelDialog = ({ hall: { buildingID, levels }, level, onClose }: LevelDialogProps) => (
  <FormDialog
    title={level ? `Edit level ${level.levelNumber}` : 'Add a level'}
    schema={LevelForm}
    values={{
      buildingID,
      levelNumber: level?.levelNumber ?? Math.max(0, ...levels.map((each) => each.levelNumber)) + 1,
    }}
    endpoint={level ? hallApi.changeLevel : hallApi.addLevel}
    input={({ levelNumber }) => ({
      body: level ? { levelID: level.levelID, levelNumber } : { buildingID, levelNumber },
    })}
    done={level ? 'The level has been changed.' : 'The level has been added.'}
    invalidates={[hallApi.list, nicheApi.levels, nicheApi.block, exploreApi.halls]}
    onClose={onClose}
  >
    {(form) => (
      <TextField
        label="Level"
        inputMode="numeric"
        help={level && 'The codes of its niches stay as they are.'}
        {...form.field('levelNumber')}
      />
    )}
  </FormDialog>
)
