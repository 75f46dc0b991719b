/**
 * The server tests that run on the embedded engine as well. The engine is PostgreSQL too, but in one process with one connection and a
 * folder: here is what depends on that, and one path through each domain. The browser tests use it for everything they open.
 */
export const embeddedTests = [
  // The database: connections, transactions, migrations, names and search, which depend on its collation.
  'server/database/apply-migrations.test.ts',
  'server/database/open-transactions.test.ts',
  'server/database/rotate-keys.test.ts',
  'server/database/same-name.test.ts',
  'server/bookings/namesakes.test.ts',
  'server/urns/list-urns.test.ts',
  'test/fuzz/fuzz.test.ts',
  // Triggers that keep bookings and urns within the places of a niche.
  'server/bookings/another-person.test.ts',
  // Starting: modes, keys and commands on a data folder.
  'server/commands/commands.test.ts',
  'server/seed/seed.test.ts',
  // Importing.
  'server/registers/round-trip.test.ts',
  'server/commands/register-commands.test.ts',
  // Backups.
  'server/backup/backup.test.ts',
  'server/start/command-socket.test.ts',
  'server/backup/restore.test.ts',
  // A statement that takes a number and writes with it.
  'server/bills/bills.test.ts',
  // Crashes.
  'test/races/power-loss.test.ts',
  // Notifications.
  'server/niches/stream.test.ts',
  'server/appointments/appointment-watch.test.ts',
  // The state of a block.
  'server/niches/kept-niches.test.ts',
  // Locks, and requests at the same moment.
  'server/database/folder-lock.test.ts',
  'test/races/decisions.test.ts',
  'test/races/niche-race.test.ts',
  'test/races/undo-import.test.ts',
  // One path through each of the other domains.
  'server/accounts/sign-in.test.ts',
  'server/accounts/count-nrics.test.ts',
  'server/audit/verify.test.ts',
  'server/bookings/submit-persistence.test.ts',
  'server/bookings/decisions.test.ts',
  'server/cash-up/cash-up.test.ts',
  'server/charges/charges.test.ts',
  'server/checkout/unpaid-bookings.test.ts',
  'server/dashboard/dashboard.test.ts',
  'server/documents/actions.test.ts',
  'server/family/links.test.ts',
  'server/find/find-people.test.ts',
  'server/halls/halls.test.ts',
  'server/house/house.test.ts',
  'server/mail/outbox.test.ts',
  'server/payments/sandbox.test.ts',
  'server/prices/price-list.test.ts',
  'server/privacy/download-data.test.ts',
  'server/rights/rights.test.ts',
  'server/bookings/settle-rights.test.ts',
  'server/search/search.test.ts',
  'server/second-person/end-begun.test.ts',
  'server/urns/placement.test.ts',
]
