import { auditLabels } from '#contract/audit/audit-actions.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { DateField, TextField } from '#web/ui/form/TextField.tsx'
import styles from './AuditFilter.module.css'

const noFilter = { person: '', action: '', niche: '', booking: '', from: '', to: '' }
export type Filter = typeof noFilter

/** From the query string of the URL. */
export function readFilter(search: string): Filter {
  const given = new URLSearchParams(search)
  return Object.fromEntries(Object.keys(noFilter).map((name) => [name, given.get(name) ?? ''])) as Filter
}

export const writeFilter = (filter: Filter): string =>
  new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== '')).toString()

const options = Object.entries(auditLabels).map(([value, label]) => ({ value, label }))

export function AuditFilter({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const field = (name: keyof Filter) => ({
    value: filter[name],
    onChange: (event: { target: { value: string } }) => onChange({ ...filter, [name]: event.target.value }),
  })
  return (
    <search className={styles.filter} aria-label="Filter the audit log">
      <TextField label="Person" help="Name, e-mail or username" {...field('person')} />
      <SelectField label="Event" options={options} placeholder="All events" {...field('action')} />
      <TextField label="Niche code" help="The niche, all its bookings, urns and prices" {...field('niche')} />
      <TextField label="Booking" help="As in B-7K2M9QX4TR, the tag of its urn, or the name" {...field('booking')} />
      <DateField label="From" {...field('from')} />
      <DateField label="To" {...field('to')} />
    </search>
  )
}
