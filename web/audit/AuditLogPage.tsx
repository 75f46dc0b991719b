import { Link } from 'react-router'
import { auditApi } from '#contract/audit/api.ts'
import { auditLabels } from '#contract/audit/audit-actions.ts'
import { pathTo } from '#contract/pages.ts'
import { useApi } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CopyableField } from '#web/ui/CopyButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { optionsOf, SelectField } from '#web/ui/form/SelectField.tsx'
import { DateField, TextField } from '#web/ui/form/TextField.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { useUrlFilter } from '#web/ui/use-url-draft.ts'
import { AuditEntries } from './AuditEntries.tsx'
import styles from './AuditLogPage.module.css'
import { useAuditLog } from './use-audit-log.ts'

const options = optionsOf(auditLabels)

/** The URL keeps the filter, so that a link or a reload shows the same entries. */
export function AuditLogPage() {
  const { search, field } = useUrlFilter()
  const { query, entries, isMore, more, isBusy } = useAuditLog(search)
  return (
    <Page title="Audit Log" breadcrumb={false} intro="Who did what, and when. Entries cannot be changed.">
      <search className={styles.filter} aria-label="Filter the audit log">
        <TextField label="Person" help="Name, email or username" {...field('person')} />
        <SelectField label="Event" options={options} placeholder="All events" {...field('action')} />
        <TextField label="Niche code" help="The niche, all its bookings, urns and prices" {...field('niche')} />
        <TextField label="Booking" help="As in B-7K2M9QX4TR, the tag of its urn, or the name" {...field('booking')} />
        <DateField label="From" {...field('from')} />
        <DateField label="To" {...field('to')} />
      </search>
      <QueryResult query={query} loading="Loading the audit log..." failure="Failed to load the audit log.">
        {() =>
          entries.length === 0 ? (
            <EmptyState words="No entries match." hint="Please remove a part of the filter above." />
          ) : (
            <>
              <AuditEntries entries={entries} />
              {isMore && (
                <Button variant="secondary" busy={isBusy} onClick={more}>
                  Show older entries
                </Button>
              )}
            </>
          )
        }
      </QueryResult>
      {query.isPending || (
        <>
          <p>
            <Link to={pathTo('staffReads')}>Who looked at whom</Link> lists what staff have read about people.
          </p>
          <ChainHead />
        </>
      )}
    </Page>
  )
}

/** The log can be read without it, so nothing is shown if it cannot be loaded. */
function ChainHead() {
  const { data } = useApi(auditApi.head, {}, { what: 'the head of the audit log' })
  if (!data) return null
  return (
    <Card title="For auditors">
      <p>
        All entries up to this number are covered by this hash. Keep it outside Columba: it proves later that none of
        them was changed or removed.
      </p>
      <CopyableField value={data.head} what="number and hash" />
    </Card>
  )
}
