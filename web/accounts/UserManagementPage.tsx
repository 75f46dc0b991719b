import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { accountApi } from '#contract/accounts/api.ts'
import type { ListedRole } from '#contract/roles.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApiRows } from '#web/api/use-api.ts'
import { WaitingRequests } from '#web/second-person/WaitingRequests.tsx'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { SearchBox } from '#web/ui/form/SearchBox.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { type Tab, Tabs } from '#web/ui/Tabs.tsx'
import { useDebouncedValue } from '#web/ui/use-debounced-value.ts'
import { Invitations, InviteDialog } from './Invitations.tsx'
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
  return (
    <Page
      title="User Management"
      intro="Find people, and give them the role that they need."
      actions={
        <DialogButton variant="secondary" dialog={() => <InviteDialog />}>
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
        <UserList key={`${category} ${search}`} category={category} search={search} />
      </Tabs>
    </Page>
  )
}

/** Filters on the server, because the browser has only some of the users. Without filters the query is empty. */
function UserList({ category, search }: { category: Category; search: string }) {
  const query = {
    ...(category !== 'all' && { role: category }),
    ...(search && { search }),
  }
  const users = useApiRows(accountApi.all, { query })
  return (
    <QueryResult
      query={users}
      loading="Loading users..."
      failure={toErrorMessage(users.error, 'Failed to fetch users')}
    >
      {(people) => <UserTable people={people} hasMore={users.hasNextPage} onMore={() => void users.fetchNextPage()} />}
    </QueryResult>
  )
}
