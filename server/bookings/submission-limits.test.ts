import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { bookings } from '#server/database/schema.ts'
import { runAllJobsOnce } from '#server/start/background-jobs.ts'
import { bookUnpaid, submit, submitAtCounter } from '#test/booking-forms.ts'
import { readNicheStatus } from '#test/booking-reads.ts'
import { makeNiche } from '#test/factories.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from '#test/test-app.ts'

const minute = 60_000
const hour = 60 * minute

const testApp = prepareTestApp({ environment: { MAX_UNPAID_HOLDS: '', MAX_SUBMISSIONS_PER_HOUR: '' } })
let applicant: SignedInCaller
const clerk = prepareCaller(testApp, 'staff', 'each')
beforeEach(async () => {
  applicant = await testApp.signIn('user')
})

const newNiche = async () => (await makeNiche(testApp.context)).nicheID
const holdOneMore = async () => submit(applicant, await newNiche(), 'PreOrder')
const cancel = (bookingID: string) => applicant.call(bookingApi.cancel, { body: { bookingID } })
const holdThree = () => Promise.all([1, 2, 3].map(() => bookUnpaid(testApp.context, applicant, 'PreOrder')))

describe('unpaid holds', () => {
  test('an applicant with three unpaid bookings cannot hold a fourth niche, which stays free', async () => {
    await holdThree()
    const nicheID = await newNiche()
    const answer = await submit(applicant, nicheID)
    expect([answer.status, answer.refusal]).toEqual([
      409,
      {
        success: false,
        code: 'TOO_MANY_UNPAID_BOOKINGS',
        error:
          'You have 3 bookings that you have not paid for yet. Please pay for one or cancel it before you book another niche.',
      },
    ])
    expect(await readNicheStatus(applicant, nicheID)).toBe('Available')
    expect(await testApp.context.db.$count(bookings, eq(bookings.userID, applicant.person.userID))).toBe(3)
  })

  test('a taken niche is refused as taken, also to an applicant with three unpaid bookings', async () => {
    await holdThree()
    const { nicheID } = await makeNiche(testApp.context, { status: 'Occupied' })
    expect((await submit(applicant, nicheID)).refusal.code).toBe('NICHE_TAKEN')
  })

  test('an applicant with three unpaid bookings can still amend one', async () => {
    const [held] = await holdThree()
    const amended = await submit(applicant, held?.nicheID ?? '', 'PreOrder', { beneficiaryName: 'Tan Ah Hock' })
    expect([amended.status, amended.body.bookingID]).toEqual([200, held?.bookingID])
  })

  test('cancelling an unpaid booking frees its niche, and another can be held', async () => {
    const [held] = await holdThree()
    expect((await cancel(held?.bookingID ?? '')).status).toBe(200)
    expect(await readNicheStatus(applicant, held?.nicheID ?? '')).toBe('Available')
    expect((await holdOneMore()).status).toBe(200)
    expect((await holdOneMore()).status).toBe(409)
  })

  test('a hold that has lapsed does not count, even before the background job has ended it', async () => {
    await holdThree()
    testApp.advanceTime(30 * minute)
    expect((await holdOneMore()).status).toBe(200)
  })

  test('bookings made by a clerk are not limited and do not count', async () => {
    for (let made = 0; made < 4; made++) {
      expect((await submitAtCounter(clerk, applicant.person, await newNiche(), 'PreOrder')).status).toBe(200)
    }
    expect((await Promise.all([1, 2, 3].map(holdOneMore))).map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await submitAtCounter(clerk, applicant.person, await newNiche(), 'PreOrder')).status).toBe(200)
    expect((await holdOneMore()).status).toBe(409)
  })
})

describe('submissions in an hour', () => {
  test('the 31st submission or amendment within an hour is refused until the first is an hour ago', async () => {
    const nicheID = await newNiche()
    expect((await submit(applicant, nicheID, 'PreOrder')).status).toBe(200)
    testApp.advanceTime(5 * minute)
    for (let sent = 1; sent < 30; sent++) expect((await submit(applicant, nicheID, 'PreOrder')).status).toBe(200)

    const refused = await submit(applicant, nicheID, 'PreOrder')
    expect([refused.status, refused.refusal.code]).toEqual([429, 'TOO_MANY_SUBMISSIONS'])
    expect(refused.refusal.error).toMatch(
      /^You have sent many applications within an hour. Please wait until .+, \d\d:/,
    )
    expect(Number(refused.headers['retry-after'])).toBe(55 * 60)
    expect((await holdOneMore()).status).toBe(429)
    const other = await testApp.signIn('user')
    expect((await submit(other, await newNiche(), 'PreOrder')).status).toBe(200)

    testApp.advanceTime(55 * minute)
    expect((await holdOneMore()).status).toBe(200)
    expect((await holdOneMore()).status).toBe(429)
  })

  test('refused submissions do not count', async () => {
    const { nicheID } = await makeNiche(testApp.context, { status: 'Occupied' })
    for (let sent = 0; sent < 31; sent++) expect((await submit(applicant, nicheID, 'PreOrder')).status).toBe(409)
    expect((await holdOneMore()).status).toBe(200)
  })

  test('a clerk can send any number', async () => {
    const nicheID = await newNiche()
    for (let sent = 0; sent < 32; sent++) {
      expect((await submitAtCounter(clerk, applicant.person, nicheID, 'PreOrder')).status).toBe(200)
    }
  })
})

describe('holds of the same niche that expire', () => {
  const holdAndLetLapse = async (nicheID: string) => {
    expect((await submit(applicant, nicheID, 'PreOrder')).status).toBe(200)
    testApp.advanceTime(31 * minute)
  }

  test('after two holds of a niche have expired within a day, only this applicant has to wait until the day is over', async () => {
    const nicheID = await newNiche()
    await holdAndLetLapse(nicheID)
    await runAllJobsOnce(testApp.context)
    await holdAndLetLapse(nicheID)

    const refused = await submit(applicant, nicheID, 'PreOrder')
    expect([refused.status, refused.refusal.code]).toEqual([409, 'NICHE_HELD_TWICE'])
    expect(refused.refusal.error).toMatch(
      /^The time to pay for this niche has run out twice within a day. You can book it again after .+, or choose another niche now.$/,
    )
    expect((await holdOneMore()).status).toBe(200)
    await runAllJobsOnce(testApp.context)
    expect(await readNicheStatus(applicant, nicheID)).toBe('Available')
    expect((await submit(applicant, nicheID, 'PreOrder')).status).toBe(409)
    expect((await submitAtCounter(clerk, applicant.person, nicheID, 'PreOrder')).status).toBe(200)
    const { bookingID } = await activeBooking(nicheID)
    expect((await clerk.call(bookingApi.cancel, { body: { bookingID } })).status).toBe(200)
    const other = await testApp.signIn('user')
    expect((await submit(other, nicheID, 'PreOrder')).status).toBe(200)
  })

  test('once the day is over, the applicant can hold the niche again', async () => {
    const nicheID = await newNiche()
    await holdAndLetLapse(nicheID)
    await runAllJobsOnce(testApp.context)
    await holdAndLetLapse(nicheID)
    await runAllJobsOnce(testApp.context)
    testApp.advanceTime(23 * hour)
    applicant = await testApp.signIn(applicant.person)
    expect((await submit(applicant, nicheID, 'PreOrder')).status).toBe(409)
    testApp.advanceTime(hour)
    expect((await submit(applicant, nicheID, 'PreOrder')).status).toBe(200)
  })

  async function activeBooking(nicheID: string) {
    const [found] = await testApp.context.db
      .select({ bookingID: bookings.bookingID })
      .from(bookings)
      .where(and(eq(bookings.nicheID, nicheID), eq(bookings.bookingStatus, 'Pending')))
    return found ?? { bookingID: '' }
  }
})
