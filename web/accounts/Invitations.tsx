import { invitationApi, NewInvitation } from '#contract/accounts/invitation-api.ts'
import { formatDateTime } from '#contract/dates.ts'
import { invitedRoles } from '#contract/roles.ts'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { Email } from '#web/ui/Email.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { TaskCard } from '#web/ui/table/ApiTable.tsx'
import { roleLabels } from './role-labels.ts'

/** Invitations that nobody has accepted yet; nothing if there are none. */
export const Invitations = () => (
  <TaskCard
    endpoint={invitationApi.list}
    input={{}}
    what="invitations"
    caption="Invitations"
    rowKey={({ invitationID }) => invitationID}
    columns={[
      { header: 'Email', cell: ({ email }) => email, long: true, room: 10, phone: 'title' },
      { header: 'Role', cell: ({ role }) => roleLabels[role], room: 5.5, phone: 'below' },
      { header: 'Invited by', cell: ({ invitedBy }) => invitedBy, typed: true, folds: 'narrow' },
      {
        header: 'Link works until',
        room: 10.2,
        phone: 'belowEnd',
        cell: ({ expiresAt, isExpired }) => (isExpired ? 'Expired' : formatDateTime(expiresAt)),
      },
      {
        header: 'Actions',
        actions: true,
        cell: ({ invitationID, email }) => (
          <DialogButton
            variant="secondary"
            small
            aria-label={`Withdraw the invitation of ${email}`}
            dialog={(onClose) => (
              <CallDialog
                title="Withdraw the invitation"
                confirm="Yes, withdraw it"
                endpoint={invitationApi.withdraw}
                input={{ body: { invitationID } }}
                done="The invitation was withdrawn."
                onConflict={(sentence) => sentence && onClose()}
                invalidates={[invitationApi.list]}
              >
                <p>
                  The link that was sent to <Email address={email} /> will no longer work.
                </p>
              </CallDialog>
            )}
          >
            Withdraw
          </DialogButton>
        ),
      },
    ]}
  />
)

const roleOptions = invitedRoles.map((role) => ({ value: role, label: roleLabels[role] }))

export const InviteDialog = () => (
  <FormDialog
    title="Invite staff"
    schema={NewInvitation}
    values={{ email: '', role: 'staff' }}
    endpoint={invitationApi.invite}
    input={(body) => ({ body })}
    verb="Send the invitation"
    done="The invitation is on its way."
    invalidates={[invitationApi.list]}
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
