import { ShelfForm, urnApi } from '#contract/urns/api.ts'
import { useRequestID } from '#web/api/use-request-id.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'

const Shelf = ShelfForm.pick({ shelf: true })

interface ShelfDialogProps {
  tag: string
  event: 'shelve' | 'move'
  onClose: () => void
}

export function ShelfDialog({ tag, event, onClose }: ShelfDialogProps) {
  const { withRequestID, renewIfAnswered } = useRequestID()
  return (
    <FormDialog
      title={event === 'move' ? 'Move to another shelf' : 'Put on a shelf'}
      schema={Shelf}
      values={{ shelf: '' }}
      endpoint={urnApi[event]}
      input={({ shelf }) => ({ body: withRequestID({ tag, shelf }) })}
      done="The new place has been recorded."
      onError={renewIfAnswered}
      invalidates={[urnApi.detail, urnApi.list]}
      onClose={onClose}
    >
      {(form) => (
        <TextField
          label="Shelf"
          help="As it is written on the shelf, such as Store room, shelf 3."
          {...form.field('shelf')}
        />
      )}
    </FormDialog>
  )
}
