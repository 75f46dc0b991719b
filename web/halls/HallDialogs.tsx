import type { Endpoint } from '#contract/endpoint.ts'
import { HallForm, type HallOverview, hallApi, LevelForm, type ListedLevel } from '#contract/halls/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { exploreApi } from '#contract/niches/explore-api.ts'
import type { ApiInput } from '#web/api/request.ts'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import type { RowAction } from '#web/ui/table/RowActions.tsx'

/** Adds a hall, or changes the given one. */
export const HallDialog = ({ hall }: { hall?: HallOverview }) => (
  <FormDialog
    title={hall ? 'Edit the hall' : 'Add a hall'}
    schema={HallForm}
    values={{ buildingName: hall?.buildingName ?? '', directions: hall?.directions ?? '' }}
    endpoint={hall ? hallApi.change : hallApi.add}
    input={(body) => ({ body: hall ? { ...body, buildingID: hall.buildingID } : body })}
    done={hall ? 'The hall has been changed.' : 'The hall has been added.'}
    invalidates={[hallApi.list, nicheApi.buildings, exploreApi.halls]}
  >
    {(form) => (
      <>
        <TextField label="Name" {...form.field('buildingName')} />
        <TextArea
          label="How to get there"
          optional
          rows={4}
          help="Families read this above the map."
          {...form.field('directions')}
        />
      </>
    )}
  </FormDialog>
)

interface LevelDialogProps {
  hall: HallOverview
  /** The level whose number to change; without one, a level is added. */
  level?: ListedLevel | undefined
}

export const LevelDialog = ({ hall: { buildingID, levels }, level }: LevelDialogProps) => (
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

/** The server refuses to delete what was used, so a wrong press loses nothing that happened. */
export const deletionOf = <E extends Endpoint>(
  /** The name in a sentence, such as `block A`. */
  name: string,
  endpoint: E,
  input: ApiInput<E>,
): Omit<RowAction, 'label'> => ({
  name: `Delete ${name}`,
  dialog: (onClose) => (
    <CallDialog
      title={`Delete ${name}?`}
      confirm="Delete"
      danger
      endpoint={endpoint}
      input={input}
      done={`Deleted: ${name}.`}
      invalidates={[hallApi.list, nicheApi.niches, exploreApi.halls]}
      onError={onClose}
    >
      Everything in it is deleted too. If something was ever booked, counted or placed there, nothing is deleted.
    </CallDialog>
  ),
})
