import { HallForm, type HallOverview, hallApi } from '#contract/halls/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { exploreApi } from '#contract/niches/explore-api.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'

/** Adds a hall, or changes the given one. */
export const HallDialog = ({ hall, onClose }: { hall?: HallOverview; onClose: () => void }) => (
  <FormDialog
    title={hall ? 'Edit the hall' : 'Add a hall'}
    schema={HallForm}
    values={{ buildingName: hall?.buildingName ?? '', directions: hall?.directions ?? '' }}
    endpoint={hall ? hallApi.change : hallApi.add}
    input={(body) => ({ body: hall ? { ...body, buildingID: hall.buildingID } : body })}
    done={hall ? 'The hall has been changed.' : 'The hall has been added.'}
    invalidates={[hallApi.list, nicheApi.buildings, exploreApi.halls]}
    onClose={onClose}
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
