import { useState } from 'react'
import type { ListedUser } from '#contract/accounts/api.ts'
import { assignedRoles, type ListedRole } from '#contract/roles.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { useSignedIn } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { useOpenDialog } from '#web/ui/dialog/DialogButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import { Table } from '#web/ui/table/Table.tsx'
import { roleLabels } from './role-labels.ts'
import { ResetTwoFactorDialog, RoleChangeDialog, SuspensionDialog, suspensionVerb } from './UserDialogs.tsx'
import styles from './UserTable.module.css'

interface UserTableProps {
  people: readonly ListedUser[]
  /** The server has more users. */
  hasMore: boolean
  onMore: () => void
}

/** The rows shown at a time: a thousand at once would make a phone stutter. */
const step = 200

export function UserTable({ people, hasMore, onMore }: UserTableProps) {
  const { userID: ownID } = useSignedIn()
  const [shown, setShown] = useState(step)
  if (people.length === 0)
    return (
      <EmptyState
        words="No users in this category."
        hint="Applicants are added when they register or are booked for at the counter; staff and admins, when they accept an invitation."
      />
    )

  const showMore = () => {
    setShown(shown + step)
    if (shown + 2 * step > people.length && hasMore) onMore()
  }

  return (
    <div className={common.stack4}>
      <Table
        caption="Users"
        rows={people.slice(0, shown)}
        rowKey={({ userID }) => userID}
        columns={[
          {
            header: 'Name',
            cell: ({ fullName, suspended }) => (
              <>
                <strong className={common.bold}>{fullName}</strong>
                {suspended && ' (suspended)'}
              </>
            ),
            typed: true,
            phone: 'title',
          },
          {
            header: 'Email',
            cell: ({ email, emailConfirmed }) => (
              <>
                <span>{email}</span>
                {emailConfirmed && ' (confirmed)'}
              </>
            ),
            long: true,
            phone: 'below',
            room: 8.5,
          },
          { header: 'Phone', cell: ({ contactNumber }) => contactNumber, phone: 'belowEnd' },
          {
            header: 'Address',
            cell: ({ userAddress }) => <Unbroken text={userAddress} />,
            long: true,
            folds: 'narrow',
            room: 8.5,
          },
          { header: 'Role', room: 7.75, cell: (user) => <RoleSelect user={user} disabled={user.userID === ownID} /> },
          {
            header: 'Actions',
            actions: true,
            room: 7.25,
            cell: (user) => <EditAction user={user} disabled={user.userID === ownID} />,
          },
          {
            header: 'Suspension',
            actions: true,
            folds: 'always',
            cell: (user) => <SuspendAction user={user} disabled={user.userID === ownID} />,
          },
        ]}
      />
      <p className={`${common.help} ${common.numbers}`} role="status">
        Showing {Math.min(shown, people.length)} of {people.length}
        {hasMore && ' and more'}
      </p>
      {(shown < people.length || hasMore) && (
        <div>
          <Button variant="secondary" onClick={showMore}>
            Show more
          </Button>
        </div>
      )}
    </div>
  )
}

interface UserControlProps {
  user: ListedUser
  disabled: boolean
}

/** Always shows the current role: a new one takes effect only after confirmation. */
function RoleSelect({ user, disabled }: UserControlProps) {
  const openDialog = useOpenDialog()
  return (
    <select
      className={styles.role}
      aria-label={`Role of ${user.fullName}`}
      value={user.role}
      disabled={disabled}
      title={disabled ? 'You cannot change your own role' : undefined}
      onChange={(event) => {
        const role = assignedRoles.find((each) => each === event.target.value)
        if (role) openDialog((onClose) => <RoleChangeDialog user={user} role={role} onClose={onClose} />)
      }}
    >
      {optionsFor(user.role).map((role) => (
        <option key={role} value={role}>
          {roleLabels[role]}
        </option>
      ))}
    </select>
  )
}

/** Nobody is made a witness here, but whoever was invited as one is shown as one. */
const optionsFor = (role: ListedRole): readonly ListedRole[] =>
  role === 'witness' ? [...assignedRoles, role] : assignedRoles

const EditAction = ({ user, disabled }: UserControlProps) => (
  <RowActions
    actions={[
      {
        label: 'Edit User',
        name: `Edit User ${user.fullName}`,
        variant: 'secondary',
        disabled,
        dialog: (onClose) => <ResetTwoFactorDialog user={user} onClose={onClose} />,
      },
    ]}
  />
)

const SuspendAction = ({ user, disabled }: UserControlProps) => (
  <RowActions
    actions={[
      {
        label: suspensionVerb(user),
        name: `${suspensionVerb(user)} ${user.fullName}`,
        disabled,
        dialog: (onClose) => <SuspensionDialog user={user} onClose={onClose} />,
      },
    ]}
  />
)
