import { hallApi, OpeningChange } from '#contract/halls/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useZodForm } from '#web/ui/use-zod-form.ts'

interface OpeningDialogProps {
  block: { blockID: string; blockName: string }
  /** Only a block that is not open yet has one. */
  opensAt: string
  onClose: () => void
}

export function OpeningDialog({ block: { blockID, blockName }, opensAt, onClose }: OpeningDialogProps) {
  const form = useZodForm(OpeningChange, { blockID, opensAt: toField(opensAt) })
  const change = useApiMutation(hallApi.changeOpening, {
    done: 'The opening time has been changed.',
    onSuccess: onClose,
    invalidates: [hallApi.list, nicheApi.blocks],
  })
  return (
    <Dialog title={`Opening time of block ${blockName}`} onClose={onClose}>
      <Form form={form} onSubmit={(body) => change.mutateAsync({ body })}>
        <TextField
          type="datetime-local"
          label="Opens at"
          help="Singapore time. Leave it empty to open the block now."
          {...form.field('opensAt')}
        />
        <FormActions error={form.formState.errors.root?.message} onCancel={onClose}>
          <Button type="submit" busy={change.isPending}>
            Save
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}

const toField = (instant: string) =>
  new Date(Date.parse(instant) + 8 * 3_600_000).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length)
