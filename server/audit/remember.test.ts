import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog, bookingMoves, bookings } from '#server/database/schema.ts'
import { setNicheStatus } from '#server/niches/public.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { readNicheStatus } from '#test/booking-reads.ts'
import { makeNiche } from '#test/factories.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { remember, rememberEach } from './public.ts'

const testApp = prepareTestApp()
const applicant = prepareCaller(testApp, 'user')

/** A foreign key refuses a move that this person made, because they have no account. */
const nobody = () => ({ userID: randomUUID(), name: 'Nobody', role: 'staff' as const, sessionHash: '' })

async function prepareMove() {
  const { bookingID } = await makeBooking(testApp.context, applicant.person)
  const move = { bookingID, event: 'approve', toStatus: 'Confirmed', toType: 'Current', at: new Date() } as const
  return { ...move, actorID: nobody().userID }
}

async function readBooking(bookingID: string) {
  const { db } = testApp.context
  const [booking] = await db.select().from(bookings).where(eq(bookings.bookingID, bookingID))
  const moves = await db.$count(bookingMoves, eq(bookingMoves.bookingID, bookingID))
  const entries = await db.$count(auditLog, eq(auditLog.subject, bookingID))
  return { status: booking?.bookingStatus, moves, entries }
}

test('a move that its ledger refuses changes nothing and has no audit entry, even outside a transaction', async () => {
  const move = await prepareMove()
  const { bookingID } = move
  const before = await readBooking(bookingID)
  const statement = remember(testApp.context, bookingMoves, move, 'booking.approve', {
    subject: bookingID,
    details: {},
  })
    .update(bookings)
    .set({ bookingStatus: 'Confirmed' })
    .where(eq(bookings.bookingID, bookingID))
  await expect(statement).rejects.toThrow()
  expect(await readBooking(bookingID)).toEqual(before)
})

test('many moves of which the ledger refuses one leave no move and no audit entry, even outside a transaction', async () => {
  const refused = await prepareMove()
  const { bookingID } = refused
  const before = await readBooking(bookingID)
  const moves = [{ ...refused, actorID: null }, refused]
  const entry = { subject: bookingID, details: {} }
  await expect(rememberEach(testApp.context, bookingMoves, moves, 'booking.approve', [entry, entry])).rejects.toThrow()
  expect(await readBooking(bookingID)).toEqual(before)
})

test('a niche whose log refuses the change keeps its status, even outside a transaction', async () => {
  const { nicheID } = await makeNiche(testApp.context)
  const context = { ...testApp.context, actor: nobody() }
  await expect(setNicheStatus(context, nicheID, { to: 'Blocked', reason: 'A test' })).rejects.toThrow()
  expect(await readNicheStatus(applicant, nicheID)).toBe('Available')
})
