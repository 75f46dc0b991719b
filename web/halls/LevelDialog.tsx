import { type HallOverview, hallApi, LevelForm } from '#contract/halls/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { exploreApi } from '#contract/niches/explore-api.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useZodForm } from '#web/ui/use-zod-form.ts'

type Level = HallOverview['levels'][number]

interface LevelDialogProps {
  hall: HallOverview
  /** The level whose number to change; without one, a level is added. */
  level?: Level | undefined
  onClose: () => void
}

const invalidates = [hallApi.list, nicheApi.levels, nicheApi.block, exploreApi.halls]

export function LevelDialog({ hall: { buildingID, levels }, level, onClose }: LevelDialogProps) {
  const levelNumber = level?.levelNumber ?? Math.max(0, ...levels.map((each) => each.levelNumber)) + 1
  const form = useZodForm(LevelForm, { buildingID, levelNumber })
  const add = useApiMutation(hallApi.addLevel, { done: 'The level has been added.', onSuccess: onClose, invalidates })
  const change = useApiMutation(hallApi.changeLevel, {
    done: 'The level has been changed.',
    onSuccess: onClose,
    invalidates,
  })
  return (
    <Dialog title={level ? `Edit level ${level.levelNumber}` : 'Add a level'} onClose={onClose}>
      <Form
        form={form}
        onSubmit={({ levelNumber, ...hall }) =>
          level
            ? change.mutateAsync({ body: { levelID: level.levelID, levelNumber } })
            : add.mutateAsync({ body: { ...hall, levelNumber } })
        }
      >
        <TextField
          label="Level"
          inputMode="numeric"
          help={level && 'The codes of its niches stay as they are.'}
          {...form.field('levelNumber')}
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
