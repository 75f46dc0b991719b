import { HallForm, type HallOverview, hallApi } from '#contract/halls/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { exploreApi } from '#contract/niches/explore-api.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useZodForm } from '#web/ui/use-zod-form.ts'

const invalidates = [hallApi.list, nicheApi.buildings, exploreApi.halls]

/** Adds a hall, or changes the given one. */
export function HallDialog({ hall, onClose }: { hall?: HallOverview; onClose: () => void }) {
  const form = useZodForm(HallForm, { buildingName: hall?.buildingName ?? '', directions: hall?.directions ?? '' })
  const add = useApiMutation(hallApi.add, { done: 'The hall has been added.', onSuccess: onClose, invalidates })
  const change = useApiMutation(hallApi.change, { done: 'The hall has been changed.', onSuccess: onClose, invalidates })
  return (
    <Dialog title={hall ? 'Edit the hall' : 'Add a hall'} onClose={onClose}>
      <Form
        form={form}
        onSubmit={(body) =>
          hall ? change.mutateAsync({ body: { ...body, buildingID: hall.buildingID } }) : add.mutateAsync({ body })
        }
      >
        <TextField label="Name" {...form.field('buildingName')} />
        <TextArea
          label="How to get there"
          optional
          rows={4}
          help="Families read this above the map."
          {...form.field('directions')}
        />
        <FormActions error={form.formState.errors.root?.message} onCancel={onClose}>
          <Button type="submit" busy={add.isPending || change.isPending}>
            Save
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
