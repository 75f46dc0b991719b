import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { familyStatus } from '#contract/family/family-status.ts'
import { hallApi } from '#contract/halls/api.ts'
import { houseApi } from '#contract/house/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { urnApi } from '#contract/urns/api.ts'
import { beneficiaries, blocks, bookings, house, niches } from '#server/database/schema.ts'
import { constraintOf } from '#server/http/constraints.ts'
import { makeBooking } from '#test/booking-factory.ts'
import {
  applicantFields,
  application,
  birthCertFile,
  certificateFiles,
  deathCertFile,
  submit,
} from '#test/booking-forms.ts'
import { readApproval, readBooking, readNicheStatus } from '#test/booking-reads.ts'
import { makePdf } from '#test/certificate-files.ts'
import { makeUser, type Person } from '#test/factories.ts'
import { sampleHouse } from '#test/sample-house.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { makeUrn, moveTogether } from '#test/urn-factory.ts'

const testApp = prepareTestApp()
const holder = prepareCaller(testApp, 'user')
const clerk = prepareCaller(testApp, 'staff')
const admin = prepareCaller(testApp, 'admin')

type Made = { bookingID: string; nicheID: string }

/** A confirmed booking of the holder in a niche for several people. */
async function bookFirst({ capacity = 2, furtherPriceCents = 0, type = 'Current' as 'Current' | 'PreOrder' } = {}) {
  const { db } = testApp.context
  const { bookingID, nicheID } = await makeBooking(testApp.context, holder.person, { status: 'Confirmed', type })
  await db.update(niches).set({ capacity, furtherPriceCents }).where(eq(niches.nicheID, nicheID))
  return { bookingID, nicheID }
}

const beside = (bookingID: string) => ({
  besideBookingID: bookingID,
  besideRelationship: 'Spouse',
  beneficiaryName: 'Lim Siew Hoon',
})
const submitBeside = (first: Made, type: 'Current' | 'PreOrder' = 'PreOrder') =>
  submit(holder, first.nicheID, type, beside(first.bookingID))

const submitBesideAtCounter = (person: Person, { bookingID, nicheID }: Made) =>
  clerk.call(bookingApi.submit, {
    body: { ...applicantFields(person), ...application(nicheID, 'PreOrder'), ...beside(bookingID) },
    files: certificateFiles('PreOrder'),
  })

/** There is nothing to pay first, because there is no fee. */
async function confirmBeside(first: Made) {
  const { bookingID } = (await submitBeside(first)).body
  expect((await clerk.call(bookingApi.confirm, { body: { bookingID } })).status).toBe(200)
  return bookingID
}

const status = (nicheID: string) => readNicheStatus(holder, nicheID)

describe('another person in a niche', () => {
  test('the holder books a place for the listed fee, and the niche and the first booking stay as they are', async () => {
    const first = await bookFirst({ furtherPriceCents: 50_000 })
    const before = await readBooking(holder, first.bookingID)
    expect(before?.roomLeft).toBe(true)
    const made = await submitBeside(first, 'Current')
    expect([made.status, made.body.amount]).toEqual([200, '500.00'])
    expect(await status(first.nicheID)).toBe('Occupied')
    expect(await readBooking(holder, first.bookingID)).toEqual({ ...before, roomLeft: false, sharesNiche: true })
    expect(await readApproval(clerk, made.body.bookingID)).toMatchObject({
      besideRelationship: 'Spouse',
      others: [{ bookingID: first.bookingID, beneficiaryName: 'Tan Ah Kow' }],
    })
  })

  test('where the house asks for it, the family proves the relationship, and a clerk sees the paper or asks for a better one', async () => {
    await admin.call(houseApi.save, { body: { ...sampleHouse, asksRelationshipProof: true } })
    const first = await bookFirst()
    expect((await submitBeside(first)).refusal.errors).toEqual({
      relationshipProofFile: 'Proof of relationship is required',
    })
    const send = (name: string) =>
      holder.call(bookingApi.submit, {
        body: { ...application(first.nicheID, 'PreOrder'), ...beside(first.bookingID) },
        files: { ...certificateFiles('PreOrder'), relationshipProofFile: { ...birthCertFile, content: makePdf(name) } },
      })
    const { bookingID } = (await send('Marriage certificate')).body
    const seen = await readApproval(clerk, bookingID)
    expect(seen).toMatchObject({ relationshipProofMime: 'application/pdf' })
    expect(Buffer.from(seen.relationshipProofBase64 ?? '', 'base64').includes('Marriage certificate')).toBe(true)

    const asked = { bookingID, version: seen.version, kinds: ['relationship' as const], reason: 'It is cut off.' }
    expect((await clerk.call(bookingApi.requestCertificate, { body: asked })).status).toBe(200)
    const relationshipProofFile = { ...birthCertFile, content: makePdf('All of it') }
    await holder.call(bookingApi.sendCertificates, { body: { bookingID }, files: { relationshipProofFile } })
    const { relationshipProofSha256, certificateRequest } = await readApproval(clerk, bookingID)
    expect([relationshipProofSha256 === seen.relationshipProofSha256, certificateRequest]).toEqual([false, null])
    await testApp.context.db.delete(house)
  })

  test('the same form sent again amends the application instead of taking another place', async () => {
    const first = await bookFirst({ capacity: 4, furtherPriceCents: 50_000 })
    const [one, two] = await Promise.all([submitBeside(first), submitBeside(first)])
    const changed = { ...beside(first.bookingID), besideRelationship: 'Sibling' }
    await submit(holder, first.nicheID, 'PreOrder', changed)
    expect((await readApproval(clerk, one.body.bookingID)).besideRelationship).toBe('Sibling')
    expect([one.status, two.status]).toEqual([200, 200])
    expect(one.body.bookingID).toBe(two.body.bookingID)
    expect((await clerk.call(bookingApi.inNiche, { query: { nicheID: first.nicheID } })).body).toHaveLength(2)
  })

  test('an application for somebody else is another booking, although one is unpaid', async () => {
    const first = await bookFirst({ capacity: 4, furtherPriceCents: 50_000 })
    const mother = await submitBeside(first)
    const person = { ...beside(first.bookingID), beneficiaryName: 'Lim Ah Seng', beneficiaryNationalID: 'S7654321B' }
    const father = await submit(holder, first.nicheID, 'PreOrder', person)
    expect([father.status, father.body.bookingID === mother.body.bookingID]).toEqual([200, false])
    const people = (await clerk.call(bookingApi.inNiche, { query: { nicheID: first.nicheID } })).body
    expect(people.map(({ beneficiaryName }) => beneficiaryName)).toEqual(['Tan Ah Kow', 'Lim Siew Hoon', 'Lim Ah Seng'])
  })

  test('two people without an identity number are two bookings', async () => {
    const first = await bookFirst({ capacity: 4, furtherPriceCents: 50_000 })
    const submitNamed = (beneficiaryName: string) =>
      submit(holder, first.nicheID, 'PreOrder', {
        ...beside(first.bookingID),
        beneficiaryName,
        beneficiaryNationalID: 'NIL',
      })
    const [one, two] = [await submitNamed('Lim Siew Hoon'), await submitNamed('Lim Ah Seng')]
    expect([one.status, two.status, one.body.bookingID === two.body.bookingID]).toEqual([200, 200, false])
  })

  test('the same form sent again after a free booking whose answer was lost gets that booking', async () => {
    const first = await bookFirst({ capacity: 4 })
    const [one, two] = [await submitBeside(first), await submitBeside(first)]
    expect([two.status, two.body]).toEqual([200, one.body])
    expect((await clerk.call(bookingApi.inNiche, { query: { nicheID: first.nicheID } })).body).toHaveLength(2)
  })

  test('an application that names nobody beside whom it is does not amend one that does', async () => {
    const first = await bookFirst({ furtherPriceCents: 50_000 })
    const { bookingID } = (await submitBeside(first)).body
    await clerk.call(bookingApi.archive, { body: { bookingID: first.bookingID } })
    expect((await submit(holder, first.nicheID)).refusal.code).toBe('NICHE_TAKEN')
    expect((await readApproval(clerk, bookingID)).besideRelationship).toBe('Spouse')
  })

  test('a full niche takes nobody else', async () => {
    const first = await bookFirst()
    await submitBeside(first)
    const refused = await submitBesideAtCounter(await makeUser(testApp.context), first)
    expect([refused.status, refused.refusal.code]).toEqual([409, 'NICHE_FULL'])
  })

  test.each([
    ['belongs to another family', 'NOT_FOUND', 404],
    ['is not confirmed yet', 'NOBODY_RESTS_HERE', 409],
    ['is archived', 'NOBODY_RESTS_HERE', 409],
  ] as const)('a place beside a booking that %s is refused', async (what, code, expected) => {
    const first = await bookFirst()
    const change = {
      'belongs to another family': { userID: (await makeUser(testApp.context)).userID },
      'is not confirmed yet': { bookingStatus: 'Pending' as const },
      'is archived': { bookingType: 'Archived' as const },
    }[what]
    await testApp.context.db.update(bookings).set(change).where(eq(bookings.bookingID, first.bookingID))
    const refused = await submitBeside(first)
    expect([refused.status, refused.refusal.code]).toEqual([expected, code])
  })

  test.each([
    ['is not published', { isDraft: true }, 'NOT_PUBLISHED'],
    ['has not opened', { opensAt: new Date('2100-01-01') }, 'NOT_OPEN_YET'],
  ])('nobody books a further place in a block that %s', async (_, change, code) => {
    const { db } = testApp.context
    const first = await bookFirst()
    await db.update(blocks).set(change)
    const refused = [await submitBeside(first), await submitBesideAtCounter(await makeUser(testApp.context), first)]
    await db.update(blocks).set({ isDraft: false, opensAt: null })
    expect(refused.map(({ refusal }) => refusal.code)).toEqual([code, code])
    expect((await submitBeside(first)).status).toBe(200)
  })

  test('the relationship with the person who rests there is required', async () => {
    const first = await bookFirst()
    const refused = await submit(holder, first.nicheID, 'PreOrder', { besideBookingID: first.bookingID })
    expect([refused.status, refused.refusal.errors]).toEqual([
      400,
      { besideRelationship: 'Relationship with the person who rests there is required' },
    ])
  })

  test('without naming a booking beside which it is, a booking never joins a niche, not even one whose first place is free', async () => {
    const first = await bookFirst()
    await confirmBeside(first)
    expect((await clerk.call(bookingApi.archive, { body: { bookingID: first.bookingID } })).status).toBe(200)
    const { db } = testApp.context
    await db.update(niches).set({ status: 'Available' }).where(eq(niches.nicheID, first.nicheID))
    const refused = await submit(await testApp.signIn('user'), first.nicheID)
    expect([refused.status, refused.refusal.code]).toEqual([409, 'NICHE_TAKEN'])
    await db.update(niches).set({ status: 'Reserved' }).where(eq(niches.nicheID, first.nicheID))
  })
})

describe('the status of a niche with two bookings', () => {
  test.each([
    ['cancelled', bookingApi.cancel, {}],
    ['denied', bookingApi.deny, { reason: 'The papers are missing.' }],
  ] as const)(
    'a second person whose booking is %s leaves niche and first person untouched',
    async (_, endpoint, details) => {
      const first = await bookFirst({ furtherPriceCents: 50_000 })
      const { bookingID } = (await submitBeside(first)).body
      const to = holder.person.email
      const answer = await clerk.call(endpoint, { body: { bookingID, to, ...details } as never })
      expect(answer.status).toBe(200)
      expect(await status(first.nicheID)).toBe('Occupied')
      expect((await readBooking(holder, first.bookingID))?.bookingStatus).toBe('Confirmed')
      expect((await readBooking(holder, first.bookingID))?.roomLeft).toBe(true)
      const ended = await readBooking(holder, bookingID)
      expect(ended && familyStatus(ended).next).toContain('Nothing changes for the other people of this niche.')
    },
  )

  test('an unpaid place whose time to pay is over is free for another person at once', async () => {
    const first = await bookFirst({ furtherPriceCents: 50_000 })
    const lapsed = (await submitBeside(first)).body.bookingID
    testApp.advanceTime(31 * 60_000)
    const again = await submitBeside(first)
    expect(again.body.bookingID).not.toBe(lapsed)
    expect((await readBooking(holder, lapsed))?.bookingStatus).toBe('Cancelled')
    const letters = await testApp.letters({ to: holder.person.email })
    expect(letters.find(({ kind }) => kind === 'hold expired')?.text).toContain('We kept a place in niche')
    expect((await clerk.call(bookingApi.inNiche, { query: { nicheID: first.nicheID } })).body).toHaveLength(2)
  })

  test('the letter about a confirmed place does not promise a second niche', async () => {
    await confirmBeside(await bookFirst())
    const [letter] = await testApp.letters({ to: holder.person.email, kind: 'pre-order confirmed' })
    expect(letter?.text).toMatch(/^A place in niche \S+ is now reserved for Lim Siew Hoon\.$/m)
  })

  test('archiving one of two keeps the niche, and archiving the last frees it', async () => {
    const first = await bookFirst()
    const second = await confirmBeside(first)
    await clerk.call(bookingApi.archive, { body: { bookingID: first.bookingID } })
    expect(await status(first.nicheID)).toBe('Reserved')
    await clerk.call(bookingApi.release, { body: { bookingID: second, reason: 'The family moves away.' } })
    expect(await status(first.nicheID)).toBe('Available')
  })

  test('an archived booking is reopened beside the other, as long as its place is free', async () => {
    const first = await bookFirst()
    await confirmBeside(first)
    await clerk.call(bookingApi.archive, { body: { bookingID: first.bookingID } })
    expect((await readApproval(clerk, first.bookingID)).nicheFree).toBe(true)
    const reopened = await clerk.call(bookingApi.reopen, { body: { bookingID: first.bookingID, reason: 'A mistake.' } })
    expect(reopened.status).toBe(200)
    expect(await status(first.nicheID)).toBe('Occupied')
  })

  test('an archived booking is not reopened in a niche that another family has since, although a place is free', async () => {
    const first = await bookFirst()
    const { bookingID } = (await submitBeside(first, 'Current')).body
    await clerk.call(bookingApi.approve, { body: { bookingID } })
    for (const each of [first.bookingID, bookingID]) await clerk.call(bookingApi.archive, { body: { bookingID: each } })
    expect((await submit(await testApp.signIn('user'), first.nicheID)).status).toBe(200)
    for (const each of [first.bookingID, bookingID]) {
      expect((await readBooking(holder, each))?.sharesNiche).toBe(false)
      expect((await readApproval(clerk, each)).nicheFree).toBe(false)
      const refused = await clerk.call(bookingApi.reopen, { body: { bookingID: each, reason: 'A mistake.' } })
      expect([refused.status, refused.refusal.code]).toEqual([409, 'BOOKING_NOT_MOVABLE'])
    }
  })

  test('an override that leaves bookings in a niche names each of them', async () => {
    const first = await bookFirst({ type: 'PreOrder' })
    const second = await confirmBeside(first)
    const body = { nicheID: first.nicheID, newStatus: 'Available' as const, reason: 'A test of the map.' }
    const { warning } = (await admin.call(nicheApi.override, { body })).body
    expect(warning).toMatch(`Bookings ${first.bookingID} and ${second} still hold niche`)
  })

  test('using the pre-order of one parent keeps the place of the other reserved', async () => {
    const father = await bookFirst({ type: 'PreOrder' })
    const mother = await confirmBeside(father)
    const body = { bookingID: mother, dateOfDeath: '2026-01-31', inscription: '' }
    expect((await holder.call(bookingApi.placeUrn, { body, files: { deathCertFile } })).status).toBe(200)
    expect(await status(father.nicheID)).toBe('Reserved')
    await clerk.call(bookingApi.approve, { body: { bookingID: mother } })
    expect(await status(father.nicheID)).toBe('Occupied')
    expect(await readBooking(holder, father.bookingID)).toMatchObject({
      bookingStatus: 'Confirmed',
      bookingType: 'PreOrder',
      urnRequested: false,
    })
  })

  test('releasing one of two pre-orders does not take the niche from the other', async () => {
    const first = await bookFirst({ type: 'PreOrder' })
    const second = await confirmBeside(first)
    await clerk.call(bookingApi.release, { body: { bookingID: second, reason: 'Another wish.' } })
    expect(await status(first.nicheID)).toBe('Reserved')
  })
})

describe('places', () => {
  test('capacity and price for further persons are changed for a selection, never below what is in use', async () => {
    const first = await bookFirst()
    await submitBeside(first)
    const change = (capacity: number) =>
      admin.call(hallApi.changeCapacity, { body: { nicheIDs: [first.nicheID], capacity, furtherPrice: '700.00' } })
    const refused = await change(1)
    expect([refused.status, refused.refusal.code]).toEqual([409, 'PLACES_IN_USE'])
    expect((await change(4)).body).toEqual({ niches: 1 })
    expect((await holder.call(nicheApi.byID, { query: { nicheID: first.nicheID } })).body).toMatchObject({
      capacity: 4,
      furtherPrice: '700.00',
    })
  })

  test('a niche can be for one again once the first of two has left', async () => {
    const first = await bookFirst()
    await confirmBeside(first)
    await clerk.call(bookingApi.archive, { body: { bookingID: first.bookingID } })
    const body = { nicheIDs: [first.nicheID], capacity: 1, furtherPrice: '0.00' }
    expect((await admin.call(hallApi.changeCapacity, { body })).status).toBe(200)
    expect(await status(first.nicheID)).toBe('Reserved')
  })

  test('the database refuses a booking beyond the capacity and an urn beyond it', async () => {
    const { db } = testApp.context
    const first = await bookFirst({ capacity: 1 })
    const { bookingID } = await makeBooking(testApp.context, holder.person, { status: 'Confirmed' })
    const moving = db
      .update(bookings)
      .set({ nicheID: first.nicheID, placeNumber: 2 })
      .where(eq(bookings.bookingID, bookingID))
    expect(constraintOf(await moving.catch((error: unknown) => error))).toBe('bookings_within_capacity')

    const urn = await makeUrn(testApp.context, clerk)
    await moveTogether(urn, 'place', [clerk, admin])
    const other = await makeUrn(testApp.context, clerk)
    await db.update(bookings).set({ bookingType: 'Archived' }).where(eq(bookings.bookingID, urn.bookingID))
    await db.update(bookings).set({ nicheID: urn.nicheID }).where(eq(bookings.bookingID, other.bookingID))
    const answers = await moveTogether({ ...other, nicheCode: urn.nicheCode }, 'place', [clerk, admin])
    expect([answers.status, answers.refusal.code]).toEqual([409, 'NICHE_FULL'])
  })

  test('both people at the wall read who else has a place in the niche', async () => {
    const urn = await makeUrn(testApp.context, clerk)
    const { db } = testApp.context
    await db.update(niches).set({ capacity: 2 }).where(eq(niches.nicheID, urn.nicheID))
    expect((await submitBesideAtCounter(urn.owner, urn)).status).toBe(200)
    const { tag, nicheCode } = urn
    const check = await clerk.call(urnApi.check, { body: { requestID: randomUUID(), event: 'place', tag, nicheCode } })
    expect(check.body.others).toEqual(['Lim Siew Hoon'])
    expect(check.body.names).toContain('Lim Siew Hoon')
  })

  test('opening a door that halves share names who is in the other half', async () => {
    const urn = await makeUrn(testApp.context, clerk)
    const other = await makeBooking(testApp.context, holder.person, { status: 'Confirmed', type: 'Current' })
    const { db } = testApp.context
    const [door] = await db.select().from(niches).where(eq(niches.nicheID, urn.nicheID))
    await db.update(niches).set({ half: 'a' }).where(eq(niches.nicheID, urn.nicheID))
    const { blockID = '', nicheRow = 1, nicheColumn = 1 } = door ?? {}
    const place = { blockID, nicheRow, nicheColumn, half: 'b' }
    await db.update(niches).set(place).where(eq(niches.nicheID, other.nicheID))
    const { tag, nicheCode } = urn
    const check = async () =>
      (await clerk.call(urnApi.check, { body: { requestID: randomUUID(), event: 'place', tag, nicheCode } })).body
    const { nicheCode: otherCode, beneficiaryID = '' } = (await readBooking(holder, other.bookingID)) ?? {}
    expect(await check()).toMatchObject({
      others: [],
      behindSameDoor: [{ nicheCode: otherCode, people: ['Tan Ah Kow'] }],
    })
    await db.update(beneficiaries).set({ beneficiaryName: '' }).where(eq(beneficiaries.beneficiaryID, beneficiaryID))
    expect((await check()).behindSameDoor).toEqual([{ nicheCode: otherCode, people: ['Not recorded'] }])
  })
})
