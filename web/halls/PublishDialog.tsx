import { hallApi, PublishForm } from '#contract/halls/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { exploreApi } from '#contract/niches/explore-api.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useZodForm } from '#web/ui/use-zod-form.ts'

interface PublishDialogProps {
  draft: { draftID: string; blockName: string; niches: number }
  onClose: () => void
}

export function PublishDialog({ draft, onClose }: PublishDialogProps) {
  const { draftID, blockName, niches } = draft
  const form = useZodForm(PublishForm, { draftID, opensAt: '' })
  const publish = useApiMutation(hallApi.publish, {
    done: `Block ${blockName} has been published.`,
    onSuccess: onClose,
    invalidates: [hallApi.list, nicheApi.buildings, nicheApi.levels, nicheApi.blocks, exploreApi.halls],
  })
  return (
    <Dialog title={`Publish block ${blockName}`} onClose={onClose}>
      <Form form={form} onSubmit={(body) => publish.mutateAsync({ body })}>
        <p>Families will see its {niches} niches. Their codes cannot be changed afterwards.</p>
        <TextField
          type="datetime-local"
          label="Opens at"
          optional
          help="Singapore time. Until then, families see the block and a countdown, and nobody can book. Leave it empty to open the block now."
          {...form.field('opensAt')}
        />
        <FormActions error={form.formState.errors.root?.message} onCancel={onClose}>
          <Button type="submit" busy={publish.isPending}>
            Publish
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
