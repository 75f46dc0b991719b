import { type HallOverview, hallApi, LevelForm } from '#contract/halls/api.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useZodForm } from '#web/ui/use-zod-form.ts'

interface LevelDialogProps extends Pick<HallOverview, 'buildingID' | 'levels'> {
  onClose: () => void
}

export function LevelDialog({ buildingID, levels, onClose }: LevelDialogProps) {
  const levelNumber = Math.max(0, ...levels.map((level) => level.levelNumber)) + 1
  const form = useZodForm(LevelForm, { buildingID, levelNumber })
  const add = useApiMutation(hallApi.addLevel, {
    done: 'The level has been added.',
    onSuccess: onClose,
    invalidates: [hallApi.list],
  })
  return (
    <Dialog title="Add a level" onClose={onClose}>
      <Form form={form} onSubmit={(body) => add.mutateAsync({ body })}>
        <TextField label="Level" inputMode="numeric" {...form.field('levelNumber')} />
        <FormActions error={form.formState.errors.root?.message} onCancel={onClose}>
          <Button type="submit" busy={add.isPending}>
            Save
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
