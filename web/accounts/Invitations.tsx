import { useState } from 'react'
import { type Invitation, invitationApi } from '#contract/accounts/invitation-api.ts'
import { formatDateTime } from '#contract/dates.ts'
import { useApi } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { Email } from '#web/ui/Email.tsx'
import { Table } from '#web/ui/table/Table.tsx'
import { roleLabels } from './role-labels.ts'

/** Invitations that nobody has accepted yet; nothing if there are none. */
export function Invitations() {
  const invitations = useApi(invitationApi.list, {})
  const [withdrawn, setWithdrawn] = useState<Invitation>()
  if (!invitations.data?.length) return null
  return (
    <Card title="Invitations">
      <Table
        caption="Invitations"
        rows={invitations.data}
        rowKey={({ invitationID }) => invitationID}
        columns={[
          { header: 'Email', cell: ({ email }) => <Email address={email} />, typed: true },
          { header: 'Role', cell: ({ role }) => roleLabels[role] },
          { header: 'Invited by', cell: ({ invitedBy }) => invitedBy, typed: true },
          {
            header: 'Link works until',
            cell: ({ expiresAt, isExpired }) => (isExpired ? 'Expired' : formatDateTime(expiresAt)),
          },
          {
            header: 'Actions',
            actions: true,
            cell: (invitation) => (
              <Button
                variant="secondary"
                small
                aria-label={`Withdraw the invitation of ${invitation.email}`}
                onClick={() => setWithdrawn(invitation)}
              >
                Withdraw
              </Button>
            ),
          },
        ]}
      />
      {withdrawn && <WithdrawDialog invitation={withdrawn} onClose={() => setWithdrawn(undefined)} />}
    </Card>
  )
}

interface WithdrawDialogProps {
  invitation: Invitation
  onClose: () => void
}

const WithdrawDialog = ({ invitation: { invitationID, email }, onClose }: WithdrawDialogProps) => (
  <CallDialog
    title="Withdraw the invitation"
    confirm="Yes, withdraw it"
    endpoint={invitationApi.withdraw}
    input={{ body: { invitationID } }}
    done="The invitation was withdrawn."
    onConflict={(sentence) => sentence && onClose()}
    invalidates={[invitationApi.list]}
    onClose={onClose}
  >
    <p>
      The link that was sent to <Email address={email} /> will no longer work.
    </p>
  </CallDialog>
)
