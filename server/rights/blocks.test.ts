import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { chargeApi } from '#contract/charges/api.ts'
import { dayMs, formatDay, toDay } from '#contract/dates.ts'
import { houseApi } from '#contract/house/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { rightApi } from '#contract/rights/api.ts'
import { claimApi } from '#contract/rights/claim-api.ts'
import { urnApi } from '#contract/urns/api.ts'
import { niches, urnAttempts } from '#server/database/schema.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { submit, submitAtCounter } from '#test/booking-forms.ts'
import { codeOf } from '#test/caller.ts'
import { listPrice } from '#test/price-factory.ts'
import { askClaim, confirmAs, endObjection, makeEnding, object, readRight, rightOf } from '#test/right-factory.ts'
import { sampleHouse } from '#test/sample-house.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { confirmation, makeListedUrn, makeUrn, moveTogether, readUrn } from '#test/urn-factory.ts'
import { extendPaidElsewhere } from './public.ts'

const testApp = prepareTestApp({}, 'each')
const daughter = prepareCaller(testApp, 'user', 'each')
const clerk = prepareCaller(testApp, 'staff', 'each')
const colleague = prepareCaller(testApp, 'staff', 'each')
const admin = prepareCaller(testApp, 'admin', 'each')

const block = async (bookingID: string) => {
  const { number } = await rightOf(testApp.context, bookingID)
  expect((await object(clerk, number)).status).toBe(200)
  return number
}
async function unblock(number: string) {
  const open = (await readRight(clerk, number)).objections.filter(({ state }) => state === 'open')
  for (const { objectionID } of open) {
    expect(codeOf(await endObjection([clerk, colleague], objectionID))).toBe('done')
    const body = { objectionID, as: 'settled', reason: 'Both agree now.' } as const
    expect((await clerk.call(claimApi.endObjection, { body })).refusal.code).toBe('ALREADY_SETTLED')
  }
}
type Reply = { status: number; refusal: { code: string; error: string } }
/** Refused while the right is blocked and done once it is not, so that nothing else refuses it. */
async function expectBlocked(bookingID: string, move: () => Promise<Reply>) {
  const number = await block(bookingID)
  const events = async () => (await readRight(clerk, number)).history.map(({ event }) => event)
  const before = await events()
  const refused = await move()
  expect(codeOf(refused)).toBe('RIGHT_BLOCKED')
  expect(refused.refusal.error).toContain(`Somebody objected on ${formatDay(toDay(testApp.time.now))}`)
  expect(await events()).toEqual(before)
  await unblock(number)
  expect(codeOf(await move())).toBe('done')
}

const make = (differences: Parameters<typeof makeBooking>[2]) =>
  makeBooking(testApp.context, daughter.person, { status: 'Confirmed', ...differences })
const reason = 'A test'

test('a confirmed pre-order is not released, and its money is not refunded', async () => {
  const { bookingID } = await make({ type: 'PreOrder' })
  await expectBlocked(bookingID, () => clerk.call(bookingApi.release, { body: { bookingID, reason } }))
})

test('a booking is not archived, which would sell the niche again', async () => {
  const { bookingID, nicheID } = await make({})
  await expectBlocked(bookingID, () => clerk.call(bookingApi.archive, { body: { bookingID, nicheID } }))
})

test('a decision is not reopened', async () => {
  const { bookingID } = await make({})
  await expectBlocked(bookingID, () => clerk.call(bookingApi.reopen, { body: { bookingID, reason } }))
})

test('nobody is placed beside somebody else', async () => {
  const { bookingID, nicheID } = await make({})
  await testApp.context.db.update(niches).set({ capacity: 2 }).where(eq(niches.nicheID, nicheID))
  await expectBlocked(bookingID, () =>
    submit(daughter, nicheID, 'PreOrder', {
      besideBookingID: bookingID,
      besideRelationship: 'Spouse',
      beneficiaryName: 'Lim',
    }),
  )
})

test('somebody who was booked beside another at the counter is not confirmed by the payment', async () => {
  const { bookingID, nicheID } = await make({})
  await testApp.context.db
    .update(niches)
    .set({ capacity: 2, furtherPriceCents: 50_000 })
    .where(eq(niches.nicheID, nicheID))
  const beside = { besideBookingID: bookingID, besideRelationship: 'Spouse', beneficiaryName: 'Lim' }
  const { body } = await submitAtCounter(clerk, daughter.person, nicheID, 'PreOrder', beside)
  await expectBlocked(bookingID, () =>
    clerk.call(paymentApi.update, { body: { bookingID: body.bookingID, paymentMethod: 'Cash' } }),
  )
})

test('holders are not added', async () => {
  const { bookingID } = await make({})
  const { number } = await rightOf(testApp.context, bookingID)
  await expectBlocked(bookingID, () =>
    clerk.call(rightApi.saveHolder, { body: { number, name: 'Tan Mei', nric: '', address: '', reason } }),
  )
})

test('contacts are not named, changed or removed, and their answer is still recorded', async () => {
  const { bookingID } = await make({})
  const { number } = await rightOf(testApp.context, bookingID)
  const contact = { number, kind: 'notices', name: 'Tan Ah Lian', address: '1 Hill Street', reason } as const
  const save = (changed: { contactID?: string } = {}) =>
    clerk.call(rightApi.saveContact, { body: { ...contact, ...changed } })
  await expectBlocked(bookingID, save)
  const [named] = (await readRight(clerk, number)).contacts
  const ref = { number, contactID: named?.contactID ?? '' }
  await expectBlocked(bookingID, () => save(ref))
  await block(bookingID)
  expect(codeOf(await clerk.call(rightApi.recordContactAccepted, { body: { ...ref, by: 'letter' } }))).toBe('done')
  await unblock(number)
  await expectBlocked(bookingID, () => clerk.call(rightApi.removeContact, { body: { ...ref, reason } }))
})

test('a claim is not decided', async () => {
  const { bookingID } = await make({})
  const { number } = await rightOf(testApp.context, bookingID)
  const { claimID } = await askClaim(clerk, number)
  testApp.advanceTime(15 * dayMs)
  for (const each of [clerk, colleague]) Object.assign(each, await testApp.signIn(each.person))
  const open = await block(bookingID)
  const decide = () => clerk.call(claimApi.decide, { body: { claimID, isFor: true, reason } })
  expect((await decide()).refusal).toMatchObject({
    code: 'CLAIM_NOT_DECIDABLE',
    error: 'An objection is open. It has to be withdrawn or settled first.',
  })
  await unblock(open)
  expect(codeOf(await decide())).toBe('done')
})

const list = (kind: 'extension' | 'plaque') => listPrice(testApp, admin, kind)
const charge = (bookingID: string, priceID: string) =>
  clerk.call(chargeApi.add, { body: { chargeID: randomUUID(), bookingID, priceID } })

/** Pays the only charge of a booking in cash. Returns the ID of its payment. */
async function payCharge(bookingID: string) {
  const read = async () => (await clerk.call(chargeApi.ofBooking, { params: { bookingID } })).body[0]
  const chargeIDs = [(await read())?.chargeID ?? '']
  const body = { bookingID, chargeIDs, paymentMethod: 'Cash', amount: '80.00' } as const
  expect((await clerk.call(chargeApi.record, { body })).status).toBe(200)
  return (await read())?.paymentID ?? ''
}

async function makeEndingRight() {
  const { bookingID } = await make({})
  return { bookingID, ...(await makeEnding(testApp.context, bookingID)) }
}

test('neither a plaque nor an extension is charged', async () => {
  await admin.call(houseApi.save, { body: sampleHouse })
  const { bookingID } = await makeEndingRight()
  const [plaque, extension] = [await list('plaque'), await list('extension')]
  await expectBlocked(bookingID, () => charge(bookingID, plaque))
  await expectBlocked(bookingID, () => charge(bookingID, extension))
})

test('an extension that was charged before is paid, extends nothing until the objection has ended, and then does', async () => {
  await admin.call(houseApi.save, { body: sampleHouse })
  const { bookingID, number, endsOn } = await makeEndingRight()
  await charge(bookingID, await list('extension'))
  await block(bookingID)
  const paymentID = await payCharge(bookingID)
  await extendPaidElsewhere(testApp.context)
  expect((await readRight(clerk, number)).endsOn).toBe(endsOn)
  await unblock(number)
  await extendPaidElsewhere(testApp.context)
  expect((await readRight(clerk, number)).endsOn).toBe(`${Number(endsOn.slice(0, 4)) + 10}${endsOn.slice(4)}`)
  await expectBlocked(bookingID, () => clerk.call(chargeApi.refund, { body: { paymentID, reason } }))
})

test('an objection arrives while two people stand at the wall with the urn: the second cannot confirm, and can once it has ended', async () => {
  const urn = await makeUrn(testApp.context, clerk)
  expect((await clerk.call(urnApi.confirm, { body: confirmation(urn, 'place') })).body).toMatchObject({
    state: 'waiting',
  })
  const number = await block(urn.bookingID)
  expect(codeOf(await colleague.call(urnApi.check, { body: confirmation(urn, 'place') }))).toBe('RIGHT_BLOCKED')
  expect(codeOf(await colleague.call(urnApi.confirm, { body: confirmation(urn, 'place') }))).toBe('RIGHT_BLOCKED')
  expect((await readUrn(clerk, urn)).place).toBe('counter')
  expect(await testApp.context.db.$count(urnAttempts, eq(urnAttempts.outcome, 'open'))).toBe(1)
  await unblock(number)
  const { first } = (await colleague.call(urnApi.check, { body: confirmation(urn, 'place') })).body
  const body = confirmation(urn, 'place', { attemptID: first?.attemptID })
  expect((await colleague.call(urnApi.confirm, { body })).body).toEqual({ state: 'done' })
})

test('an urn is not released and not taken out, and is still received, shelved and seen', async () => {
  const [shelved, placed, listed] = [
    await makeUrn(testApp.context, clerk),
    await makeUrn(testApp.context, clerk),
    await makeListedUrn(testApp.context),
  ]
  await moveTogether(placed, 'place', [clerk, colleague])
  for (const urn of [shelved, placed, listed]) await block(urn.bookingID)
  const begin = async (urn: typeof placed, event: 'release' | 'takeOut' | 'see') =>
    codeOf(await clerk.call(urnApi.confirm, { body: confirmation(urn, event) }))
  expect([await begin(shelved, 'release'), await begin(placed, 'takeOut')]).toEqual(['RIGHT_BLOCKED', 'RIGHT_BLOCKED'])
  expect(await begin(listed, 'see')).toBe('done')
  const shelf = { requestID: randomUUID(), tag: shelved.tag, shelf: 'Store room' }
  expect(codeOf(await clerk.call(urnApi.shelve, { body: shelf }))).toBe('done')
})

test('a listed urn is not recorded as missing from its niche, also if the objection comes between the two people', async () => {
  const listed = await makeListedUrn(testApp.context)
  await expectBlocked(listed.bookingID, () => clerk.call(urnApi.confirm, { body: confirmation(listed, 'disprove') }))
  const late = await makeListedUrn(testApp.context)
  await clerk.call(urnApi.confirm, { body: confirmation(late, 'disprove') })
  await block(late.bookingID)
  const second = await colleague.call(urnApi.confirm, { body: confirmation(late, 'disprove') })
  expect(codeOf(second)).toBe('RIGHT_BLOCKED')
  expect((await readUrn(clerk, late)).place).toBe('listed')
})

test('a change of holders that was asked for before an objection is not confirmed after it', async () => {
  testApp.context.config.mode = 'production'
  const { bookingID } = await make({})
  const { number } = await rightOf(testApp.context, bookingID)
  const body = { number, name: 'Tan Mei', nric: '', address: '', reason }
  expect((await clerk.call(rightApi.saveHolder, { body })).refusal.code).toBe('SECOND_PERSON_ASKED')
  await expectBlocked(bookingID, () => confirmAs(colleague, number))
})

test('a decision that was asked for before an objection is not confirmed after it', async () => {
  testApp.context.config.mode = 'production'
  const { bookingID } = await make({})
  const { number } = await rightOf(testApp.context, bookingID)
  const { claimID } = await askClaim(clerk, number)
  testApp.advanceTime(15 * dayMs)
  for (const each of [clerk, colleague]) Object.assign(each, await testApp.signIn(each.person))
  const body = { claimID, isFor: true, reason }
  expect((await clerk.call(claimApi.decide, { body })).refusal.code).toBe('SECOND_PERSON_ASKED')
  await block(bookingID)
  expect(codeOf(await confirmAs(colleague, claimID))).toBe('CLAIM_NOT_DECIDABLE')
  expect((await readRight(clerk, number)).claims).toMatchObject([{ state: 'asked' }])
  await unblock(number)
  expect(codeOf(await confirmAs(colleague, claimID))).toBe('done')
})

test('the money for a charge does not begin to go back', async () => {
  await admin.call(houseApi.save, { body: sampleHouse })
  const { bookingID } = await make({})
  await charge(bookingID, await list('plaque'))
  const paymentID = await payCharge(bookingID)
  await expectBlocked(bookingID, () => clerk.call(chargeApi.refund, { body: { paymentID, reason } }))
})

test('a family is not offered an extension, and does not extend its right', async () => {
  await admin.call(houseApi.save, { body: sampleHouse })
  const { bookingID, number } = await makeEndingRight()
  const priceID = await list('extension')
  const offered = async () => (await daughter.call(chargeApi.extension, { params: { bookingID } })).body.extension
  await block(bookingID)
  expect(await offered()).toBeNull()
  await unblock(number)
  expect(await offered()).toMatchObject({ years: 10 })
  await expectBlocked(bookingID, () =>
    daughter.call(chargeApi.extend, { body: { chargeID: randomUUID(), bookingID, priceID } }),
  )
})

test('the right of a family that nobody objects to moves, and that of another one is not freed with it', async () => {
  const [one, other] = [await make({ type: 'PreOrder' }), await make({ type: 'PreOrder' })]
  await block(one.bookingID)
  const release = async ({ bookingID }: typeof one) =>
    codeOf(await clerk.call(bookingApi.release, { body: { bookingID, reason } }))
  expect([await release(one), await release(other)]).toEqual(['RIGHT_BLOCKED', 'done'])
})

test('two objections block until both have ended', async () => {
  const { bookingID } = await make({ type: 'PreOrder' })
  const number = await block(bookingID)
  await object(clerk, number)
  const [last] = (await readRight(clerk, number)).objections
  expect(codeOf(await endObjection([clerk, colleague], last?.objectionID ?? 0, 'withdrawn'))).toBe('done')
  const release = () => clerk.call(bookingApi.release, { body: { bookingID, reason } })
  expect(codeOf(await release())).toBe('RIGHT_BLOCKED')
  await unblock(number)
  expect(codeOf(await release())).toBe('done')
})
