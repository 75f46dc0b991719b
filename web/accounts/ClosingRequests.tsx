import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { type ListedClosingRequest, privacyApi } from '#contract/privacy/api.ts'
import { readsIn } from '#web/core/reads-in.ts'
import { Code } from '#web/ui/Code.tsx'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { ReasonDialog } from '#web/ui/dialog/ReasonDialog.tsx'
import { TaskCard } from '#web/ui/table/ApiTable.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import { whenColumn } from '#web/ui/When.tsx'
import styles from './ClosingRequests.module.css'

/** Shown to staff, only while somebody waits. */
export const ClosingRequests = () => (
  <TaskCard
    endpoint={privacyApi.closingRequests}
    input={{ query: {} }}
    what="closing requests"
    more="requests"
    caption="Accounts to close"
    rowKey={({ userID }) => userID}
    columns={[
      { header: 'Name', cell: ({ fullName }) => fullName, typed: true, phone: 'title' },
      { header: 'Contact', cell: (request) => <Contact {...request} />, long: true, folds: 'narrow' },
      whenColumn('Requested', ({ requestedAt }: ListedClosingRequest) => requestedAt, {
        folds: 'narrow',
        phone: 'end',
      }),
      { header: 'Message', cell: ({ message }) => message || 'None', long: true, folds: 'narrow', phone: 'below' },
      { header: 'Bookings', cell: ({ bookings }) => <Bookings bookings={bookings} />, long: true },
      {
        header: 'Decision',
        cell: (request) => <Decisions request={request} />,
        actions: true,
        room: 15,
        phone: 'belowEnd',
      },
    ]}
  >
    <p>These people asked for their account to be closed. Because they have bookings, you decide.</p>
  </TaskCard>
)

const Contact = ({ email, contactNumber }: ListedClosingRequest) => (
  <div>
    {email}
    <div>{contactNumber}</div>
  </div>
)

const Bookings = ({ bookings }: Pick<ListedClosingRequest, 'bookings'>) => (
  <ul className={styles.bookings}>
    {bookings.map(({ bookingID, bookingStatus, bookingType, unfinished }) => (
      <li key={bookingID}>
        <Link to={pathTo('bookingApproval', { bookingID })}>
          <Code>{bookingID}</Code>
        </Link>{' '}
        {bookingType}, {bookingStatus}
        {unfinished && ', not finished'}
      </li>
    ))}
  </ul>
)

const Decisions = ({ request: { userID, fullName, language } }: { request: ListedClosingRequest }) => (
  <RowActions
    actions={[
      {
        label: 'Close',
        name: `Close account of ${fullName}`,
        variant: 'secondary',
        dialog: (onClose) => (
          <CallDialog
            title="Close this account"
            confirm="Yes, close it"
            danger
            endpoint={privacyApi.acceptClosing}
            input={{ body: { userID } }}
            done="The account is closed."
            onConflict={(sentence) => sentence && onClose()}
            invalidates={[privacyApi.closingRequests]}
            onClose={onClose}
          >
            {fullName} can no longer log in. Email, phone number, address and NRIC are removed, so Columba cannot write
            to them any more. The name stays on the bookings and payments. This cannot be undone.
          </CallDialog>
        ),
      },
      {
        label: 'Refuse',
        variant: 'secondary',
        dialog: (onClose) => (
          <ReasonDialog
            title="Keep this account open"
            verb="Refuse"
            endpoint={privacyApi.refuseClosing}
            input={(reason) => ({ body: { userID, reason } })}
            done="The account stays open."
            invalidates={[privacyApi.closingRequests]}
            onClose={onClose}
          >
            {fullName} is told by email and in the profile, with your reason.
            {readsIn(language, fullName)}
          </ReasonDialog>
        ),
      },
    ]}
  />
)
