import { BlockRename, hallApi } from '#contract/halls/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import type { Block } from '#contract/niches/niche.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useZodForm } from '#web/ui/use-zod-form.ts'

export function RenameBlockDialog({ block, onClose }: { block: Block; onClose: () => void }) {
  const { blockID, blockName } = block
  const form = useZodForm(BlockRename, { blockID, blockName })
  const rename = useApiMutation(hallApi.renameBlock, {
    done: 'The block has been renamed.',
    onSuccess: onClose,
    invalidates: [hallApi.list, nicheApi.blocks],
  })
  return (
    <Dialog title={`Rename block ${blockName}`} onClose={onClose}>
      <Form form={form} onSubmit={(body) => rename.mutateAsync({ body })}>
        <TextField label="Name" help="The codes of its niches stay as they are." {...form.field('blockName')} />
        <FormActions error={form.formState.errors.root?.message} onCancel={onClose}>
          <Button type="submit" busy={rename.isPending}>
            Save
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
