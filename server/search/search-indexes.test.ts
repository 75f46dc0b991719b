import { type SQLWrapper, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listBeneficiariesNamed, listFoundRows } from '#server/bookings/list-queries.ts'
import { inTransaction } from '#server/context.ts'
import type { Db } from '#server/database/database.ts'
import { seedLoad } from '#server/seed/seed-load.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { listBookingsOfPayment, listNiches, listPeople } from './queries.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp()
  await seedLoad(testApp.context, 500, 500, () => undefined)
  await testApp.context.db.execute(sql`analyze`)
})
afterAll(() => testApp.close())

/** The planner then scans a whole table only where no index can serve the query. */
const explain = (build: (db: Db) => SQLWrapper) =>
  inTransaction(testApp.context, async ({ db }) => {
    await db.execute(sql`set local enable_seqscan = off`)
    const { rows } = await db.execute(sql`explain ${build(db)}`)
    return rows.map((row) => String(row['QUERY PLAN'])).join('\n')
  })

const onlyApplicants = true
const ids = { bookingIDs: ['B-ZZ00000001'], userIDs: [crypto.randomUUID()], nicheIDs: [crypto.randomUUID()] }
const queries: [string, string, (db: Db) => SQLWrapper][] = [
  [
    'people by name',
    'users_by_name_words',
    (db) => listPeople(db, { terms: { kind: 'name', name: 'tan mei' }, onlyApplicants }, 9),
  ],
  [
    'people by e-mail',
    'users_email_prefix',
    (db) => listPeople(db, { terms: { kind: 'email', prefix: 'load1' }, onlyApplicants }, 9),
  ],
  [
    'people by contact number',
    'users_by_contact',
    (db) => listPeople(db, { terms: { kind: 'contactNumber', key: '80000001' }, onlyApplicants }, 9),
  ],
  ['niches by code', 'niches_by_code', (db) => listNiches(db, 'L0-1A', 9)],
  ['beneficiaries by name', 'beneficiaries_by_name_words', (db) => listBeneficiariesNamed(db, 'tan mei', 9)],
  [
    'bookings by ID, applicant, niche or beneficiary',
    'bookings_by_niche',
    (db) => listFoundRows(db, { ...ids, beneficiaryIDs: [crypto.randomUUID()] }, 9),
  ],
  ['bookings by payment', 'payments_pkey', (db) => listBookingsOfPayment(db, 'P-ZZ00000001')],
]

test.each(queries)('%s are found by the index %s', async (_, index, build) => {
  const plan = await explain(build)
  expect(plan).toContain(index)
  expect(plan).not.toContain('Seq Scan')
})
