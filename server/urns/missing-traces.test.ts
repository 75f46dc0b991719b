import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookingMoves, paymentEvents, registerImports, urnMoves } from '#server/database/schema.ts'
import { bookUnpaid } from '#test/booking-forms.ts'
import { emptyAuditLog, tamperWith } from '#test/tamper-with-audit-log.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { makeUrn } from '#test/urn-factory.ts'
import { verifyAudit } from './verify-audit.ts'

const testApp = prepareTestApp()
const applicant = prepareCaller(testApp, 'user')
const clerk = prepareCaller(testApp, 'staff')

const findProblems = async () => {
  const { context } = testApp
  return (await verifyAudit({ ...context, config: { ...context.config, mode: 'production' } })).problems
}

test('an emptied audit log is reported although its ledgers were emptied too, because bookings, payments, urns and imports are left', async () => {
  const { db, clock } = testApp.context
  const { bookingID } = await bookUnpaid(testApp.context, applicant)
  expect(await findProblems()).toEqual([])
  await emptyAuditLog(db)
  expect(await findProblems()).toEqual([
    `1 bookings have moves that the audit log does not have, such as ${bookingID}.`,
  ])

  const importID = '00000000-0000-4000-8000-000000000000'
  const none = { buildings: [], levels: [], blocks: [], niches: [] }
  const counts = { filesHash: 'x', niches: 0, people: 0, created: none as never }
  await db.insert(registerImports).values({ importID, ...counts, importedAt: clock() })
  const { tag } = await makeUrn(testApp.context, clerk)
  const histories = [bookingMoves, paymentEvents, urnMoves]
  await tamperWith(db, histories, sql`truncate booking_moves, payment_events, urn_moves cascade`)
  await emptyAuditLog(db)
  const [ofBookings, ofUrns, ofPayments, ofImports] = await findProblems()
  expect([ofBookings, ofPayments]).toEqual([
    expect.stringMatching(/^2 bookings have no history, such as B-/),
    expect.stringMatching(/^2 payments have no history, such as P-/),
  ])
  expect([ofUrns, ofImports]).toEqual([
    `1 urns have no history, such as ${tag}.`,
    `1 imports of registers are not in the audit log, such as ${importID}.`,
  ])
})
