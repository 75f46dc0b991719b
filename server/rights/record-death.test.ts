import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { addMonths, formatDay, toDay } from '#contract/dates.ts'
import { staffPersonApi } from '#contract/family/staff-person-api.ts'
import type { UrnLeaving } from '#contract/rights/agreement.ts'
import { rightApi } from '#contract/rights/api.ts'
import { claimApi } from '#contract/rights/claim-api.ts'
import { urnApi } from '#contract/urns/api.ts'
import { beneficiaries, bookings, rightContacts, rightHolders, users } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { codeOf } from '#test/caller.ts'
import { addHolder, askClaim, object, postLetters, readRight, rightOf, setEnd } from '#test/right-factory.ts'
import { findInvariantsOfRights } from '#test/rights.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { makeUserWithTwoFactor, memberPassword } from '#test/two-factor-users.ts'
import { confirmation, type MadeUrn, makeUrn, moveTogether, readUrn } from '#test/urn-factory.ts'
import { findHolderPlaced } from './holder-placed.ts'
import { lockEnding } from './letter-queries.ts'
import { writeAboutEnds } from './write-about-ends.ts'

const testApp = prepareTestApp({}, 'each')
const clerk = prepareCaller(testApp, 'staff', 'each')
const colleague = prepareCaller(testApp, 'staff', 'each')
const minute = 60_000

let urn: MadeUrn
let number: string
let rightID: string
let family: SignedInCaller
/** An urn in its niche. Tan Ah Kow holds the right with his sister, who has no account, and has named a contact. */
beforeEach(async () => {
  const owner = await makeUserWithTwoFactor(testApp, { fullName: 'Tan Ah Kow' })
  urn = await makeUrn(testApp.context, clerk, { owner })
  ;({ number, rightID } = await rightOf(testApp.context, urn.bookingID))
  await addHolder(testApp.context, rightID, 'Tan Ah Lian', '1 Hill Street')
  expect((await moveTogether(urn, 'place', [clerk, colleague])).body).toEqual({ state: 'done' })
  family = await testApp.signIn(owner)
  const contact = { kind: 'notices' as const, name: 'Lim Bee Hoon', email: 'bee@test.example', address: '2 Low Lane' }
  await clerk.call(rightApi.saveContact, { body: { number, ...contact, reason: 'The holder asked.' } })
  await testApp.context.db.update(rightContacts).set({ acceptedAt: testApp.context.clock(), acceptedBy: 'counter' })
  await postLetters(clerk)
})

const idOf = async (name: string) =>
  (await readRight(clerk, number)).holders.find((holder) => holder.name === name)?.holderID ?? 0
const recordDeath = async (name: string, who = clerk, diedOn = '') =>
  codeOf(
    await who.call(rightApi.recordDeath, {
      body: { number, holderID: await idOf(name), name, diedOn, toldBy: 'his son' },
    }),
  )
const retractDeath = async (name: string) =>
  codeOf(
    await clerk.call(rightApi.retractDeath, {
      body: { number, holderID: await idOf(name), name, reason: 'He came to the counter.' },
    }),
  )
const news = async (to: string) => (await testApp.letters({ to, kind: 'right-news' })).at(-1)?.text ?? ''
const toPost = async () => (await clerk.call(rightApi.lettersToPost)).body
const ask = async () =>
  codeOf(await clerk.call(rightApi.askHolders, { body: { number, tag: urn.tag, event: 'release' as const } }))
const begin = async (event: UrnLeaving) => codeOf(await clerk.call(urnApi.confirm, { body: confirmation(urn, event) }))
async function answer(name: string, who = clerk) {
  const agreementID =
    (await readRight(clerk, number)).asked[0]?.holders.find((holder) => holder.name === name)?.agreementID ?? ''
  const how = who === clerk ? { by: 'letter' as const } : { password: memberPassword }
  return codeOf(await who.call(rightApi.recordAgreement, { body: { number, agreementID, agrees: true, ...how } }))
}
const writeAboutEnd = async () => {
  await setEnd(testApp.context, urn.bookingID, addMonths(toDay(testApp.time.now), 6))
  await writeAboutEnds(testApp.context)
}
const readersOfEnd = async () => [
  ...(await testApp.letters({ kind: 'right-ends' })).map(({ to }) => to),
  ...(await toPost()).filter(({ months }) => months !== null).map(({ holder }) => holder),
]

test('the death of a holder is told to the others and once at the address of the holder, who stays one and is shown as dead', async () => {
  const day = toDay(testApp.time.now)
  expect(await recordDeath('Tan Ah Kow', clerk, day)).toBe('done')
  const { holders, history } = await readRight(clerk, number)
  expect(holders.map(({ name, death }) => [name, death && [death.diedOn, death.toldBy]])).toEqual([
    ['Tan Ah Kow', [day, 'his son']],
    ['Tan Ah Lian', null],
  ])
  const words = `Tan Ah Kow has died, on ${formatDay(day)}, as we were told by his son.`
  expect(history.at(-1)).toMatchObject({ event: 'noteDeath', reason: words, by: clerk.person.fullName })
  expect(await news(urn.owner.email)).toContain(words)
  expect(await news('bee@test.example')).toContain(words)
  expect(await news('bee@test.example')).not.toContain('My Bookings')
  expect((await toPost()).map(({ holder, isNews }) => [holder, isNews])).toEqual([['Tan Ah Lian', true]])
  expect(await recordDeath('Tan Ah Kow')).toBe('ALREADY_SETTLED')
  expect(await findInvariantsOfRights(testApp.context.db)).toEqual({})
})

test('a holder who has died gets no letter before the end of the right, and none about what staff change; the others do', async () => {
  await recordDeath('Tan Ah Kow')
  await postLetters(clerk)
  const before = (await testApp.letters({ to: urn.owner.email })).length
  await writeAboutEnd()
  expect(await readersOfEnd()).toEqual(['bee@test.example', 'Tan Ah Lian'])
  const body = { number, kind: 'ashes' as const, name: 'Goh Siew Eng', email: 'goh@test.example', reason: 'She asked.' }
  expect(codeOf(await clerk.call(rightApi.saveContact, { body }))).toBe('done')
  expect((await toPost()).filter(({ isNews }) => isNews).map(({ holder }) => holder)).toEqual(['Tan Ah Lian'])
  expect(await testApp.letters({ to: urn.owner.email })).toHaveLength(before)
})

test('a letter that was still to be posted to a holder is not printed once the holder has died', async () => {
  await writeAboutEnd()
  expect(await readersOfEnd()).toContain('Tan Ah Lian')
  testApp.advanceTime(1000)
  await recordDeath('Tan Ah Lian')
  expect((await toPost()).map(({ holder, isNews }) => [holder, isNews])).toEqual([['Tan Ah Lian', true]])
})

test('nobody looks for an address of a holder who has died and left none', async () => {
  await addHolder(testApp.context, rightID, 'Tan Ah Beng')
  await recordDeath('Tan Ah Beng')
  expect((await toPost()).map(({ holder }) => holder)).toEqual(['Tan Ah Lian'])
})

test('what a holder had agreed to does not count after the death, and the holder is missing until somebody follows', async () => {
  await ask()
  expect([await answer('Tan Ah Kow', family), await answer('Tan Ah Lian')]).toEqual(['done', 'done'])
  await recordDeath('Tan Ah Kow')
  expect((await readUrn(clerk, urn)).missing?.names).toEqual(['Tan Ah Kow, who has died'])
  expect(await begin('takeOut')).toBe('HOLDERS_MISSING')
  const asked = await testApp.letters({ to: urn.owner.email, kind: 'urn-agreement' })
  expect(await ask()).toBe('done')
  expect(await testApp.letters({ to: urn.owner.email, kind: 'urn-agreement' })).toEqual(asked)
  await recordDeath('Tan Ah Lian')
  expect(await ask()).toBe('HOLDERS_DIED')
})

test('the urn of a right whose only holder has died is not released before somebody follows', async () => {
  await testApp.context.db.delete(rightHolders).where(eq(rightHolders.name, 'Tan Ah Lian'))
  expect((await moveTogether(urn, 'takeOut', [clerk, colleague])).body).toEqual({ state: 'done' })
  expect((await readUrn(clerk, urn)).missing).toBeNull()
  await recordDeath('Tan Ah Kow')
  expect((await readUrn(clerk, urn)).missing?.names).toEqual(['Tan Ah Kow, who has died'])
  expect(await begin('release')).toBe('HOLDERS_MISSING')
})

test('a death that is taken back is told to all, and the holder gets letters again', async () => {
  await recordDeath('Tan Ah Kow')
  expect(await retractDeath('Tan Ah Kow')).toBe('done')
  expect(await retractDeath('Tan Ah Kow')).toBe('ALREADY_SETTLED')
  expect(await news(urn.owner.email)).toContain('It is not so that Tan Ah Kow has died. He came to the counter.')
  await postLetters(clerk)
  await writeAboutEnd()
  expect(await readersOfEnd()).toContain(urn.owner.email)
  expect((await readRight(clerk, number)).history.at(-1)).toMatchObject({ event: 'retractDeath' })
})

test('a holder of whom a claim says that they have died is still written to about it, because they may live', async () => {
  await recordDeath('Tan Ah Kow')
  const { status } = await askClaim(clerk, number, { holderIDs: [await idOf('Tan Ah Kow')] })
  expect(status).toBe(200)
  const [letter] = await testApp.letters({ to: urn.owner.email, kind: 'right-claim' })
  expect(letter?.text).toContain('If it is not so, please tell us')
  await postLetters(clerk)
  await recordDeath('Tan Ah Lian')
  await askClaim(clerk, number, {
    name: 'Goh Siew Eng',
    holderIDs: [await idOf('Tan Ah Kow')],
    email: 'g@test.example',
  })
  const claims = (await toPost()).filter(({ isAboutClaim }) => isAboutClaim)
  expect(claims).toEqual([])
})

test('a death is recorded while an objection is open, by staff with a recent second factor who are no party', async () => {
  await object(clerk, number)
  const { db, config } = testApp.context
  config.mode = 'production'
  const { nricSealed, nricHash } =
    (await db.select().from(users).where(eq(users.userID, colleague.person.userID)))[0] ?? {}
  expect(nricHash).toBeTruthy()
  await db.update(rightHolders).set({ nricSealed }).where(eq(rightHolders.name, 'Tan Ah Lian'))
  expect(await recordDeath('Tan Ah Kow', colleague)).toBe('CLAIM_OF_OWN')
  expect(await recordDeath('Tan Ah Kow', clerk, '2999-01-01')).toBe('INVALID')
  testApp.advanceTime(11 * minute)
  expect(await recordDeath('Tan Ah Kow')).toBe('SECOND_FACTOR_AGAIN')
  const again = await testApp.signIn(clerk.person)
  expect(await recordDeath('Tan Ah Kow', again)).toBe('done')
})

test('the pages of a person ask whether they are the holder who has the same name or number, until that is recorded', async () => {
  const { db, vault } = testApp.context
  const params = { bookingID: urn.bookingID }
  const asked = async () => [
    (await clerk.call(staffPersonApi.person, { params })).body.holderPlaced,
    (await clerk.call(bookingApi.approval, { params })).body.holderPlaced,
  ]
  const [booking] = await db.select().from(bookings).where(eq(bookings.bookingID, urn.bookingID))
  const rename = (person: Partial<typeof beneficiaries.$inferInsert>) =>
    db
      .update(beneficiaries)
      .set(person)
      .where(eq(beneficiaries.beneficiaryID, booking?.beneficiaryID ?? ''))
  const type = (bookingType: 'Current' | 'PreOrder') =>
    db.update(bookings).set({ bookingType }).where(eq(bookings.bookingID, urn.bookingID))
  await rename({ beneficiaryName: 'Lim Siew Hong' })
  expect(await asked()).toEqual([null, null])
  await rename({ beneficiaryName: 'AH LIAN TAN' })
  const lian = { right: number, name: 'Tan Ah Lian' }
  expect(await asked()).toEqual([lian, lian])
  /** Somebody who books a niche for themselves lives. */
  await type('PreOrder')
  expect(await asked()).toEqual([null, null])
  await type('Current')
  await recordDeath('Tan Ah Lian')
  expect(await asked()).toEqual([null, null])
  const [account] = await db.select().from(users).where(eq(users.userID, urn.owner.userID))
  await rename({ nationalIDSealed: vault.seal(vault.openText(account?.nricSealed ?? Buffer.of()).toLowerCase()) })
  expect(await asked()).toEqual([
    { right: number, name: 'Tan Ah Kow' },
    { right: number, name: 'Tan Ah Kow' },
  ])
})

test('a pre-order is compared with the holders once its urn request is open, and before that reads nothing', async () => {
  const { db, vault } = testApp.context
  const beneficiary = { beneficiaryName: 'Tan Ah Lian', nationalIDSealed: vault.seal('') }
  const booked = { bookingID: urn.bookingID, bookingType: 'PreOrder' as const, beneficiary }
  expect(await findHolderPlaced({ db, vault }, { ...booked, urn: {} })).toEqual({ right: number, name: 'Tan Ah Lian' })
  expect(await findHolderPlaced({ db: {} as Db, vault }, { ...booked, urn: null })).toBeNull()
})

const setHolder = (name: string, set: Partial<typeof rightHolders.$inferInsert>) =>
  testApp.context.db.update(rightHolders).set(set).where(eq(rightHolders.name, name))
const correct = async (holder: string, name: string) =>
  codeOf(
    await clerk.call(rightApi.saveHolder, {
      body: { number, holderID: await idOf(holder), name, reason: 'By the papers.' },
    }),
  )
const remove = async (name: string) =>
  codeOf(
    await clerk.call(rightApi.removeHolder, {
      body: { number, holderID: await idOf(name), name, reason: 'Somebody has followed.' },
    }),
  )
const reportLoss = () => clerk.call(urnApi.reportLoss, { body: { tag: urn.tag, note: 'The son called.' } })
const lettersOfEnd = async () => (await toPost()).filter(({ months }) => months !== null)
const deleteLian = () => testApp.context.db.delete(rightHolders).where(eq(rightHolders.name, 'Tan Ah Lian'))
async function wait(ms: number) {
  testApp.advanceTime(ms)
  for (const each of [clerk, colleague]) Object.assign(each, await testApp.signIn(each.person))
}

test('a right without a living holder or a contact is not found for letters before its end, until the death is taken back', async () => {
  const { db, clock } = testApp.context
  await deleteLian()
  await db.update(rightContacts).set({ removedAt: clock() })
  await recordDeath('Tan Ah Kow')
  await writeAboutEnd()
  expect(await lockEnding(db, toDay(clock()), 100)).toEqual([])
  await db.update(rightContacts).set({ removedAt: null })
  expect(await lockEnding(db, toDay(clock()), 100)).toHaveLength(1)
  await db.update(rightContacts).set({ kind: 'ashes' })
  expect(await lockEnding(db, toDay(clock()), 100)).toEqual([])
  await retractDeath('Tan Ah Kow')
  await writeAboutEnds(testApp.context)
  expect(await readersOfEnd()).toEqual([urn.owner.email])
})

test('the urn of a surrendered right whose only holder has died is released once two people have recorded who follows', async () => {
  await deleteLian()
  expect((await moveTogether(urn, 'takeOut', [clerk, colleague])).body).toEqual({ state: 'done' })
  await clerk.call(bookingApi.archive, { body: { bookingID: urn.bookingID } })
  expect((await readRight(clerk, number)).state).toBe('surrendered')
  await recordDeath('Tan Ah Kow')
  expect(await begin('release')).toBe('HOLDERS_MISSING')
  const body = { number, name: 'Tan Mei', reason: 'The will.' }
  expect(codeOf(await clerk.call(rightApi.saveHolder, { body }))).toBe('done')
  expect(await remove('Tan Ah Kow')).toBe('done')
  expect((await moveTogether(urn, 'release', [clerk, colleague])).body).toEqual({ state: 'done' })
  expect((await clerk.call(rightApi.saveHolder, { body })).status).toBe(404)
  expect(await findInvariantsOfRights(testApp.context.db)).toEqual({})
})

test('a report of lost documents does not wait for a letter to a holder who has died since', async () => {
  await reportLoss()
  const waiting = async () => (await readUrn(clerk, urn)).loss?.toPost
  expect(await waiting()).toBe(1)
  testApp.advanceTime(1000)
  await recordDeath('Tan Ah Lian')
  expect(await waiting()).toBe(0)
  await retractDeath('Tan Ah Lian')
  expect(await waiting()).toBe(1)
})

test('a death stays with a holder whose name is spelt otherwise, and ends where somebody else stands then', async () => {
  await recordDeath('Tan Ah Lian')
  expect(await correct('Tan Ah Lian', 'AH-LIAN TAN')).toBe('done')
  const deaths = async () => (await readRight(clerk, number)).holders.map(({ name, death }) => [name, death !== null])
  expect(await deaths()).toContainEqual(['AH-LIAN TAN', true])
  expect(await correct('AH-LIAN TAN', 'Goh Siew Eng')).toBe('done')
  expect(await deaths()).toContainEqual(['Goh Siew Eng', false])
  const { history } = await readRight(clerk, number)
  expect(history.at(-1)?.reason).toContain('It is no longer recorded that this holder has died')
  expect((await toPost()).filter(({ holder }) => holder === 'Goh Siew Eng')).toHaveLength(1)
})

test.each([
  ['is removed', () => remove('Tan Ah Lian')],
  ['is somebody else', () => correct('Tan Ah Lian', 'Goh Siew Eng')],
  [
    'is followed after a claim',
    async () => {
      const { claimID } = await askClaim(clerk, number, { holderIDs: [await idOf('Tan Ah Lian')] })
      await postLetters(clerk)
      await wait(15 * 24 * 60 * minute)
      return codeOf(await clerk.call(claimApi.decide, { body: { claimID, isFor: true, reason: 'The will.' } }))
    },
  ],
])('a letter that was dropped because its holder has died does not return once the holder %s', async (_, change) => {
  await writeAboutEnd()
  expect(await lettersOfEnd()).toHaveLength(1)
  testApp.advanceTime(1000)
  await recordDeath('Tan Ah Lian')
  expect(await change()).toBe('done')
  expect(await lettersOfEnd()).toEqual([])
})

test('a holder who has died reads nothing of lost documents by email, and the account of the booking still does', async () => {
  const brother = await makeUrn(testApp.context, clerk, {
    owner: await makeUserWithTwoFactor(testApp, { fullName: 'Tan Ah Beng' }),
  })
  await rightOf(testApp.context, brother.bookingID)
  const { db, clock } = testApp.context
  await db.insert(rightHolders).values({ rightID, bookingID: brother.bookingID, addedAt: clock() })
  await recordDeath('Tan Ah Beng')
  await recordDeath('Tan Ah Kow')
  await reportLoss()
  const told = await testApp.letters({ about: urn.bookingID, kind: 'urn documents lost' })
  expect(told.map(({ to }) => to)).toEqual([urn.owner.email])
})

test('a death is recorded, taken back and claimed only of the person whom the page has shown', async () => {
  const holderID = await idOf('Tan Ah Lian')
  const shown = { number, holderID, name: 'Lim Ah Beng' }
  expect(codeOf(await clerk.call(rightApi.recordDeath, { body: { ...shown, diedOn: '', toldBy: 'her son' } }))).toBe(
    'HOLDER_CHANGED',
  )
  const claim = { holderIDs: [holderID], holderNames: ['Lim Ah Beng'] }
  expect((await askClaim(clerk, number, claim)).refusal.code).toBe('HOLDER_CHANGED')
  expect(codeOf(await clerk.call(rightApi.removeHolder, { body: { ...shown, reason: 'A mistake' } }))).toBe(
    'HOLDER_CHANGED',
  )
  expect((await askClaim(clerk, number, { ...claim, holderNames: [] })).refusal.code).toBe('HOLDER_CHANGED')
  const unnamed = { number, holderID, diedOn: '', toldBy: 'her son', reason: 'A mistake' }
  for (const call of [rightApi.recordDeath, rightApi.retractDeath, rightApi.removeHolder])
    expect(codeOf(await clerk.call(call, { body: unnamed as never }))).toBe('INVALID')
  await recordDeath('Tan Ah Lian')
  expect(codeOf(await clerk.call(rightApi.retractDeath, { body: { ...shown, reason: 'A mistake' } }))).toBe(
    'HOLDER_CHANGED',
  )
  expect((await askClaim(clerk, number, { ...claim, holderNames: ['Tan Ah Lian'] })).status).toBe(200)
})

test('nobody takes over from a holder who has died, or beside one, and no consent of theirs is recorded', async () => {
  const holderIDs = [await idOf('Tan Ah Lian')]
  const { claimID } = await askClaim(clerk, number, { kind: 'transfer', holderIDs })
  await recordDeath('Tan Ah Lian')
  const [holderID = 0] = holderIDs
  const consented = await clerk.call(claimApi.recordConsent, { body: { claimID, holderID, consent: 'Signed.' } })
  const asked = await askClaim(clerk, number, { kind: 'transfer', holderIDs, name: 'Goh Siew Eng' })
  const besides = { kind: 'transfer' as const, holderIDs: [await idOf('Tan Ah Kow')], name: 'Ng Ah Moi' }
  for (const { refusal } of [consented, asked, await askClaim(clerk, number, besides)])
    expect([refusal.code, refusal.error]).toEqual([
      'CLAIM_NOT_DECIDABLE',
      expect.stringContaining('Tan Ah Lian has died'),
    ])
  expect((await askClaim(clerk, number, { holderIDs, name: 'Goh Siew Eng' })).status).toBe(200)
})

test.each(['archive', 'release'] as const)(
  'a niche whose holders have all died, as is recorded, is not given up by the event %s, and is once that is taken back',
  async (event) => {
    const type = event === 'release' ? 'PreOrder' : 'Current'
    const { bookingID } = await makeBooking(testApp.context, family.person, { status: 'Confirmed', type })
    ;({ number } = await rightOf(testApp.context, bookingID))
    const giveUp = async () =>
      codeOf(await clerk.call(bookingApi[event], { body: { bookingID, reason: 'The family asked.' } }))
    await recordDeath('Tan Ah Kow')
    expect(await giveUp()).toBe('NOT_SURRENDERABLE')
    expect((await readRight(clerk, number)).state).toBe('living')
    await retractDeath('Tan Ah Kow')
    expect(await giveUp()).toBe('done')
  },
)

test('a contact who gets notices reads that an urn has left its niche', async () => {
  await ask()
  expect([await answer('Tan Ah Kow', family), await answer('Tan Ah Lian')]).toEqual(['done', 'done'])
  expect((await moveTogether(urn, 'takeOut', [clerk, colleague])).body).toEqual({ state: 'done' })
  expect(await news('bee@test.example')).toContain('was taken out of its niche')
})

test('it is said of the holder under 18 that they have died, and not of whoever acts for them', async () => {
  await setHolder('Tan Ah Lian', { bornOn: '2999-01-01', guardian: 'Lim Ah Hock' })
  await recordDeath('Tan Ah Lian')
  const names = (await readUrn(clerk, urn)).missing?.names
  expect(names).toContain('Tan Ah Lian, who has died, for whom Lim Ah Hock acts')
})
