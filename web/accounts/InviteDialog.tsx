import { invitationApi, NewInvitation } from '#contract/accounts/invitation-api.ts'
import { invitedRoles } from '#contract/roles.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { roleLabels } from './role-labels.ts'

const roleOptions = invitedRoles.map((role) => ({ value: role, label: roleLabels[role] }))

export const InviteDialog = ({ onClose }: { onClose: () => void }) => (
  <FormDialog
    title="Invite staff"
    schema={NewInvitation}
    values={{ email: '', role: 'staff' }}
    endpoint={invitationApi.invite}
    input={(body) => ({ body })}
    verb="Send the invitation"
    done="The invitation is on its way."
    invalidates={[invitationApi.list]}
    onClose={onClose}
  >
    {(form) => (
      <>
        <p>
          The person gets a letter with a link, which works for three days. With it they choose a password and set up
          the second step of their sign-in.
        </p>
        <TextField label="Email" type="email" autoComplete="off" {...form.field('email')} />
        <SelectField label="Role" options={roleOptions} {...form.field('role')} />
      </>
    )}
  </FormDialog>
)
