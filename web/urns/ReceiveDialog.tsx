import { useNavigate } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { type UrnDetail, UrnFacts, urnApi } from '#contract/urns/api.ts'
import { Identity, type Offers } from '#contract/urns/confirmation.ts'
import { useApi } from '#web/api/use-api.ts'
import { useRequestID } from '#web/api/use-request-id.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { useCloseDialog } from '#web/ui/dialog/DialogButton.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { IdentifierFields, NameField } from './IdentityFields.tsx'
import { factsOf, UrnFactFields } from './UrnFactsCard.tsx'

interface ReceiveDialogProps {
  bookingID: string
  /** The details of an urn that was here before. */
  known?: UrnDetail
  onClose?: () => void
}

export function ReceiveDialog(props: ReceiveDialogProps) {
  const papers = useApi(urnApi.papers, { params: { bookingID: props.bookingID } })
  if (papers.data) return <ReceiveForm {...props} papers={papers.data} />
  return (
    <Dialog title="Receive the urn" onClose={props.onClose}>
      <QueryResult
        query={papers}
        loading="Loading what to compare..."
        failure="The list to compare could not be loaded."
      >
        {() => null}
      </QueryResult>
    </Dialog>
  )
}

const Received = UrnFacts.extend(Identity.partial().shape)

/** Name and one more value are compared with the papers. The page does not know which are right. */
function ReceiveForm({ bookingID, known, papers, onClose }: ReceiveDialogProps & { papers: Offers }) {
  const close = useCloseDialog(onClose)
  const navigate = useNavigate()
  const { withRequestID, renewIfAnswered } = useRequestID()
  const { names, identifiers } = papers
  const asked = {
    ...(names.length > 0 && { name: '' }),
    ...(identifiers[0] && { identifier: identifiers[0].kind, value: '' }),
  }
  return (
    <FormDialog
      title="Receive the urn"
      schema={Received}
      values={{ ...factsOf(known), ...asked }}
      endpoint={urnApi.receive}
      input={(received) => ({ body: withRequestID({ bookingID, ...received }) })}
      verb="Receive"
      done={({ tag }) => `The urn has been received. Its tag is ${tag}.`}
      onSuccess={({ tag }) => {
        close()
        void navigate(pathTo('urn', { tag }))
      }}
      onError={renewIfAnswered}
      invalidates={[urnApi.ofBooking, urnApi.list, urnApi.detail]}
      onClose={close}
    >
      {(form) => (
        <>
          <p>
            Please choose what the cremation certificate says. The urn then gets a tag, and its label can be printed.
          </p>
          {names.length > 0 && <NameField form={form} names={names} />}
          <IdentifierFields form={form} identifiers={identifiers} />
          <UrnFactFields form={form} />
        </>
      )}
    </FormDialog>
  )
}
