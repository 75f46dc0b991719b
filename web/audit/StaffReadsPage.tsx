import { Link, useSearchParams } from 'react-router'
import { auditApi, type StaffRead } from '#contract/audit/api.ts'
import { formatDateTime } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { readLabels } from '#contract/recorded-reads.ts'
import { useApi } from '#web/api/use-api.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'

/** Each member of staff and each person is a link to the rows about them. */
export function StaffReadsPage() {
  const [search] = useSearchParams()
  const { reader, subject, before } = Object.fromEntries(search)
  const found = useApi(auditApi.reads, { query: { reader, subject, before } }, { what: 'the list' })
  return (
    <Page
      title="Who looked at whom"
      intro="What staff have read about people. One row says how often within an hour; the audit log has a summary of each hour."
    >
      {(reader || subject || before) && <Link to={pathTo('staffReads')}>Show everything</Link>}
      <QueryResult query={found} loading="Loading the list..." failure="The list could not be loaded.">
        {({ reads, next }) =>
          reads.length === 0 ? (
            <EmptyState
              words="Nobody has read anything here."
              hint="When a member of staff opens a booking, a certificate or a list of people, a row is added."
            >
              <ButtonLink variant="secondary" to={pathTo('auditLog')}>
                See the audit log
              </ButtonLink>
            </EmptyState>
          ) : (
            <>
              <Table
                caption="Readings, newest first"
                rows={reads}
                rowKey={({ readerID, kind, subject, lastAt }) => `${readerID} ${kind} ${subject} ${lastAt}`}
                columns={columns}
              />
              {next && (
                <Link
                  to={pathTo('staffReads', { ...(reader && { reader }), ...(subject && { subject }), before: next })}
                >
                  Show older ones
                </Link>
              )}
            </>
          )
        }
      </QueryResult>
    </Page>
  )
}

const columns: readonly Column<StaffRead>[] = [
  {
    header: 'When',
    cell: ({ lastAt }) => <time dateTime={lastAt}>{formatDateTime(lastAt)}</time>,
    room: 10.2,
    phone: 'end',
  },
  {
    header: 'Who',
    typed: true,
    room: 7,
    phone: 'below',
    cell: ({ readerID, readerName }) => (
      <Link to={pathTo('staffReads', { reader: readerID })}>{readerName || 'Account closed'}</Link>
    ),
  },
  { header: 'What', cell: ({ kind }) => readLabels[kind], typed: true, room: 7, phone: 'belowEnd' },
  {
    header: 'Whom',
    typed: true,
    room: 7,
    phone: 'title',
    cell: ({ kind, subject, about }) => {
      if (kind === 'niche') return 'A niche'
      return about ? <Link to={pathTo('staffReads', { subject })}>{about}</Link> : !subject && 'A list'
    },
  },
  {
    header: 'Code',
    code: true,
    cell: ({ kind, subject, about }) => {
      const code = kind === 'niche' ? about : isCode(subject) && subject
      return code && <Link to={pathTo('staffReads', { subject })}>{code}</Link>
    },
  },
  { header: 'Times', align: 'end', room: 4.5, folds: 'narrow', cell: ({ times }) => times },
]

/** The ID of a booking, the tag of an urn or the number of a right; other IDs say nothing to people. */
const isCode = (subject: string) => subject !== '' && subject.length < 30
