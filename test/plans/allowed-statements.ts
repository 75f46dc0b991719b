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
  { file: 'server/start/installation.ts', reason: 'once when a server starts' },
  { file: 'server/accounts/registration.ts', part: '"users"."totp_sealed" is null', reason: 'a periodic job' },
  { file: 'server/bookings/delete-unpaid-certificates.ts', reason: 'a periodic job' },
  {
    file: 'server/http/sessions.ts',
    reason: 'a periodic job, by an index; PostgreSQL cannot know that little is due',
  },
  {
    file: 'server/payments/queries.ts',
    part: '"payments"."refund_due_at" <=',
    reason: 'a periodic job, by an index of the refunds that wait; PostgreSQL cannot know that few do',
  },
  { file: 'server/bills/verify-books.ts', reason: 'compares every bill with every payment, for a command' },
  {
    file: 'server/bills/queries.ts',
    part: 'last_earlier_event',
    reason: 'a periodic job, by when payments were settled, of which few lately were; once a day it looks at all',
  },
  {
    file: 'server/dashboard/queries.ts',
    part: 'select extract(year from "ends_on")',
    reason: 'counts the rights that end in five years, by their index',
  },
  { file: 'server/mail/delete-old-letters.ts', reason: 'a periodic job' },
  { file: 'server/privacy/close-unused-accounts.ts', reason: 'a periodic job' },
  { file: 'server/urns/ledger.ts', reason: 'compares the whole ledger with the audit log' },
  { file: 'server/urns/missing-traces.ts', reason: 'compares everything with its history and the audit log' },
  {
    file: 'server/halls/delete-unused.ts',
    part: 'delete from "niche_status_log"',
    reason: 'deleting a hall that was never used, with all its blocks at once',
  },
  { file: 'server/urns/enter-urns.ts', part: 'undone_urn_places', reason: 'undoing an import, for all its niches' },
  {
    file: 'server/urns/enter-urns.ts',
    part: 'select "urns"."tag" from "urns"',
    reason: 'asked once when an import is undone; stops at its first urn',
  },
  {
    file: 'server/urns/stock-takes/queries.ts',
    part: '"counted"',
    reason: 'counts the urns of the whole house when somebody opens the page of stock-takes',
  },
  {
    file: 'server/niches/block-figures.ts',
    reason: 'counts the niches of every block for pictures of the house, once in five seconds however many ask',
  },
  {
    file: 'server/niches/old-urns.ts',
    reason: 'asked once when an admin publishes, retires or frees niches; stops at the first urn',
  },
  {
    file: 'server/audit/queries.ts',
    part: '"audit_seals"."position" > $1',
    reason: 'verifies the whole chain, page by page',
  },
  {
    file: 'server/audit/queries.ts',
    part: 'order by "audit_log"."id" limit',
    reason: 'verifies the whole log, page by page',
  },
  {
    file: 'server/dashboard/queries.ts',
    part: '"register_entries"."holder_name"',
    reason: 'an export, in parts of 1,000 bookings',
  },
  {
    file: 'server/payments/queries.ts',
    part: '"payments"."intent_id" is not null and not exists',
    reason: 'a periodic job',
  },
  { file: 'server/mail/queries.ts', part: '"body_sealed" is not null', reason: 'the mailbox of the demo' },
  {
    file: 'server/niches/find-free-runs.ts',
    reason: 'a search of free niches by price, which begins with the cheapest and may take 8 seconds (decision 22)',
  },
  {
    file: 'server/niches/states.ts',
    part: 'string_agg',
    reason:
      'the state of the whole house, once for all who search at a moment: 25 ms for 60,000 niches on a busy machine, where a search takes up to 350',
  },
  {
    file: 'server/halls/queries.ts',
    part: 'count(*) from "niches" group by',
    reason: 'the set-up page of admins counts all niches: 90 ms for 200,000',
  },
  {
    file: 'server/appointments/queries.ts',
    part: '"urns"."booking_id" = "bookings"."booking_id"',
    reason: 'approved bookings without an urn or an appointment: nothing marks them; 160 ms for 200,000',
  },
  { file: 'server/registers/old-urns.ts', part: 'niche_status_log', reason: 'an hourly job' },
  {
    file: 'server/registers/',
    part: 'import_id',
    reason: 'undoing an import, which deletes a large part of each table',
  },
  { file: 'server/niches/import-niches.ts', part: 'import_id', reason: 'undoing an import' },
  { file: 'server/halls/price-changes.ts', part: 'import_id', reason: 'undoing an import' },
  {
    file: 'server/privacy/export-queries.ts',
    part: '"outbox"."recipient_id" = $1',
    reason: 'an export, of letters that are kept for 90 days',
  },
  { file: 'server/urns/namesakes.ts', part: 'limit', reason: 'ends after 20 rows, because few have no name' },
]
