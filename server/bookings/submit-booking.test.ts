import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { auditLog, users } from '#server/database/schema.ts'
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
import { readApproval, readBooking, readNicheStatus } from '#test/booking-reads.ts'
import { makeNiche, makeUser } from '#test/factories.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'

const testApp = prepareTestApp()
const applicant = prepareCaller(testApp, 'user')
const clerk = prepareCaller(testApp, 'staff')

describe('bookings by an applicant', () => {
  test('an applicant who submits an application holds the niche for 30 minutes at its present price', async () => {
    const { nicheID } = await makeNiche(testApp.context)
    const made = await submit(applicant, nicheID)
    expect(made.status).toBe(200)
    expect(made.body.bookingID).toMatch(/^B-[0-9A-HJKMNP-TV-Z]{10}$/)
    expect(made.body.paymentID).toMatch(/^P-[0-9A-HJKMNP-TV-Z]{10}$/)
    expect(made.body).toMatchObject({ success: true, amount: '3800.00', userID: applicant.person.userID })
    expect(new Date(made.body.holdExpiresAt ?? 0).getTime()).toBe(testApp.time.now.getTime() + 30 * 60_000)
    expect(await readNicheStatus(applicant, nicheID)).toBe('Pending')

    const own = await readBooking(applicant, made.body.bookingID)
    expect(own).toMatchObject({
      bookingStatus: 'Pending',
      bookingType: 'Current',
      beneficiaryName: 'Tan Ah Kow',
      dateOfDeath: '2026-01-31',
      paymentAmount: '3800.00',
      paymentMethod: 'Credit Card',
      paymentStatus: 'Pending',
      urnRequested: false,
      certificateAsked: false,
      madeBy: 'user',
    })
  })

  test('an applicant can book a niche at the highest allowed price and owes all of it', async () => {
    const { nicheID } = await makeNiche(testApp.context, { priceCents: 100_000_000 })
    const buyer = await testApp.signIn('user')
    expect((await submit(buyer, nicheID)).body.amount).toBe('1000000.00')
  })

  test('booking a niche whose price is above the limit fails and leaves no booking', async () => {
    const { db } = testApp.context
    await db.execute(sql`alter table niches drop constraint if exists niches_price_allowed`)
    const { nicheID } = await makeNiche(testApp.context, { priceCents: 100_000_001 })
    const someone = await testApp.signIn('user')
    expect((await submit(someone, nicheID)).status).toBe(500)
    expect((await someone.call(bookingApi.ofUser, { query: { userID: someone.person.userID } })).body).toEqual([])
    expect(await readNicheStatus(applicant, nicheID)).toBe('Available')
    await db.execute(sql`delete from niches where niche_id = ${nicheID}`)
    await db.execute(
      sql`alter table niches add constraint niches_price_allowed check (price_cents between 0 and 100000000)`,
    )
  })

  test.each([-1, 100_000_001])(
    'a niche with a price of %i cents is refused by the database constraint',
    async (priceCents) => {
      const storing = makeNiche(testApp.context, { priceCents })
      expect(constraintOf(await storing.catch((error: unknown) => error))).toBe('niches_price_allowed')
    },
  )

  test("an applicant who sends another person's details still books for their own account", async () => {
    const { nicheID } = await makeNiche(testApp.context)
    const other = await makeUser(testApp.context)
    const hints = { userRole: 'staff', paidByID: other.userID, ...applicantFields(other) }
    const made = await submit(applicant, nicheID, 'Current', hints)
    expect(made.body).toMatchObject({ userID: applicant.person.userID, email: applicant.person.email })
  })

  test('an application with several errors is refused with all field and file errors together', async () => {
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

  test('a date of death before the date of birth is refused', async () => {
    const { nicheID } = await makeNiche(testApp.context)
    const answer = await submit(applicant, nicheID, 'Current', { dateOfDeath: '1939-01-01' })
    expect(answer.refusal.errors).toEqual({ dateOfDeath: 'Date of Death cannot be before Date of Birth' })
  })

  test('a pre-order needs no death certificate, but an invalid one is refused', async () => {
    const { nicheID } = await makeNiche(testApp.context)
    const wrong = { name: 'x.png', content: Buffer.from('not a picture') }
    const body = application(nicheID, 'PreOrder')
    const refused = await applicant.call(bookingApi.submit, { body, files: { birthCertFile, deathCertFile: wrong } })
    expect(refused.refusal.errors).toEqual({ deathCertFile: 'Invalid file type. Only PDF, PNG, JPG allowed.' })
    expect((await submit(applicant, nicheID, 'PreOrder')).status).toBe(200)
  })

  test('submitting again for a niche held unpaid amends the booking without extending the hold', async () => {
    const { nicheID } = await makeNiche(testApp.context)
    const first = await submit(applicant, nicheID, 'Current')
    const second = await submit(applicant, nicheID, 'PreOrder', { beneficiaryName: 'Tan Ah Hock' })
    expect(second.status).toBe(200)
    expect(second.body).toEqual(first.body)
    const own = await readBooking(applicant, first.body.bookingID)
    expect(own).toMatchObject({ bookingType: 'PreOrder', beneficiaryName: 'Tan Ah Hock', dateOfDeath: null })
  })

  test('the same form sent again for a niche without a price gets the booking that its lost answer was about', async () => {
    const { nicheID } = await makeNiche(testApp.context, { priceCents: 0 })
    const [first, second] = [await submit(applicant, nicheID), await submit(applicant, nicheID)]
    expect([second.status, second.body]).toEqual([200, first.body])
    const other = await submit(applicant, nicheID, 'PreOrder', { beneficiaryName: 'Tan Ah Hock' })
    expect([other.status, other.refusal.code]).toEqual([409, 'NICHE_TAKEN'])
  })

  test('a booking made at the counter can be amended by the clerk but not by the applicant', async () => {
    const { nicheID } = await makeNiche(testApp.context)
    const made = await submitAtCounter(clerk, applicant.person, nicheID, 'Current')
    const seen = await readApproval(clerk, made.body.bookingID)
    const answer = await submit(applicant, nicheID, 'PreOrder', { beneficiaryName: 'Tan Ah Hock' })
    expect([answer.status, answer.refusal]).toEqual([
      409,
      {
        success: false,
        code: 'BOOKING_MADE_AT_COUNTER',
        error: 'This booking was made at our counter. Please ask our staff to change it.',
      },
    ])
    expect(await readApproval(clerk, made.body.bookingID)).toEqual(seen)
    const amended = await submitAtCounter(clerk, applicant.person, nicheID, 'PreOrder')
    expect([amended.status, amended.body.bookingID]).toEqual([200, made.body.bookingID])
  })

  test('an applicant cannot amend a booking that is paid', async () => {
    const { nicheID } = await makeNiche(testApp.context)
    const { bookingID } = (await submit(applicant, nicheID)).body
    await clerk.call(paymentApi.update, { body: { bookingID, paymentMethod: 'Cash' } })
    const answer = await submit(applicant, nicheID, 'PreOrder')
    expect([answer.status, answer.refusal.code]).toEqual([409, 'NICHE_TAKEN'])
    expect((await readApproval(clerk, bookingID)).bookingType).toBe('Current')
  })

  test.each(['Pending', 'Reserved', 'Occupied', 'Blocked'] as const)(
    'booking a niche that is %s is refused with NICHE_TAKEN and keeps its status',
    async (status) => {
      const { nicheID } = await makeNiche(testApp.context, { status })
      const answer = await submit(applicant, nicheID)
      expect(answer.status).toBe(409)
      expect(answer.refusal).toMatchObject({
        success: false,
        code: 'NICHE_TAKEN',
        error: 'This niche is no longer available. Please choose another.',
      })
      expect(await readNicheStatus(applicant, nicheID)).toBe(status)
    },
  )

  test('booking an unknown niche returns 404', async () => {
    expect((await submit(applicant, '11111111-1111-1111-1111-111111111111')).status).toBe(404)
  })

  test('a long unit number is accepted and a date of birth in year 0 is refused', async () => {
    const { nicheID } = await makeNiche(testApp.context)
    const born = await submit(applicant, nicheID, 'PreOrder', { dateOfBirth: '0000-01-01' })
    expect([born.status, Object.keys(born.refusal.errors ?? {})]).toEqual([400, ['dateOfBirth']])
    expect((await submit(applicant, nicheID, 'PreOrder', { beneficiaryUnitNumber: '1'.repeat(200) })).status).toBe(200)
  })

  test("a niche under another applicant's hold cannot be booked until that hold has lapsed", async () => {
    const { nicheID } = await makeNiche(testApp.context)
    const other = await testApp.signIn('user')
    const held = await submit(other, nicheID)
    expect((await submit(applicant, nicheID)).status).toBe(409)
    testApp.advanceTime(30 * 60_000)
    expect((await submit(applicant, nicheID)).status).toBe(200)
    const lost = await readBooking(other, held.body.bookingID)
    expect(lost).toMatchObject({ bookingStatus: 'Cancelled', paymentStatus: 'Failed', holdExpiresAt: null })
    const letters = await testApp.letters({ to: other.person.email })
    expect(letters.map(({ kind }) => kind)).toEqual(['hold expired'])
  })
})

describe('bookings by a clerk', () => {
  test('a clerk who enters a known NRIC books for that account', async () => {
    const { nicheID } = await makeNiche(testApp.context)
    const made = await submitAtCounter(clerk, applicant.person, nicheID)
    expect(made.status).toBe(200)
    expect(made.body.userID).toBe(applicant.person.userID)
    const own = await readBooking(applicant, made.body.bookingID)
    expect(own?.madeBy).toBe('staff')
  })

  test.each([
    ['fullName', 'Somebody Else'],
    ['mobileNumber', '81112222'],
    ['dob', '1970-01-01'],
  ])(
    'a clerk who enters a %s that differs from the account is refused with an error at that field',
    async (field, value) => {
      const { nicheID } = await makeNiche(testApp.context)
      const body = { ...applicantFields(applicant.person), ...application(nicheID), [field]: value }
      const answer = await clerk.call(bookingApi.submit, { body, files: certificateFiles() })
      expect(answer.status).toBe(400)
      expect(Object.keys(answer.refusal.errors ?? {})).toEqual([field])
      expect(await readNicheStatus(applicant, nicheID)).toBe('Available')
    },
  )

  test('a clerk who enters an unknown NRIC creates an account, and the applicant gets a letter to choose a password', async () => {
    const { nicheID } = await makeNiche(testApp.context)
    const newcomer = { ...applicantFields(applicant.person), nationalID: 'T7654321Z', mobileNumber: '89998888' }
    const body = { ...application(nicheID), ...newcomer, email: 'Newcomer@test.example' }
    const made = await clerk.call(bookingApi.submit, { body, files: { birthCertFile, deathCertFile } })
    expect(made.body).toMatchObject({ success: true, email: 'newcomer@test.example' })
    const letters = await testApp.letters({ to: 'newcomer@test.example' })
    expect(letters).toHaveLength(1)
  })

  test("a new account with another person's email is refused with an error at the email field", async () => {
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
  ])('a clerk can book for an account with the number %s, entered as %s', async (contactNumber, mobileNumber) => {
    const person = await makeUser(testApp.context, { contactNumber })
    const { nicheID } = await makeNiche(testApp.context)
    const body = { ...applicantFields(person), ...application(nicheID), mobileNumber }
    const made = await clerk.call(bookingApi.submit, { body, files: certificateFiles() })
    expect([made.status, made.body.userID]).toEqual([200, person.userID])
  })

  test('a clerk can book for an account with a landline number and enter its NRIC in lower case', async () => {
    const person = await makeUser(testApp.context, { contactNumber: '62345678' })
    const { nicheID } = await makeNiche(testApp.context)
    const details = { ...applicantFields(person), ...application(nicheID) }
    const body = { ...details, nationalID: details.nationalID.toLowerCase() }
    const made = await clerk.call(bookingApi.submit, { body, files: certificateFiles() })
    expect([made.status, made.body.userID]).toEqual([200, person.userID])
  })

  test.each(['62345679', '+60 12-345 6780', '81112222'])(
    "a clerk who enters %s, which is not the account's number, is refused",
    async (mobileNumber) => {
      const person = await makeUser(testApp.context, { contactNumber: '62345678' })
      const { nicheID } = await makeNiche(testApp.context)
      const body = { ...applicantFields(person), ...application(nicheID), mobileNumber }
      const answer = await clerk.call(bookingApi.submit, { body, files: certificateFiles() })
      expect([answer.status, Object.keys(answer.refusal.errors ?? {})]).toEqual([400, ['mobileNumber']])
    },
  )

  test('a clerk who enters an unknown NRIC with a landline number is refused', async () => {
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

  test('a clerk can create an account with a number that another account already has', async () => {
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

  test.each(['Spouse', 'Child'])('a clerk can submit a booking with the relationship %s', async (relationship) => {
    const { nicheID } = await makeNiche(testApp.context)
    const body = {
      ...applicantFields(applicant.person),
      ...application(nicheID),
      relationshipWithApplicant: relationship,
    }
    const made = await clerk.call(bookingApi.submit, { body, files: certificateFiles() })
    expect((await readApproval(clerk, made.body.bookingID)).relationshipWithApplicant).toBe(relationship)
  })
})

describe('a booking at the counter for an account with another email', () => {
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

  test('a counter booking with an email that differs from the account is refused and shows only a masked address', async () => {
    const { person, nicheID, body } = await entered()
    const answer = await send({ ...body, email: 'another@test.example' })
    expect([answer.status, answer.refusal.code, answer.refusal.success]).toEqual([
      409,
      'APPLICANT_EMAIL_DIFFERS',
      false,
    ])
    expect(answer.refusal.error).toContain('m***@test.example')
    expect(JSON.stringify(answer.refusal)).not.toContain(person.email)
    expect(await readNicheStatus(applicant, nicheID)).toBe('Available')
  })

  test('a counter booking with a different email is made once the clerk confirms the account; that is audited, the other address is told, and the account’s NRIC does not count as seen', async () => {
    const { person, body } = await entered()
    const email = `another.${randomUUID()}@test.example`
    const made = await send({ ...body, email, confirmedAccount: true })
    expect(made.body).toMatchObject({ userID: person.userID, email: person.email })
    expect(await confirmations(made.body.bookingID)).toMatchObject([
      { actorID: clerk.person.userID, details: { userID: person.userID } },
    ])
    const [letter] = await testApp.letters({ to: email })
    expect(letter?.text).toContain('an account with the address m***')
    const [account] = await testApp.context.db.select().from(users).where(eq(users.userID, person.userID))
    expect(account?.nricSeenAt).toBeNull()
  })

  test('a counter booking with an email that differs only in case needs no confirmation', async () => {
    const { person, body } = await entered()
    const made = await send({ ...body, email: person.email.toUpperCase() })
    expect([made.status, made.body.userID]).toEqual([200, person.userID])
    expect(await confirmations(made.body.bookingID)).toEqual([])
  })

  test('a counter booking with a different name is refused although the clerk confirmed the account', async () => {
    const { body } = await entered()
    const answer = await send({ ...body, email: 'another@test.example', fullName: 'Goh', confirmedAccount: true })
    expect([answer.status, Object.keys(answer.refusal.errors ?? {})]).toEqual([400, ['fullName']])
  })
})
