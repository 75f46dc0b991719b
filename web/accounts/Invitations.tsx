import { useState } from 'react'
import { type Invitation, invitationApi } from '#contract/accounts/invitation-api.ts'
import { formatDateTime } from '#contract/dates.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApi, useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Email } from '#web/ui/Email.tsx'
import { Table } from '#web/ui/Table.tsx'
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

function WithdrawDialog({
  invitation: { invitationID, email },
  onClose,
}: {
  invitation: Invitation
  onClose: () => void
}) {
  const withdraw = useApiMutation(invitationApi.withdraw, {
    invalidates: [invitationApi.list],
    done: 'The invitation was withdrawn.',
    failed: toErrorMessage,
    onSuccess: onClose,
    onConflict: (sentence) => sentence && onClose(),
  })
  return (
    <ConfirmDialog
      title="Withdraw the invitation"
      confirm="Yes, withdraw it"
      busy={withdraw.isPending}
      onConfirm={() => withdraw.mutate({ body: { invitationID } })}
      onCancel={onClose}
    >
      <p>
        The link that was sent to <Email address={email} /> will no longer work.
      </p>
    </ConfirmDialog>
  )
}
