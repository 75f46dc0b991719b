import { isBackfill, isConcurrent } from '#server/database/read-migrations.ts'
import type { Migration } from '#server/ports/database.ts'

/** Tables with a row or more for each booking. Reading or writing all of one takes long enough for families to notice. */
const largeTables =
  'audit_log audit_seals beneficiaries booking_moves bookings certificate_chunks certificates niche_status_log niches payment_events payments'

interface Statement {
  sql: string
  table: string
  isBackfill: boolean
  isConcurrent: boolean
  /** The statement is about a table that the build before does not know. */
  isOnNewTable: boolean
  /** A rule for a column that the build before does not know. */
  usesNewColumn: boolean
  /** A constraint of the same name is dropped in the same migration: the list of allowed values has grown. */
  replacesConstraint: boolean
}

const notAccepted = 'refuses rows that the build before writes'

/** The statements that the build before could not live with, or that would keep families waiting. */
const rules: [reason: string, breaks: (statement: Statement) => boolean][] = [
  ['drops what may be in use', has(/\bdrop\s+(table|view|schema|type|sequence|function|trigger|column)\b/i)],
  ['renames', has(/\brename\b/i)],
  ['changes a type', has(/\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i)],
  [notAccepted, has(/\balter\s+column\s+\S+\s+(set\s+not\s+null|drop\s+default)\b/i)],
  [notAccepted, ({ sql }) => addsColumn(sql) && /\bnot\s+null\b/i.test(sql) && !/\bdefault\b|\bgenerated\b/i.test(sql)],
  [notAccepted, (each) => has(/^create\s+unique\s+index\b/i)(each) && !each.usesNewColumn],
  [notAccepted, (each) => has(/\badd\s+constraint\b/i)(each) && !each.usesNewColumn && !each.replacesConstraint],
  [
    'writes a large table again',
    ({ sql, table }) =>
      isLarge(table) && addsColumn(sql) && /\b(serial|stored|gen_random_uuid|random|clock_timestamp)\b/i.test(sql),
  ],
  [
    'locks a large table; use create index concurrently',
    (each) => isLarge(each.table) && has(/^create\s+(unique\s+)?index\b/i)(each) && !each.isConcurrent,
  ],
  [
    'changes all rows at once; use a backfill with limit and returning',
    (each) =>
      has(/^(update|delete|truncate)\b/i)(each) &&
      !(each.isBackfill && /\blimit\s+\d[\s\S]*\breturning\b/i.test(each.sql)),
  ],
]

function has(pattern: RegExp) {
  return ({ sql }: Statement) => pattern.test(sql)
}

const addsColumn = (sql: string) => /\badd\s+column\b/i.test(sql)
const isLarge = (table: string) => largeTables.split(' ').includes(table)

/** The statements that must wait for a later release, each with the reason. */
export function findContractSteps(migrations: Migration[]): string[] {
  const newNames = new Set<string>()
  return migrations.flatMap((migration) => {
    const statements = migration.statements.map((text) => readStatement(text, migration, newNames))
    const problems = statements.flatMap((each) => {
      const [reason] = each.isOnNewTable ? [] : (rules.find(([, breaks]) => breaks(each)) ?? [])
      return reason ? [`${reason}: ${each.sql}`] : []
    })
    const outside = statements.filter((each) => each.isBackfill || each.isConcurrent)
    if (outside.length > 0 && outside.length < statements.length)
      problems.push('has a backfill or a concurrent index, which needs a migration of its own')
    return problems.map((problem) => `${migration.name} ${problem}`)
  })
}

/** Reads a statement, and remembers the tables and columns that it adds. */
function readStatement(text: string, { statements }: Migration, newNames: Set<string>): Statement {
  const sql = text.replace(/--.*$/gm, '').trim()
  const table =
    /^(?:alter\s+table|update|delete\s+from|create\s+(?:unique\s+)?index[^(]*?\son)\s+(?:"?public"?\.)?"?(\w+)/i.exec(
      sql,
    )?.[1] ?? ''
  const isOnNewTable = newNames.has(table)
  const created = /^create\s+table\s+(?:if\s+not\s+exists\s+)?"?(\w+)/i.exec(sql)?.[1]
  if (created) newNames.add(created)
  for (const [, column] of sql.matchAll(/\badd\s+column\s+"?(\w+)/gi)) newNames.add(`${table}.${column}`)
  const constraint = /\badd\s+constraint\s+("?\w+"?)/i.exec(sql)?.[1]
  return {
    sql,
    table,
    isBackfill: isBackfill(text),
    isConcurrent: isConcurrent(text),
    isOnNewTable,
    usesNewColumn: [...sql.matchAll(/\w+/g)].some(([word]) => newNames.has(`${table}.${word}`)),
    replacesConstraint: statements.some((each) =>
      new RegExp(`drop\\s+constraint\\s+${constraint}(?!\\w)`, 'i').test(each),
    ),
  }
}
