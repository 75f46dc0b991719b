import { useState } from 'react'
import type { ListedUser } from '#contract/accounts/api.ts'
import { useSignedIn } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Email } from '#web/ui/Email.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Table } from '#web/ui/table/Table.tsx'
import type { RoleChange } from './RoleChangeDialog.tsx'
import { RoleSelect } from './RoleSelect.tsx'
import { suspensionVerb } from './SuspensionDialog.tsx'
import styles from './UserTable.module.css'

interface UserTableProps {
  people: readonly ListedUser[]
  /** The server has more users. */
  hasMore: boolean
  onMore: () => void
  onChangeRole: (change: RoleChange) => void
  onEdit: (user: ListedUser) => void
  onSuspend: (user: ListedUser) => void
}

/** Rows shown at a time: a thousand at once would make a phone stutter. */
const step = 200

export function UserTable({ people, hasMore, onMore, onChangeRole, onEdit, onSuspend }: UserTableProps) {
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
    <div className={styles.people}>
      <Table
        caption="Users"
        rows={people.slice(0, shown)}
        rowKey={({ userID }) => userID}
        columns={[
          {
            header: 'Name',
            cell: ({ fullName, suspended }) => (
              <>
                <strong className={styles.name}>{fullName}</strong>
                {suspended && ' (suspended)'}
              </>
            ),
            typed: true,
          },
          {
            header: 'Email',
            cell: ({ email, emailConfirmed }) => (
              <>
                <Email address={email} />
                {emailConfirmed && ' (confirmed)'}
              </>
            ),
            typed: true,
            room: 10.5,
          },
          { header: 'Phone', cell: ({ contactNumber }) => contactNumber },
          { header: 'Address', cell: ({ userAddress }) => userAddress, typed: true },
          {
            header: 'Role',
            room: 8.5,
            cell: (user) => (
              <RoleSelect
                user={user}
                disabled={user.userID === ownID}
                onChoose={(role) => onChangeRole({ user, role })}
              />
            ),
          },
          {
            header: 'Actions',
            actions: true,
            room: 9,
            cell: (user) => (
              <div className={styles.actions}>
                <Button
                  variant="secondary"
                  small
                  disabled={user.userID === ownID}
                  aria-label={`Edit User ${user.fullName}`}
                  onClick={() => onEdit(user)}
                >
                  Edit User
                </Button>
                <Button
                  variant="quiet"
                  small
                  disabled={user.userID === ownID}
                  aria-label={`${suspensionVerb(user)} ${user.fullName}`}
                  onClick={() => onSuspend(user)}
                >
                  {suspensionVerb(user)}
                </Button>
              </div>
            ),
          },
        ]}
      />
      <p className={styles.count} role="status">
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
