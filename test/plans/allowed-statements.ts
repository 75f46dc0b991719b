/** May read a whole table. `part` is in the text of the statement; without it, all statements of the file are allowed. */
export const allowedStatements: { file: string; part?: string; reason: string }[] = [
  { file: 'server/seed/', reason: 'demo and load data' },
  { file: 'server/backup/', reason: 'a backup reads everything' },
  { file: 'server/database/rotate-keys.ts', reason: 'a command that encrypts everything anew' },
  {
    file: 'server/database/sealed-values.ts',
    reason: 'looks for one value, for commands and a database without a check value',
  },
  { file: 'server/database/apply-migrations.ts', reason: 'backfills' },
  { file: 'server/installation.ts', reason: 'once when a server starts' },
  { file: 'server/accounts/unfinished-registrations.ts', reason: 'a periodic job' },
  { file: 'server/bookings/delete-unpaid-certificates.ts', reason: 'a periodic job' },
  {
    file: 'server/http/delete-expired.ts',
    reason: 'a periodic job, by an index; PostgreSQL cannot know that little is due',
  },
  { file: 'server/mail/delete-old-letters.ts', reason: 'a periodic job' },
  { file: 'server/privacy/close-unused-accounts.ts', reason: 'a periodic job' },
  { file: 'server/audit/urn-ledger.ts', reason: 'compares the whole ledger with the audit log' },
  {
    file: 'server/audit/queries.ts',
    part: '"audit_seals"."position" > $1',
    reason: 'verifies the whole chain, page by page',
  },
  {
    file: 'server/registers/',
    part: 'import_id',
    reason: 'undoing an import, which deletes a large part of each table',
  },
  { file: 'server/niches/import-niches.ts', part: 'import_id', reason: 'undoing an import' },
  {
    file: 'server/privacy/export-queries.ts',
    part: '"outbox"."to_address" = $1',
    reason: 'an export, of letters that are kept for 90 days',
  },
  { file: 'server/urns/namesakes.ts', part: 'limit', reason: 'ends after 20 rows, because few have no name' },
]
