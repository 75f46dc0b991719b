import { Link } from 'react-router'
import type { AuditEntry } from '#contract/audit/api.ts'
import { formatDateTime } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { Code } from '#web/ui/Code.tsx'
import common from '#web/ui/common.module.css'
import { type Column, Table } from '#web/ui/table/Table.tsx'
import styles from './AuditEntries.module.css'
import { actionLabel, formatDetails, subjectLabel } from './entry-labels.ts'

/** Each person, booking and niche is a link to its own entries. */
export const AuditEntries = ({ entries }: { entries: readonly AuditEntry[] }) => (
  <Table caption="Entries, newest first" rows={entries} rowKey={({ id }) => String(id)} columns={columns} />
)

const columns: readonly Column<AuditEntry>[] = [
  { header: 'When', cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time>, room: 10.2, phone: 'end' },
  { header: 'Who', cell: (entry) => <Actor {...entry} />, long: true, room: 7, phone: 'below' },
  { header: 'What', cell: ({ action }) => actionLabel(action), typed: true, room: 13.8, phone: 'title' },
  { header: 'On', cell: (entry) => <Subject {...entry} />, long: true, phone: 'belowEnd' },
  { header: 'Details', cell: (entry) => <EntryDetails {...entry} />, long: true, folds: 'narrow', room: 13.2 },
]

const Actor = ({ actorName, actorEmail }: AuditEntry) =>
  actorEmail ? <PersonLink fullName={actorName} email={actorEmail} /> : actorName

const PersonLink = ({ fullName, email }: AuditEntry['people'][number]) => (
  <Link to={pathTo('auditLog', { person: email })}>{fullName}</Link>
)

function Subject({ bookingID, nicheCode, about, people, subject }: AuditEntry) {
  if (people.length > 0) return <People people={people} />
  if (!bookingID && !nicheCode && !about) return subjectLabel(subject)
  return (
    <ul>
      {about && (
        <li>
          <Unbroken text={about} />
        </li>
      )}
      {bookingID && (
        <li>
          <Code>
            <Link to={pathTo('auditLog', { booking: bookingID })}>{bookingID}</Link>
          </Code>
        </li>
      )}
      {nicheCode && (
        <li>
          niche{' '}
          <Link to={pathTo('auditLog', { niche: nicheCode })}>
            <Code>{nicheCode}</Code>
          </Link>
        </li>
      )}
    </ul>
  )
}

const People = ({ people }: Pick<AuditEntry, 'people'>) => (
  <ul>
    {people.map((person) => (
      <li key={person.email}>
        <PersonLink {...person} />
      </li>
    ))}
  </ul>
)

/** What was done and, if it came over the network, from where. */
const EntryDetails = (entry: AuditEntry) => (
  <div>
    {formatDetails(entry.details)}
    {entry.address && <Origin {...entry} />}
  </div>
)

const Origin = ({ address, session, requestID }: AuditEntry) => (
  <details className={`${common.small} ${styles.origin}`}>
    <summary>From {address}</summary>
    <dl>
      <dt>Session</dt>
      <dd>{session ?? 'not signed in'}</dd>
      <dt>Request</dt>
      <dd>{requestID}</dd>
    </dl>
  </details>
)
