import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** What decides whether visitors find a person. These expressions are part of an index, so that it can decide alone. */
interface PersonColumns {
  dateOfDeath: AnyPgColumn
  diedIn: AnyPgColumn
  sharedAt: AnyPgColumn
  withheldAt: AnyPgColumn
}

export const yearOfDeath = ({ dateOfDeath, diedIn }: Pick<PersonColumns, 'dateOfDeath' | 'diedIn'>): SQL<number> =>
  sql`coalesce(extract(year from ${dateOfDeath})::int, left(${diedIn}, 4)::int)`

/** Ten years after the death. If only a month or a year is known, after its last day. */
export const sharedAfter = ({ dateOfDeath, diedIn }: Pick<PersonColumns, 'dateOfDeath' | 'diedIn'>): SQL =>
  sql`coalesce((${dateOfDeath} + interval '10 years')::date, (make_date(left(${diedIn}, 4)::int + 10, 1, 1) + make_interval(months => coalesce(nullif(substr(${diedIn}, 6), '')::int, 12)))::date)`

/** The day from which visitors find the person; null for never. */
export const foundFrom = (person: PersonColumns): SQL =>
  sql`case when ${person.withheldAt} is not null then null when ${person.sharedAt} is not null then '-infinity'::date else ${sharedAfter(person)} end`
