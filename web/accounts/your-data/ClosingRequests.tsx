import { useState } from 'react'
import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { type ListedClosingRequest, privacyApi } from '#contract/privacy/api.ts'
import { useApiRows } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { Email } from '#web/ui/Email.tsx'
import { PhoneNumber } from '#web/ui/PhoneNumber.tsx'
import { ShowMore } from '#web/ui/table/ShowMore.tsx'
import { Table } from '#web/ui/table/Table.tsx'
import { whenColumn } from '#web/ui/When.tsx'
import { AcceptClosingDialog } from './AcceptClosingDialog.tsx'
import styles from './ClosingRequests.module.css'
import { RefuseClosingDialog } from './RefuseClosingDialog.tsx'

interface Decision {
  kind: 'accept' | 'refuse'
  request: ListedClosingRequest
}

/** For staff; shown only while somebody waits. */
export function ClosingRequests() {
  const requests = useApiRows(privacyApi.closingRequests, { query: {} }, { what: 'closing requests' })
  const [decision, setDecision] = useState<Decision>()
  const close = () => setDecision(undefined)
  if (!requests.data?.length && !decision) return null
  return (
    <Card title="Accounts to close">
      <p>These people asked for their account to be closed. Because they have bookings, you decide.</p>
      <Table
        caption="Accounts to close"
        rows={requests.data ?? []}
        rowKey={({ userID }) => userID}
        columns={[
          { header: 'Name', cell: ({ fullName }) => fullName, typed: true },
          { header: 'Contact', cell: (request) => <Contact {...request} />, typed: true },
          whenColumn('Requested', ({ requestedAt }: ListedClosingRequest) => requestedAt),
          { header: 'Message', cell: ({ message }) => message || 'None', typed: true },
          { header: 'Bookings', cell: ({ bookings }) => <Bookings bookings={bookings} />, room: 8 },
          {
            header: 'Decision',
            room: 9,
            cell: (request) => (
              <div className={common.row2}>
                <Button small variant="secondary" onClick={() => setDecision({ kind: 'accept', request })}>
                  Close account
                </Button>
                <Button small variant="secondary" onClick={() => setDecision({ kind: 'refuse', request })}>
                  Refuse
                </Button>
              </div>
            ),
          },
        ]}
      />
      <ShowMore query={requests} what="requests" />
      {decision?.kind === 'accept' && <AcceptClosingDialog request={decision.request} onClose={close} />}
      {decision?.kind === 'refuse' && <RefuseClosingDialog request={decision.request} onClose={close} />}
    </Card>
  )
}

const Contact = ({ email, contactNumber }: ListedClosingRequest) => (
  <div>
    <Email address={email} />
    <PhoneNumber number={contactNumber} />
  </div>
)

const Bookings = ({ bookings }: Pick<ListedClosingRequest, 'bookings'>) => (
  <ul className={styles.bookings}>
    {bookings.map(({ bookingID, bookingStatus, bookingType, unfinished }) => (
      <li key={bookingID}>
        <Link to={pathTo('bookingApproval', { bookingID })}>{bookingID}</Link> {bookingType}, {bookingStatus}
        {unfinished && ', not finished'}
      </li>
    ))}
  </ul>
)
