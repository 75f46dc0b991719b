import { familyApi, RelativeForm } from '#contract/family/api.ts'
import { daysOfInvitation } from '#contract/family/sharing.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'

export const InviteRelativeDialog = ({ bookingID, onClose }: { bookingID: string; onClose: () => void }) => (
  <FormDialog
    title="Invite a second person"
    schema={RelativeForm}
    values={{ email: '' }}
    endpoint={familyApi.invite}
    input={({ email }) => ({ body: { bookingID, email } })}
    verb="Send the invitation"
    done="The invitation is on its way."
    invalidates={[familyApi.sharing]}
    onClose={onClose}
  >
    {(form) => (
      <>
        <p>
          They get a letter with a link, which works for {daysOfInvitation} days, and sign in with an account of their
          own. You then see who it is and agree. Before, they see nothing.
        </p>
        <TextField label="Email" type="email" autoComplete="off" {...form.field('email')} />
      </>
    )}
  </FormDialog>
)
