import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { setNicheStatus } from '#server/niches/public.ts'
import { makeAppointment, makeApproved } from '#test/appointment-factory.ts'
import { makeNiche, makeUser } from '#test/factories.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { appointmentMoves, paymentEvents } from './schema.ts'

const testApp = prepareTestApp()

/** A row in each history. The audit log and the ledger of urns have tests of their own. */
beforeAll(async () => {
  const { context } = testApp
  const startsAt = context.clock()
  const booking = await makeApproved(context, await makeUser(context))
  const { appointmentID } = await makeAppointment(context, booking, 'confirmed', startsAt)
  const move = { moveID: randomUUID(), appointmentID, startsAt, at: startsAt }
  await context.db.insert(appointmentMoves).values({ ...move, event: 'choose', status: 'confirmed' })
  const { nicheID } = await makeNiche(context)
  await setNicheStatus(context, nicheID, { to: 'Blocked', reason: 'A test' })
})

test.each([
  "update booking_moves set reason = 'Another'",
  'delete from booking_moves',
  'truncate booking_moves',
  "update niche_status_log set reason = 'Another'",
  'truncate niche_status_log',
  'update payment_events set amount_cents = 1',
  'delete from payment_events',
  'truncate payment_events',
  "update appointment_moves set reason = 'Another'",
  'delete from appointment_moves',
  'truncate appointment_moves',
  "update price_items set name = 'Another'",
  'delete from price_items',
  'delete from charges',
  'update right_moves set booking_id = null',
  'truncate right_moves',
  "update charge_moves set reason = 'Another'",
  'delete from charge_moves',
])('a history refuses: %s', async (statement) => {
  const error = await testApp.context.db.execute(sql.raw(statement)).catch((error: Error) => error.cause)
  expect(String(error)).toContain('is append-only')
})

test('what a cash-up and the days of the demo change in a history can be changed', async () => {
  const { db } = testApp.context
  const counted = await db.update(paymentEvents).set({ cashUpNumber: null }).returning()
  const moved = await db.update(appointmentMoves).set({ startsAt: new Date(), at: new Date() }).returning()
  expect([counted.length, moved.length].every((rows) => rows > 0)).toBe(true)
})
