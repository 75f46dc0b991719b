import { describe, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { type BookingEvent, type BookingState, type Transition, transitions } from '#contract/bookings/transitions.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { eventsOf } from '#contract/state-table.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { application, birthCertFile, deathCertFile, submit, submitAtCounter } from '#test/booking-forms.ts'
import { readApproval, readBooking } from '#test/booking-reads.ts'
import { makePdf } from '#test/certificate-files.ts'
import { makeNiche } from '#test/factories.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'

const testApp = prepareTestApp()
const clerk = prepareCaller(testApp, 'staff')
const colleague = prepareCaller(testApp, 'staff')
const applicant = prepareCaller(testApp, 'user', 'each')

const reason = 'The certificate cannot be read.'
const make = (state: Partial<BookingState> = {}) => makeBooking(testApp.context, applicant.person, state)
const requestUrn = async (bookingID: string) => {
  const body = { bookingID, dateOfDeath: '2026-02-01' }
  expect((await applicant.call(bookingApi.placeUrn, { body, files: { deathCertFile } })).status).toBe(200)
}

describe('booking versions', () => {
  test('the version of a booking starts at 1 and grows with each amendment, payment, urn request and decision', async () => {
    const { nicheID } = await makeNiche(testApp.context)
    const { bookingID } = (await submit(applicant, nicheID, 'PreOrder')).body
    const seen = [(await readBooking(applicant, bookingID))?.version]
    const steps = [
      () => submit(applicant, nicheID, 'PreOrder', { beneficiaryName: 'Tan Ah Hock' }),
      () => clerk.call(paymentApi.update, { body: { bookingID, paymentMethod: 'Cash' } }),
      () => requestUrn(bookingID),
      () => clerk.call(bookingApi.approve, { body: { bookingID } }),
      () => clerk.call(bookingApi.reopen, { body: { bookingID, reason } }),
    ]
    for (const step of steps) {
      await step()
      seen.push((await readBooking(applicant, bookingID))?.version)
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('the version of a booking is in the staff lists and in My Bookings', async () => {
    const { bookingID } = await make()
    const number = applicant.person.contactNumber
    const [found] = (await clerk.call(bookingApi.search, { query: { query: number } })).body
    const pending = (await clerk.call(bookingApi.pending, { query: {} })).body
    const waiting = pending.find((row) => row.bookingID === bookingID)
    expect([found?.version, waiting?.version, (await readBooking(applicant, bookingID))?.version]).toEqual([1, 1, 1])
  })
})

test('replacing a certificate changes its SHA-256, and an unchanged certificate keeps its own', async () => {
  const { nicheID } = await makeNiche(testApp.context)
  const { bookingID } = (await submit(applicant, nicheID)).body
  const before = await readApproval(clerk, bookingID)
  const files = { birthCertFile: { ...birthCertFile, content: makePdf('Another birth') }, deathCertFile }
  await applicant.call(bookingApi.submit, { body: application(nicheID), files })
  const after = await readApproval(clerk, bookingID)
  expect(after.birthCertSha256).toMatch(/^[0-9a-f]{64}$/)
  expect(after.birthCertSha256).not.toBe(before.birthCertSha256)
  expect(after.deathCertSha256).toBe(before.deathCertSha256)
  expect(await readBooking(applicant, bookingID)).toMatchObject({
    birthCertSha256: after.birthCertSha256,
    deathCertSha256: after.deathCertSha256,
    relationshipWithApplicant: 'Father',
    inscription: 'At rest',
  })
})

type Decide = (
  bookingID: string,
  version?: number,
) => Promise<{ status: number; refusal: { code?: string; error?: string } }>
/** The decisions of staff whose call takes no more than the booking, its version and a reason. */
const plainDecisions = eventsOf(transitions).filter(
  (event) =>
    event in bookingApi &&
    !['cancel', 'deny', 'undoDenial', 'requestCertificate'].includes(event) &&
    transitions[event].moves.some(({ by }: Transition) => [by].flat().includes('staff')),
)
const firstStateOf = (event: BookingEvent): Partial<BookingState> => {
  const { status = 'Pending', type = 'Current' }: Transition['from'] = transitions[event].moves[0].from
  return { status, type } as Partial<BookingState>
}
const decisions: [name: string, from: Partial<BookingState>, Decide][] = [
  ...plainDecisions.map((event): [string, Partial<BookingState>, Decide] => [
    event,
    firstStateOf(event),
    (bookingID, version) => clerk.call(bookingApi[event as 'release'], { body: { bookingID, reason, version } }),
  ]),
  [
    'deny',
    {},
    (bookingID, version) =>
      clerk.call(bookingApi.deny, { body: { to: applicant.person.email, reason, bookingID, version } }),
  ],
  [
    'payment at the counter',
    { payment: 'Pending' },
    (bookingID, version) => clerk.call(paymentApi.update, { body: { bookingID, paymentMethod: 'Cash', version } }),
  ],
]

describe.each(decisions)('%s', (name, from, decide) => {
  test(`${name} with a version other than the present one is refused and changes nothing`, async () => {
    const { bookingID } = await make(from)
    const before = await readApproval(clerk, bookingID)
    const { status, refusal } = await decide(bookingID, before.version + 1)
    expect([status, refusal.code]).toEqual([409, 'BOOKING_CHANGED'])
    expect(await readApproval(clerk, bookingID)).toEqual(before)
  })

  test(`${name} with the present version is accepted`, async () => {
    const { bookingID } = await make(from)
    expect((await decide(bookingID, (await readApproval(clerk, bookingID)).version)).status).toBe(200)
  })

  test(`${name} without a version is accepted`, async () => {
    const { bookingID } = await make(from)
    expect((await decide(bookingID)).status).toBe(200)
  })
})

test('a counter payment for an application amended meanwhile is refused with who amended it', async () => {
  const { nicheID } = await makeNiche(testApp.context)
  const { bookingID } = (await submit(applicant, nicheID)).body
  const { version } = await readApproval(clerk, bookingID)
  await submit(applicant, nicheID, 'PreOrder')
  const { status, refusal } = await clerk.call(paymentApi.update, {
    body: { bookingID, paymentMethod: 'Cash', version },
  })
  expect([status, refusal.success, refusal.code, refusal.error]).toEqual([
    409,
    false,
    'BOOKING_CHANGED',
    expect.stringMatching(
      /^This booking has changed since you looked at it\. It was amended by Tan Mei Ling, .+\. Please check it and try again\.$/,
    ),
  ])
  expect(await readBooking(applicant, bookingID)).toMatchObject({ paymentStatus: 'Pending', bookingType: 'PreOrder' })
})

test('approving a pre-order that has an urn request meanwhile is refused as changed', async () => {
  const { bookingID } = await make({ type: 'PreOrder' })
  const { version } = await readApproval(clerk, bookingID)
  await requestUrn(bookingID)
  const { status, refusal } = await clerk.call(bookingApi.approve, { body: { bookingID, version } })
  expect([status, refusal.code]).toEqual([409, 'BOOKING_CHANGED'])
  expect((await readApproval(clerk, bookingID)).urnRequest).not.toBeNull()
})

test("a decision after a colleague's is refused with what was done, by whom and when", async () => {
  const { bookingID } = await make()
  const { version } = await readApproval(clerk, bookingID)
  await colleague.call(bookingApi.approve, { body: { bookingID, version } })
  const body = { to: applicant.person.email, reason, bookingID, version }
  const { status, refusal } = await clerk.call(bookingApi.deny, { body })
  expect([status, refusal.error]).toEqual([
    409,
    expect.stringMatching(/It was approved by Tan Mei Ling, \d+ \w+ \d+, /),
  ])
})

test('a counter payment sent twice by one clerk is recorded once, and one by a colleague is refused', async () => {
  const { bookingID } = await make({ payment: 'Pending' })
  const body = { bookingID, paymentMethod: 'Cash', version: 1 }
  const answers = [await clerk.call(paymentApi.update, { body }), await clerk.call(paymentApi.update, { body })]
  expect(answers.map(({ status, body }) => [status, body.paymentStatus])).toEqual([
    [200, 'Paid'],
    [200, 'Paid'],
  ])
  const other = await clerk.call(paymentApi.update, { body: { ...body, paymentMethod: 'Cheque' } })
  expect([other.status, other.refusal.code]).toEqual([409, 'BOOKING_CHANGED'])
  const late = await colleague.call(paymentApi.update, { body })
  expect([late.status, late.refusal.error]).toEqual([
    409,
    expect.stringMatching(/It was paid at the counter by Tan Mei Ling/),
  ])
})

test('a version sent by an applicant who finalises a payment is ignored', async () => {
  const { bookingID } = await make()
  const { status } = await applicant.call(paymentApi.update, { body: { bookingID, version: 9 } })
  expect(status).toBe(200)
})

test.each([0, -1, 1.5, 'one'])('an approval with the version %j is refused as invalid', async (version) => {
  const { bookingID } = await make()
  const answer = await clerk.call(bookingApi.approve, { body: { bookingID, version: version as number } })
  expect([answer.status, Object.keys(answer.refusal.errors ?? {})]).toEqual([400, ['version']])
})

test('a counter payment for a booking that a colleague amended is refused as changed', async () => {
  const { nicheID } = await makeNiche(testApp.context)
  const { bookingID } = (await submitAtCounter(clerk, applicant.person, nicheID)).body
  await submitAtCounter(colleague, applicant.person, nicheID, 'PreOrder')
  const body = { bookingID, paymentMethod: 'Cash', version: 1 }
  const { status, refusal } = await clerk.call(paymentApi.update, { body })
  expect([status, refusal.code, (await readBooking(applicant, bookingID))?.bookingStatus]).toEqual([
    409,
    'BOOKING_CHANGED',
    'Pending',
  ])
})

test('the OpenAPI document describes the version as an optional field of every decision', async () => {
  const { paths } = (await testApp.app.inject({ method: 'GET', url: '/api/openapi.json' })).json()
  const calls = [...plainDecisions.map((event) => bookingApi[event as 'release']), bookingApi.deny, paymentApi.update]
  for (const { path } of calls) {
    const { schema } = paths[path].post.requestBody.content['application/json']
    expect(schema.properties.version).toMatchObject({
      type: 'integer',
      description: expect.stringContaining('BOOKING_CHANGED'),
    })
    expect(schema.required ?? []).not.toContain('version')
  }
})
