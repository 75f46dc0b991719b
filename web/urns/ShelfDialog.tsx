import { ShelfForm, urnApi } from '#contract/urns/api.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useZodForm } from '#web/ui/use-zod-form.ts'
import { useRequestID } from './use-request-id.ts'

const Shelf = ShelfForm.pick({ shelf: true })

interface ShelfDialogProps {
  tag: string
  event: 'shelve' | 'move'
  onClose: () => void
}

export function ShelfDialog({ tag, event, onClose }: ShelfDialogProps) {
  const { requestID, renewIfAnswered } = useRequestID()
  const form = useZodForm(Shelf, { shelf: '' })
  const put = useApiMutation(urnApi[event], {
    done: 'The new place has been recorded.',
    onSuccess: onClose,
    onError: renewIfAnswered,
    invalidates: [urnApi.detail, urnApi.list],
  })
  return (
    <Dialog title={event === 'move' ? 'Move to another shelf' : 'Put on a shelf'} onClose={onClose}>
      <Form form={form} onSubmit={({ shelf }) => put.mutateAsync({ body: { requestID, tag, shelf } })}>
        <TextField
          label="Shelf"
          help="As it is written on the shelf, such as Store room, shelf 3."
          {...form.field('shelf')}
        />
        <FormActions error={form.formState.errors.root?.message} onCancel={onClose}>
          <Button type="submit" busy={put.isPending}>
            Save
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
