import { useNavigate } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { type UrnDetail, UrnFacts, urnApi } from '#contract/urns/api.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
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
  const { withRequestID, renewIfAnswered } = useRequestID()
  return (
    <FormDialog
      title="Receive the urn"
      schema={UrnFacts}
      values={factsOf(known)}
      endpoint={urnApi.receive}
      input={(facts) => ({ body: withRequestID({ bookingID, ...facts }) })}
      verb="Receive"
      done={({ tag }) => `The urn has been received. Its tag is ${tag}.`}
      onSuccess={({ tag }) => {
        onClose()
        void navigate(pathTo('urn', { tag }))
      }}
      onError={renewIfAnswered}
      invalidates={[urnApi.ofBooking, urnApi.list, urnApi.detail]}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p>
            Please compare the cremation certificate with the booking. The urn then gets a tag, and its label can be
            printed.
          </p>
          <UrnFactFields form={form} />
        </>
      )}
    </FormDialog>
  )
}
