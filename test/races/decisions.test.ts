import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { advanceBooking, lockBooking } from '#server/bookings/actions.ts'
import { submitBooking } from '#server/bookings/submit-booking.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/context.ts'
import { application, birthCertFile, submit } from '../booking-forms.ts'
import { makeNiche } from '../factories.ts'
import { expectInvariants } from '../invariants.ts'
import { type SignedInCaller, startTestApp, type TestApp } from '../test-app.ts'

const isServer = process.env.TEST_ENGINE === 'postgres'

let testApp: TestApp
let applicant: SignedInCaller
let clerk: SignedInCaller
beforeAll(async () => {
  testApp = await startTestApp()
  clerk = await testApp.signIn('staff')
})
beforeEach(async () => {
  applicant = await testApp.signIn('user')
})
afterAll(async () => {
  await expectInvariants(testApp.context.db)
  await testApp.close()
})

async function bookedUnpaid() {
  const { nicheID } = await makeNiche(testApp.context)
  return { nicheID, bookingID: (await submit(applicant, nicheID)).body.bookingID }
}
type Booked = Awaited<ReturnType<typeof bookedUnpaid>>

const amend = ({ nicheID }: Booked) => submit(applicant, nicheID, 'PreOrder', { beneficiaryName: 'Tan Ah Hock' })
const record = ({ bookingID }: Booked, version?: number) =>
  clerk.call(paymentApi.update, { body: { bookingID, paymentMethod: 'Cash', version } })
const look = async ({ bookingID }: Booked) => {
  const [booking] = (await applicant.call(bookingApi.byID, { query: { bookingID } })).body
  return [booking?.bookingType, booking?.paymentStatus, booking?.version]
}
const as = ({ person }: SignedInCaller, context: Context): SignedInContext => ({
  ...context,
  actor: { userID: person.userID, name: person.fullName, role: person.role, sessionHash: '' },
})

/** Does the work in a transaction that stays open until the other call waits for it, or stands in the embedded engine's queue. */
async function during<T>(work: (context: Context) => Promise<unknown>, other: () => Promise<T>): Promise<T> {
  const [done, mayCommit] = [gate(), gate()]
  const first = inTransaction(testApp.context, async (context) => {
    await work(context)
    done.open()
    await mayCommit.opened
  })
  await Promise.race([done.opened, first])
  const second = other()
  if (isServer) await vi.waitUntil(isSomeoneWaiting, { timeout: 20_000 })
  mayCommit.open()
  await first
  return second
}

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

async function isSomeoneWaiting() {
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return [...(await testApp.context.db.execute(waiting)).rows].length > 0
}

const amendInside =
  ({ nicheID }: Booked) =>
  (context: Context) =>
    submitBooking(as(applicant, context), {
      body: application(nicheID, 'PreOrder'),
      files: { birthCertFile: { bytes: Buffer.from(birthCertFile.content), mime: 'application/pdf' } },
      fileErrors: {},
    })

const recordInside =
  ({ bookingID }: Booked) =>
  async (context: Context) => {
    const held = await lockBooking(context.db, bookingID)
    if (!held) throw new Error('The booking is not there')
    const settlement = { method: 'Cash', amountCents: held.payment.amountCents, note: '' } as const
    await advanceBooking(as(clerk, context), held, 'finalise', { settlement })
  }

describe('an amendment and a payment at the counter at the same moment', () => {
  test('a payment that waits for the amendment is refused, and the amendment stays', async () => {
    const booked = await bookedUnpaid()
    const { status, refusal } = await during(amendInside(booked), () => record(booked, 1))
    expect([status, refusal.code]).toEqual([409, 'BOOKING_CHANGED'])
    expect(await look(booked)).toEqual(['PreOrder', 'Pending', 2])
  })

  test('a payment that waits for the amendment but names no version is accepted: the test above can fail', async () => {
    const booked = await bookedUnpaid()
    expect((await during(amendInside(booked), () => record(booked))).status).toBe(200)
    expect(await look(booked)).toEqual(['PreOrder', 'Paid', 3])
  })

  test('an amendment that waits for the payment is refused, and the payment stays', async () => {
    const booked = await bookedUnpaid()
    const { status } = await during(recordInside(booked), () => amend(booked))
    expect(status).toBe(409)
    expect(await look(booked)).toEqual(['Current', 'Paid', 2])
  })

  /** The embedded engine runs one transaction at a time, so only a server can show what the lock holds back. */
  test.runIf(isServer)('a version that is compared before the lock is taken misses the amendment', async () => {
    const booked = await bookedUnpaid()
    const { db } = testApp.context
    const isSame = await during(amendInside(booked), async () => {
      const { rows } = await db.execute(sql`select version from bookings where booking_id = ${booked.bookingID}`)
      await db.execute(sql`update bookings set remarks = 'decided' where booking_id = ${booked.bookingID}`)
      return rows[0]?.version === 1
    })
    expect([isSame, await look(booked)]).toEqual([true, ['PreOrder', 'Pending', 2]])
  })

  test('exactly one of the two succeeds, however often they meet', async () => {
    for (let round = 0; round < 4; round++) {
      const booked = await bookedUnpaid()
      const calls = [() => amend(booked), () => record(booked, 1)]
      const answers = await Promise.all((round % 2 ? calls : calls.toReversed()).map((call) => call()))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect([
        ['PreOrder', 'Pending', 2],
        ['Current', 'Paid', 2],
      ]).toContainEqual(await look(booked))
    }
  })
})
