import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { closeAccount, lockForClosing } from '#server/accounts/public.ts'
import { advanceBooking, lockBooking } from '#server/bookings/public.ts'
import { submitBooking } from '#server/bookings/submit-booking.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { bookings } from '#server/database/schema.ts'
import { importRegister } from '#server/registers/import-register.ts'
import { birthCertFile, bookUnpaid, parsedApplication, submit } from '../booking-forms.ts'
import { readBooking } from '../booking-reads.ts'
import { expectInvariants } from '../invariants.ts'
import { readLinkCode } from '../link-to-account.ts'
import { registerFilesOf } from '../register-files.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from '../test-app.ts'
import { isPostgres, waitUntilBlocked } from './replicas.ts'

const testApp = prepareTestApp()
const applicant = prepareCaller(testApp, 'user', 'each')
const clerk = prepareCaller(testApp, 'staff')
afterAll(async () => {
  await expectInvariants(testApp.context.db)
})

type Booked = Awaited<ReturnType<typeof bookUnpaid>>

const amend = ({ nicheID }: Booked) => submit(applicant, nicheID, 'PreOrder', { beneficiaryName: 'Tan Ah Hock' })
const recordPayment = ({ bookingID }: Booked, version?: number) =>
  clerk.call(paymentApi.update, { body: { bookingID, paymentMethod: 'Cash', version } })
const readState = async ({ bookingID }: Booked) => {
  const booking = await readBooking(applicant, bookingID)
  return [booking?.bookingType, booking?.paymentStatus, booking?.version]
}
const asActor = ({ person }: SignedInCaller, context: Context): SignedInContext => ({
  ...context,
  actor: { userID: person.userID, name: person.fullName, role: person.role, sessionHash: '' },
})

/** Runs `work` in a transaction and commits only once `other` waits for its lock, or in the queue of the embedded engine. */
async function during<T>(work: (context: Context) => Promise<unknown>, other: () => Promise<T>): Promise<T> {
  const [done, mayCommit] = [createGate(), createGate()]
  const first = inTransaction(testApp.context, async (context) => {
    await work(context)
    done.open()
    await mayCommit.opened
  })
  await Promise.race([done.opened, first])
  const second = other()
  if (isPostgres) await waitUntilBlocked(testApp.database)
  mayCommit.open()
  await first
  return second
}

function createGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

const amendInside =
  ({ nicheID }: Booked) =>
  (context: Context) =>
    submitBooking(asActor(applicant, context), {
      body: parsedApplication(nicheID, 'PreOrder'),
      files: {
        birthCertFile: { bytes: Buffer.from(birthCertFile.content), mime: 'application/pdf' },
        deathCertFile: undefined,
        relationshipProofFile: undefined,
      },
    })

const recordPaymentInside =
  ({ bookingID }: Booked) =>
  async (context: Context) => {
    const booking = await lockBooking(context.db, bookingID)
    if (!booking?.payment) throw new Error('The booking does not exist')
    const settlement = { method: 'Cash', amountCents: booking.payment.amountCents, note: '' } as const
    await advanceBooking(asActor(clerk, context), booking, 'finalise', { settlement })
  }

describe('an amendment and a payment at the counter at the same moment', () => {
  test('a counter payment that waits for an amendment is refused, and the amendment stays', async () => {
    const booked = await bookUnpaid(testApp.context, applicant)
    const { status, refusal } = await during(amendInside(booked), () => recordPayment(booked, 1))
    expect([status, refusal.code]).toEqual([409, 'BOOKING_CHANGED'])
    expect(await readState(booked)).toEqual(['PreOrder', 'Pending', 2])
  })

  test('a counter payment without a version that waits for an amendment is accepted, so the test above can fail', async () => {
    const booked = await bookUnpaid(testApp.context, applicant)
    expect((await during(amendInside(booked), () => recordPayment(booked))).status).toBe(200)
    expect(await readState(booked)).toEqual(['PreOrder', 'Paid', 3])
  })

  test('an amendment that waits for a counter payment is refused, and the payment stays', async () => {
    const booked = await bookUnpaid(testApp.context, applicant)
    const { status } = await during(recordPaymentInside(booked), () => amend(booked))
    expect(status).toBe(409)
    expect(await readState(booked)).toEqual(['Current', 'Paid', 2])
  })

  /** The embedded engine runs one transaction at a time, so only PostgreSQL can show what the lock prevents. */
  test.runIf(isPostgres)('comparing the version before taking the lock misses a concurrent amendment', async () => {
    const booked = await bookUnpaid(testApp.context, applicant)
    const { db } = testApp.context
    const isSame = await during(amendInside(booked), async () => {
      const { rows } = await db.execute(sql`select version from bookings where booking_id = ${booked.bookingID}`)
      await db.execute(sql`update bookings set remarks = 'decided' where booking_id = ${booked.bookingID}`)
      return rows[0]?.version === 1
    })
    expect([isSame, await readState(booked)]).toEqual([true, ['PreOrder', 'Pending', 2]])
  })

  test('of an amendment and a counter payment sent at the same moment, exactly one succeeds', async () => {
    for (let round = 0; round < 4; round++) {
      const booked = await bookUnpaid(testApp.context, applicant)
      const calls = [() => amend(booked), () => recordPayment(booked, 1)]
      const answers = await Promise.all((round % 2 ? calls : calls.toReversed()).map((call) => call()))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect([
        ['PreOrder', 'Pending', 2],
        ['Current', 'Paid', 2],
      ]).toContainEqual(await readState(booked))
    }
  })
})

test('a booking of a register is not linked to an account that is being closed', async () => {
  const files = registerFilesOf({
    niches: 'building,level,block,code,column,row,price,status\nSt Anne,1,E,A-1,1,1,1200,Occupied\n',
    people: 'code,holder_name\nA-1,Ng Siew Lan\n',
  })
  await importRegister(testApp.context, files, { report: () => undefined })
  const [imported] = await testApp.context.db.select().from(bookings).where(eq(bookings.madeBy, 'import'))
  const { userID, nric } = applicant.person
  const close = async (context: Context) => {
    const user = await lockForClosing(context, userID)
    if (user) await closeAccount(context, user, { cause: 'asked', keepsName: false })
  }
  const bookingID = imported?.bookingID ?? ''
  expect((await clerk.call(bookingApi.sendLinkCode, { body: { bookingID, nric } })).status).toBe(200)
  const code = await readLinkCode(testApp, applicant.person)
  const body = { bookingID, nric, papers: 'NRIC', nricSeen: true, code }
  const { status, refusal } = await during(close, () => clerk.call(bookingApi.linkAccount, { body }))
  expect([status, refusal.errors]).toEqual([400, { nric: 'No user found with this NRIC.' }])
})
