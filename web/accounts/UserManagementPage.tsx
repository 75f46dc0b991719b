import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { accountApi, type ListedUser } from '#contract/accounts/api.ts'
import type { ListedRole } from '#contract/roles.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApiPages } from '#web/api/use-api.ts'
import { WaitingRequests } from '#web/second-person/WaitingRequests.tsx'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { SearchBox } from '#web/ui/form/SearchBox.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { type Tab, Tabs } from '#web/ui/Tabs.tsx'
import { useDebouncedValue } from '#web/ui/use-debounced-value.ts'
import { Invitations } from './Invitations.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { ResetTwoFactorDialog } from './ResetTwoFactorDialog.tsx'
import { type RoleChange, RoleChangeDialog } from './RoleChangeDialog.tsx'
import { SuspensionDialog } from './SuspensionDialog.tsx'
import { UserTable } from './UserTable.tsx'

const pauseMs = 250

type Category = 'all' | ListedRole
const tabs: readonly Tab<Category>[] = [
  { id: 'all', label: 'All Users' },
  { id: 'applicant', label: 'Applicant' },
  { id: 'staff', label: 'Staff' },
  { id: 'admin', label: 'Admins' },
]

export function UserManagementPage() {
  const [category, setCategory] = useState<Category>('all')
  /** A link may bring a text to search for. */
  const [typed, setTyped] = useState(useSearchParams()[0].get('search') ?? '')
  const search = useDebouncedValue(typed.trim(), pauseMs)
  /** Kept above the list, so that an open dialog survives when the list reloads. */
  const [change, setChange] = useState<RoleChange>()
  const [edited, setEdited] = useState<ListedUser>()
  const [suspended, setSuspended] = useState<ListedUser>()

  return (
    <Page
      title="User Management"
      intro="Find people, and give them the role that they need."
      actions={
        <DialogButton variant="secondary" dialog={(onClose) => <InviteDialog onClose={onClose} />}>
          Invite staff
        </DialogButton>
      }
    >
      <WaitingRequests acts={['makeAdmin', 'inviteAdmin', 'resetFactor', 'liftSuspension']} />
      <Invitations />
      <SearchBox
        label="Search by name, email, username or phone"
        placeholder="Search by name, email or phone"
        value={typed}
        onChange={setTyped}
      />
      <Tabs label="Categories of users" tabs={tabs} selected={category} onSelect={setCategory}>
        <UserList
          key={`${category} ${search}`}
          category={category}
          search={search}
          onChangeRole={setChange}
          onEdit={setEdited}
          onSuspend={setSuspended}
        />
      </Tabs>
      {change && <RoleChangeDialog {...change} onClose={() => setChange(undefined)} />}
      {suspended && <SuspensionDialog user={suspended} onClose={() => setSuspended(undefined)} />}
      {edited && <ResetTwoFactorDialog user={edited} onClose={() => setEdited(undefined)} />}
    </Page>
  )
}

interface PeopleProps {
  category: Category
  search: string
  onChangeRole: (change: RoleChange) => void
  onEdit: (user: ListedUser) => void
  onSuspend: (user: ListedUser) => void
}

/** Filters on the server, because the browser has only some of the users. Without filters the query is empty. */
function UserList({ category, search, ...actions }: PeopleProps) {
  const query = {
    ...(category !== 'all' && { role: category }),
    ...(search && { search }),
  }
  const pages = useApiPages(accountApi.all, { query })
  return (
    <QueryResult
      query={pages}
      loading="Loading users..."
      failure={toErrorMessage(pages.error, 'Failed to fetch users')}
    >
      {(data) => (
        <UserTable
          people={data.pages.flatMap((page): ListedUser[] => page.rows)}
          hasMore={pages.hasNextPage}
          onMore={() => void pages.fetchNextPage()}
          {...actions}
        />
      )}
    </QueryResult>
  )
}
