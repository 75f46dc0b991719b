import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#server/core/context.ts'

interface SealedColumn {
  table: string
  key: readonly string[]
  column: string
  /** A column with the keyed hash of the same text, for lookups. */
  hash?: string
  /** The values that are encrypted with the keys of the audit log. */
  audit?: true
}

/** Every column that the vault encrypts, without the check value of `installation`, which is renewed at the end. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'users', key: ['user_id'], column: 'nric_sealed', hash: 'nric_hash' },
  { table: 'users', key: ['user_id'], column: 'totp_sealed' },
  { table: 'sessions', key: ['token_hash'], column: 'pending_totp_sealed' },
  { table: 'beneficiaries', key: ['beneficiary_id'], column: 'national_id_sealed' },
  { table: 'certificate_chunks', key: ['certificate_id', 'position'], column: 'sealed' },
  { table: 'register_entries', key: ['booking_id'], column: 'source_sealed' },
  { table: 'register_draft_rows', key: ['draft_id', 'number'], column: 'rows_sealed' },
  { table: 'right_holders', key: ['holder_id'], column: 'nric_sealed' },
  { table: 'right_holders', key: ['holder_id'], column: 'address_sealed' },
  { table: 'right_holders', key: ['holder_id'], column: 'email_sealed' },
  { table: 'right_claims', key: ['claim_id'], column: 'nric_sealed' },
  { table: 'right_claims', key: ['claim_id'], column: 'address_sealed' },
  { table: 'right_objections', key: ['objection_id'], column: 'reach_sealed' },
  { table: 'right_letters', key: ['letter_id'], column: 'address_sealed' },
  { table: 'right_contacts', key: ['contact_id'], column: 'reach_sealed' },
  { table: 'outbox', key: ['letter_id'], column: 'body_sealed' },
  { table: 'audit_chain', key: ['id'], column: 'key_sealed', audit: true },
  { table: 'audit_chain', key: ['id'], column: 'head_sealed', audit: true },
]

const batch = 50

/**
 * Encrypts with the newest key everything that an older key encrypted. Returns the number of rows for each column.
 * A row that was changed meanwhile is skipped, so the server may keep running; a second run continues where the first stopped.
 */
export async function rotateKeys(context: Pick<Context, 'db' | 'vault'>): Promise<Record<string, number>> {
  const done: Record<string, number> = {}
  for (const sealed of sealedColumns) done[`${sealed.table}.${sealed.column}`] = await rotateColumn(context, sealed)
  return done
}

async function rotateColumn(context: Pick<Context, 'db' | 'vault'>, sealed: SealedColumn): Promise<number> {
  let resealed = 0
  let last: unknown[] | undefined
  for (;;) {
    const { rows } = await context.db.execute(selectRowsWithOldKey(sealed, context.vault.keyPrefix, last))
    for (const row of rows) resealed += await reencryptRow(context, sealed, row)
    const end = rows.at(-1)
    if (!end) return resealed
    last = sealed.key.map((name) => end[name])
  }
}

function selectRowsWithOldKey({ table, key, column }: SealedColumn, head: Buffer, last: unknown[] | undefined): SQL {
  const keys = list(key.map((name) => sql.identifier(name)))
  const beyond = last ? sql`and (${keys}) > (${list(last.map((value) => sql`${value}`))})` : sql``
  const older = sql`substring(${sql.identifier(column)} from 1 for ${sql.raw(String(head.length))}) <> ${head}`
  return sql`select ${keys}, ${sql.identifier(column)} from ${sql.identifier(table)} where ${older} ${beyond} order by ${keys} limit ${batch}`
}

async function reencryptRow(
  context: Pick<Context, 'db' | 'vault'>,
  sealed: SealedColumn,
  row: Record<string, unknown>,
) {
  const { db } = context
  const vault = sealed.audit ? context.vault.forAudit : context.vault
  const before = Buffer.from(row[sealed.column] as Uint8Array)
  const plain = vault.open(before)
  const column = sql.identifier(sealed.column)
  const newHash = sealed.hash ? sql`, ${sql.identifier(sealed.hash)} = ${vault.hash(plain.toString('utf8'))}` : sql``
  const same = sealed.key.map((name) => sql`${sql.identifier(name)} = ${row[name]}`)
  const { rows } = await db.execute(sql`
    update ${sql.identifier(sealed.table)} set ${column} = ${vault.seal(plain)}${newHash}
    where ${sql.join(same, sql` and `)} and ${column} = ${before} returning 1`)
  return rows.length
}

const list = (parts: SQL[] | ReturnType<typeof sql.identifier>[]) => sql.join(parts, sql`, `)
