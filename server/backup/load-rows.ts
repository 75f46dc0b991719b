import { sql } from 'drizzle-orm'
import { errorCodeOf } from '#server/core/error-code.ts'
import type { Db } from '#server/ports/database.ts'
import type { End, Table } from './format.ts'
import { damaged, type Part } from './read-backup.ts'
import { listTables } from './tables.ts'

/**
 * Loads the tables and rows of a backup. Foreign keys are made again at the end, which also checks them, so the order of tables does not
 * matter. Triggers do not run: what they write is in the backup.
 */
export async function loadRows(db: Db, parts: AsyncIterable<Part>): Promise<End> {
  const tables = await listTables(db)
  const known = new Map(tables.map((table) => [table.name, table]))
  const foreignKeys = await dropForeignKeys(db)
  await switchTriggers(db, tables, 'disable')
  const end = await insertParts(db, known, parts)
  for (const { table, name, definition } of foreignKeys)
    await orDamaged(
      db.execute(sql.raw(`alter table ${table} add constraint ${name} ${definition}`)),
      `rows of ${table} name others that are not in it`,
    )
  await switchTriggers(db, tables, 'enable')
  await continueIdentities(db)
  return end
}

async function insertParts(db: Db, known: Map<string, Table>, parts: AsyncIterable<Part>): Promise<End> {
  let table: Table | undefined
  for await (const part of parts) {
    if (part.kind === 'end') return part.end
    if (part.kind === 'table') table = requireKnown(known, part.table)
    else if (part.kind === 'rows' && table) await insertRows(db, table, part.lines)
    else throw damaged('its lines are in the wrong order')
  }
  throw damaged('its end is missing')
}

/** Names become part of SQL only if the database has them. */
function requireKnown(known: Map<string, Table>, table: Table): Table {
  const missing = table.columns.find((column) => !known.get(table.name)?.columns.includes(column))
  if (missing !== undefined) throw damaged(`the database has no ${table.name}.${missing}`)
  return table
}

async function insertRows(db: Db, { name, columns }: Table, lines: string[]) {
  const [table, names] = [
    sql.identifier(name),
    sql.join(
      columns.map((column) => sql.identifier(column)),
      sql`, `,
    ),
  ]
  const insert = sql`
    insert into ${table} (${names}) overriding system value
    select ${names} from json_populate_recordset(null::${table}, ${`[${lines.join(',')}]`}::json)`
  await orDamaged(db.execute(insert), `rows of ${name} cannot be read`)
}

/** Errors of data and of constraints are faults of the backup; all others, such as a lost connection, are not. */
async function orDamaged(work: Promise<unknown>, problem: string) {
  await work.catch((error: unknown) => {
    throw ['22', '23'].includes(codeOf(error).slice(0, 2)) ? damaged(problem) : error
  })
}

const codeOf = (error: unknown): string =>
  errorCodeOf(error) ?? (error instanceof Error && error.cause ? codeOf(error.cause) : '')

/** PostgreSQL returns the names quoted, as they are written in SQL. */
async function dropForeignKeys(db: Db) {
  const { rows } = await db.execute<{ table: string; name: string; definition: string }>(sql`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)
  for (const { table, name } of rows) await db.execute(sql.raw(`alter table ${table} drop constraint ${name}`))
  return rows
}

async function switchTriggers(db: Db, tables: Table[], change: 'disable' | 'enable') {
  for (const { name } of tables)
    await db.execute(sql`alter table ${sql.identifier(name)} ${sql.raw(change)} trigger user`)
}

/** The next number of each identity column comes after the largest in the table. */
async function continueIdentities(db: Db) {
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select c.relname as "table", a.attname as "column"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> ''`)
  for (const { table, column } of rows)
    await db.execute(sql`
      select setval(pg_get_serial_sequence(${table}, ${column}), coalesce(max(${sql.identifier(column)}), 0) + 1, false)
      from ${sql.identifier(table)}`)
}
