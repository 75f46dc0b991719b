import { useNavigate } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { type UrnDetail, UrnFacts, urnApi } from '#contract/urns/api.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { useZodForm } from '#web/ui/use-zod-form.ts'
import { factsOf, UrnFactFields } from './UrnFactFields.tsx'
import { useRequestID } from './use-request-id.ts'

interface ReceiveDialogProps {
  bookingID: string
  /** What is known of an urn that was here before. */
  known?: UrnDetail
  onClose: () => void
}

export function ReceiveDialog({ bookingID, known, onClose }: ReceiveDialogProps) {
  const navigate = useNavigate()
  const { requestID, renewIfAnswered } = useRequestID()
  const form = useZodForm(UrnFacts, factsOf(known))
  const receive = useApiMutation(urnApi.receive, {
    done: ({ tag }) => `The urn has been received. Its tag is ${tag}.`,
    onSuccess: ({ tag }) => {
      onClose()
      void navigate(pathTo('urn', { tag }))
    },
    onError: renewIfAnswered,
    invalidates: [urnApi.ofBooking, urnApi.list, urnApi.detail],
  })
  return (
    <Dialog title="Receive the urn" onClose={onClose}>
      <Form form={form} onSubmit={(facts) => receive.mutateAsync({ body: { requestID, bookingID, ...facts } })}>
        <p>
          Please compare the cremation certificate with the booking. The urn then gets a tag, and its label can be
          printed.
        </p>
        <UrnFactFields form={form} />
        <FormActions error={form.formState.errors.root?.message} onCancel={onClose}>
          <Button type="submit" busy={receive.isPending}>
            Receive
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
