import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { auditLog } from '#server/database/schema.ts'
import { constraintOf } from '#server/http/constraints.ts'
import {
  applicantFields,
  application,
  birthCertFile,
  certificateFiles,
  deathCertFile,
  submit,
  submitAtCounter,
} from '#test/booking-forms.ts'
import { makeNiche, makeUser } from '#test/factories.ts'
import { type SignedInCaller, startTestApp, type TestApp } from '#test/test-app.ts'

let testApp: TestApp
let applicant: SignedInCaller
let clerk: SignedInCaller
beforeAll(async () => {
  testApp = await startTestApp()
  applicant = await testApp.signIn('user')
  clerk = await testApp.signIn('staff')
})
afterAll(() => testApp.close())

const detailOf = async (bookingID: string) => (await clerk.call(bookingApi.approval, { params: { bookingID } })).body
const nicheStatus = async (nicheID: string) => (await applicant.call(nicheApi.byID, { query: { nicheID } })).body.status

describe('an applicant', () => {
  test('books a niche for a time, at the price of that moment', async () => {
    const { nicheID } = await makeNiche(testApp.context)
    const made = await submit(applicant, nicheID)
    expect(made.status).toBe(200)
    expect(made.body.bookingID).toMatch(/^B-[0-9A-HJKMNP-TV-Z]{10}$/)
    expect(made.body.paymentID).toMatch(/^P-[0-9A-HJKMNP-TV-Z]{10}$/)
    expect(made.body).toMatchObject({ success: true, amount: '3800.00', userID: applicant.person.userID })
    expect(new Date(made.body.holdExpiresAt).getTime()).toBe(testApp.time.now.getTime() + 30 * 60_000)
    expect(await nicheStatus(nicheID)).toBe('Pending')

    const [own] = (await applicant.call(bookingApi.byID, { query: { bookingID: made.body.bookingID } })).body
    expect(own).toMatchObject({
      bookingStatus: 'Pending',
      bookingType: 'Current',
      beneficiaryName: 'Tan Ah Kow',
      dateOfDeath: '2026-01-31',
      paymentAmount: '3800.00',
      paymentMethod: 'Credit Card',
      paymentStatus: 'Pending',
      urnRequested: false,
      madeBy: 'user',
    })
  })

  test('books the dearest niche that there may be at its whole price', async () => {
    const { nicheID } = await makeNiche(testApp.context, { priceCents: 100_000_000 })
    const dearest = await testApp.signIn('user')
    expect((await submit(dearest, nicheID)).body.amount).toBe('1000000.00')
  })

  test('books nothing when the price is above the limit, instead of booking for nothing', async () => {
    const { db } = testApp.context
    await db.execute(sql`alter table niches drop constraint if exists niches_price_allowed`)
    const { nicheID } = await makeNiche(testApp.context, { priceCents: 100_000_001 })
    const someone = await testApp.signIn('user')
    expect((await submit(someone, nicheID)).status).toBe(500)
    expect((await someone.call(bookingApi.ofUser, { query: { userID: someone.person.userID } })).body).toEqual([])
    expect(await nicheStatus(nicheID)).toBe('Available')
    await db.execute(sql`delete from niches where niche_id = ${nicheID}`)
    await db.execute(
      sql`alter table niches add constraint niches_price_allowed check (price_cents between 1 and 100000000)`,
    )
  })

  test.each([0, 100_000_001])(
    'finds no niche with a price of %i cents, because none can be stored',
    async (priceCents) => {
      const storing = makeNiche(testApp.context, { priceCents })
      expect(constraintOf(await storing.catch((error: unknown) => error))).toBe('niches_price_allowed')
    },
  )

  test('books for nobody else, whatever the form says', async () => {
    const { nicheID } = await makeNiche(testApp.context)
    const other = await makeUser(testApp.context)
    const hints = { userRole: 'staff', paidByID: other.userID, ...applicantFields(other) }
    const made = await submit(applicant, nicheID, 'Current', hints)
    expect(made.body).toMatchObject({ userID: applicant.person.userID, email: applicant.person.email })
  })

  test('reads every mistake at once, files included', async () => {
    const answer = await applicant.call(bookingApi.submit, {
      body: { bookingType: 'Current', beneficiaryName: ' ', dateOfBirth: '2000-01-01', dateOfDeath: '1999-01-01' },
      files: { birthCertFile: { name: 'page.pdf', content: Buffer.from('%PDF<script>alert(1)</script>') } },
    })
    expect(answer.status).toBe(400)
    expect(answer.refusal).toMatchObject({
      success: false,
      errors: {
        nicheID: 'Missing slot data',
        beneficiaryName: 'Beneficiary Name is required',
        beneficiaryNationalID: 'NRIC is required',
        birthCertFile: 'Invalid file type. Only PDF, PNG, JPG allowed.',
        deathCertFile: 'Death Certificate is required',
      },
    })
  })

  test('cannot have died before being born', async () => {
    const { nicheID } = await makeNiche(testApp.context)
    const answer = await submit(applicant, nicheID, 'Current', { dateOfDeath: '1939-01-01' })
    expect(answer.refusal.errors).toEqual({ dateOfDeath: 'Date of Death cannot be before Date of Birth' })
  })

  test('needs no death certificate for a pre-order, but one that is sent is looked at', async () => {
    const { nicheID } = await makeNiche(testApp.context)
    const wrong = { name: 'x.png', content: Buffer.from('not a picture') }
    const body = application(nicheID, 'PreOrder')
    const refused = await applicant.call(bookingApi.submit, { body, files: { birthCertFile, deathCertFile: wrong } })
    expect(refused.refusal.errors).toEqual({ deathCertFile: 'Invalid file type. Only PDF, PNG, JPG allowed.' })
    expect((await submit(applicant, nicheID, 'PreOrder')).status).toBe(200)
  })

  test('amends the booking that they hold unpaid, and the hold stays as long as it was', async () => {
    const { nicheID } = await makeNiche(testApp.context)
    const first = await submit(applicant, nicheID, 'Current')
    const second = await submit(applicant, nicheID, 'PreOrder', { beneficiaryName: 'Tan Ah Hock' })
    expect(second.status).toBe(200)
    expect(second.body).toEqual(first.body)
    const [own] = (await applicant.call(bookingApi.byID, { query: { bookingID: first.body.bookingID } })).body
    expect(own).toMatchObject({ bookingType: 'PreOrder', beneficiaryName: 'Tan Ah Hock', dateOfDeath: null })
  })

  test('cannot amend a booking that a clerk made for them; the clerk can', async () => {
    const { nicheID } = await makeNiche(testApp.context)
    const made = await submitAtCounter(clerk, applicant.person, nicheID, 'Current')
    const seen = await detailOf(made.body.bookingID)
    const answer = await submit(applicant, nicheID, 'PreOrder', { beneficiaryName: 'Tan Ah Hock' })
    expect([answer.status, answer.refusal]).toEqual([
      409,
      {
        success: false,
        code: 'BOOKING_MADE_AT_COUNTER',
        error: 'This booking was made at our counter. Please ask our staff to change it.',
      },
    ])
    expect(await detailOf(made.body.bookingID)).toEqual(seen)
    const amended = await submitAtCounter(clerk, applicant.person, nicheID, 'PreOrder')
    expect([amended.status, amended.body.bookingID]).toEqual([200, made.body.bookingID])
  })

  test('cannot amend a booking that is paid', async () => {
    const { nicheID } = await makeNiche(testApp.context)
    const { bookingID } = (await submit(applicant, nicheID)).body
    await clerk.call(paymentApi.update, { body: { bookingID, paymentMethod: 'Cash' } })
    const answer = await submit(applicant, nicheID, 'PreOrder')
    expect([answer.status, answer.refusal.code]).toEqual([409, 'NICHE_TAKEN'])
    expect((await detailOf(bookingID)).bookingType).toBe('Current')
  })

  test.each(['Pending', 'Reserved', 'Occupied', 'Blocked'] as const)(
    'cannot book a niche that is %s',
    async (status) => {
      const { nicheID } = await makeNiche(testApp.context, { status })
      const answer = await submit(applicant, nicheID)
      expect(answer.status).toBe(409)
      expect(answer.refusal).toMatchObject({
        success: false,
        code: 'NICHE_TAKEN',
        error: 'This niche is no longer available. Please choose another.',
      })
      expect(await nicheStatus(nicheID)).toBe(status)
    },
  )

  test('is told of a niche that there is not', async () => {
    expect((await submit(applicant, '11111111-1111-1111-1111-111111111111')).status).toBe(404)
  })

  test('may live at a long unit number, and was not born in the year nought', async () => {
    const { nicheID } = await makeNiche(testApp.context)
    const born = await submit(applicant, nicheID, 'PreOrder', { dateOfBirth: '0000-01-01' })
    expect([born.status, Object.keys(born.refusal.errors ?? {})]).toEqual([400, ['dateOfBirth']])
    expect((await submit(applicant, nicheID, 'PreOrder', { beneficiaryUnitNumber: '1'.repeat(200) })).status).toBe(200)
  })

  test('finds a niche that another holds taken, and free once that hold is over', async () => {
    const { nicheID } = await makeNiche(testApp.context)
    const other = await testApp.signIn('user')
    const held = await submit(other, nicheID)
    expect((await submit(applicant, nicheID)).status).toBe(409)
    testApp.time.now = new Date(testApp.time.now.getTime() + 30 * 60_000)
    expect((await submit(applicant, nicheID)).status).toBe(200)
    const [lost] = (await other.call(bookingApi.byID, { query: { bookingID: held.body.bookingID } })).body
    expect(lost).toMatchObject({ bookingStatus: 'Cancelled', paymentStatus: 'Failed', holdExpiresAt: null })
    const letters = (await testApp.letters()).filter(({ to }) => to === other.person.email)
    expect(letters.map(({ kind }) => kind)).toEqual(['hold expired'])
  })
})

describe('a clerk', () => {
  test('books for an account that is known by its NRIC', async () => {
    const { nicheID } = await makeNiche(testApp.context)
    const made = await submitAtCounter(clerk, applicant.person, nicheID)
    expect(made.status).toBe(200)
    expect(made.body.userID).toBe(applicant.person.userID)
    const [own] = (await applicant.call(bookingApi.byID, { query: { bookingID: made.body.bookingID } })).body
    expect(own?.madeBy).toBe('staff')
  })

  test.each([
    ['fullName', 'Somebody Else'],
    ['mobileNumber', '81112222'],
    ['dob', '1970-01-01'],
  ])('is told when the %s is not that of the account', async (field, value) => {
    const { nicheID } = await makeNiche(testApp.context)
    const body = { ...applicantFields(applicant.person), ...application(nicheID), [field]: value }
    const answer = await clerk.call(bookingApi.submit, { body, files: certificateFiles() })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.refusal.errors ?? {})).toEqual([field])
    expect(await nicheStatus(nicheID)).toBe('Available')
  })

  test('opens an account for someone whom nobody knows, who is then asked to choose a password', async () => {
    const { nicheID } = await makeNiche(testApp.context)
    const newcomer = { ...applicantFields(applicant.person), nationalID: 'T7654321Z', mobileNumber: '89998888' }
    const body = { ...application(nicheID), ...newcomer, email: 'Newcomer@test.example' }
    const made = await clerk.call(bookingApi.submit, { body, files: { birthCertFile, deathCertFile } })
    expect(made.body).toMatchObject({ success: true, email: 'newcomer@test.example' })
    const letters = (await testApp.letters()).filter(({ to }) => to === 'newcomer@test.example')
    expect(letters).toHaveLength(1)
  })

  test("cannot give a newcomer another person's e-mail", async () => {
    const { nicheID } = await makeNiche(testApp.context)
    const body = {
      ...applicantFields(applicant.person),
      ...application(nicheID),
      nationalID: 'T1111111Z',
      mobileNumber: '87776666',
    }
    const answer = await clerk.call(bookingApi.submit, { body, files: certificateFiles() })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.refusal.errors ?? {})).toEqual(['email'])
  })

  test.each([
    ['62345678', '62345678'],
    ['+60 12-345 6789', '+60 12-345 6789'],
    ['+60 12-345 6789', '60123456789'],
  ])('books for an account whose number is %s, entered as %s', async (contactNumber, mobileNumber) => {
    const person = await makeUser(testApp.context, { contactNumber })
    const { nicheID } = await makeNiche(testApp.context)
    const body = { ...applicantFields(person), ...application(nicheID), mobileNumber }
    const made = await clerk.call(bookingApi.submit, { body, files: certificateFiles() })
    expect([made.status, made.body.userID]).toEqual([200, person.userID])
  })

  test.each(['62345679', '+60 12-345 6780', '81112222'])(
    'cannot book for an account with another number than its own: %s',
    async (mobileNumber) => {
      const person = await makeUser(testApp.context, { contactNumber: '62345678' })
      const { nicheID } = await makeNiche(testApp.context)
      const body = { ...applicantFields(person), ...application(nicheID), mobileNumber }
      const answer = await clerk.call(bookingApi.submit, { body, files: certificateFiles() })
      expect([answer.status, Object.keys(answer.refusal.errors ?? {})]).toEqual([400, ['mobileNumber']])
    },
  )

  test('must enter a mobile number of eight digits for an unknown NRIC', async () => {
    const { nicheID } = await makeNiche(testApp.context)
    const body = {
      ...applicantFields(applicant.person),
      ...application(nicheID),
      nationalID: 'T2222222Z',
      mobileNumber: '62345678',
    }
    const answer = await clerk.call(bookingApi.submit, { body, files: certificateFiles() })
    expect(answer.refusal.errors).toEqual({ mobileNumber: 'Mobile number must start with 8 or 9 and be 8 digits' })
  })

  test('may open an account with a number that another account has', async () => {
    const { nicheID } = await makeNiche(testApp.context)
    const body = {
      ...applicantFields(applicant.person),
      ...application(nicheID),
      nationalID: 'T3333333Z',
      email: 'shares.number@test.example',
    }
    const made = await clerk.call(bookingApi.submit, { body, files: certificateFiles() })
    expect([made.status, made.body.email]).toEqual([200, 'shares.number@test.example'])
    expect(made.body.userID).not.toBe(applicant.person.userID)
  })

  test.each(['Spouse', 'Child'])('may name the beneficiary as %s of the applicant', async (relationship) => {
    const { nicheID } = await makeNiche(testApp.context)
    const body = {
      ...applicantFields(applicant.person),
      ...application(nicheID),
      relationshipWithApplicant: relationship,
    }
    const made = await clerk.call(bookingApi.submit, { body, files: certificateFiles() })
    const detail = await clerk.call(bookingApi.approval, { params: { bookingID: made.body.bookingID } })
    expect(detail.body.relationshipWithApplicant).toBe(relationship)
  })
})

describe('a booking at the counter for an account with another e-mail', () => {
  const confirmations = async (bookingID: string) => {
    const entries = await testApp.context.db.select().from(auditLog).where(eq(auditLog.subject, bookingID))
    return entries.filter(({ action }) => action === 'booking.account_confirmed')
  }
  const entered = async () => {
    const person = await makeUser(testApp.context, { email: `mei.${randomUUID()}@test.example` })
    const { nicheID } = await makeNiche(testApp.context)
    return { person, nicheID, body: { ...applicantFields(person), ...application(nicheID) } }
  }
  const send = (body: object) => clerk.call(bookingApi.submit, { body: { ...body }, files: certificateFiles() })

  test('is refused until the clerk confirms the account, and tells no more than a masked address', async () => {
    const { person, nicheID, body } = await entered()
    const answer = await send({ ...body, email: 'another@test.example' })
    expect([answer.status, answer.refusal.code, answer.refusal.success]).toEqual([
      409,
      'APPLICANT_EMAIL_DIFFERS',
      false,
    ])
    expect(answer.refusal.error).toContain('m***@test.example')
    expect(JSON.stringify(answer.refusal)).not.toContain(person.email)
    expect(await nicheStatus(nicheID)).toBe('Available')
  })

  test('goes to the account once confirmed, and the confirmation is audited', async () => {
    const { person, body } = await entered()
    const made = await send({ ...body, email: 'another@test.example', confirmedAccount: true })
    expect(made.body).toMatchObject({ userID: person.userID, email: person.email })
    expect(await confirmations(made.body.bookingID)).toMatchObject([
      { actorID: clerk.person.userID, details: { userID: person.userID } },
    ])
  })

  test('needs no confirmation when the addresses differ only in case', async () => {
    const { person, body } = await entered()
    const made = await send({ ...body, email: person.email.toUpperCase() })
    expect([made.status, made.body.userID]).toEqual([200, person.userID])
    expect(await confirmations(made.body.bookingID)).toEqual([])
  })

  test('is still refused for another name, number or date of birth, although confirmed', async () => {
    const { body } = await entered()
    const answer = await send({ ...body, email: 'another@test.example', fullName: 'Goh', confirmedAccount: true })
    expect([answer.status, Object.keys(answer.refusal.errors ?? {})]).toEqual([400, ['fullName']])
  })
})
