import { type HallOverview, hallApi, OpeningSize } from '#contract/halls/api.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FieldRow, Form, FormActions } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useZodForm } from '#web/ui/use-zod-form.ts'

type ListedBlock = HallOverview['levels'][number]['blocks'][number]

/** The opening decides which urns fit, not the inside of the niche. */
export function OpeningSizeDialog({ block, onClose }: { block: ListedBlock; onClose: () => void }) {
  const { blockID, blockName, openingWidthMm, openingHeightMm } = block
  const form = useZodForm(OpeningSize, {
    blockID,
    widthMm: openingWidthMm?.toString() ?? '',
    heightMm: openingHeightMm?.toString() ?? '',
  })
  const measure = useApiMutation(hallApi.measureOpening, {
    done: 'The size of the openings has been saved.',
    onSuccess: onClose,
    invalidates: [hallApi.list],
  })
  return (
    <Dialog title={`Openings of block ${blockName}`} onClose={onClose}>
      <Form form={form} onSubmit={(body) => measure.mutateAsync({ body })}>
        <p>
          Staff are warned when an urn is larger than the opening of its niche. Leave both empty if it was not measured.
        </p>
        <FieldRow>
          <TextField label="Width in mm" inputMode="numeric" {...form.field('widthMm')} />
          <TextField label="Height in mm" inputMode="numeric" {...form.field('heightMm')} />
        </FieldRow>
        <FormActions error={form.formState.errors.root?.message} onCancel={onClose}>
          <Button type="submit" busy={measure.isPending}>
            Save
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
