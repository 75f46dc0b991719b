import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { addMonths, formatDay, toDay } from '#contract/dates.ts'
import { staffPersonApi } from '#contract/family/staff-person-api.ts'
import type { UrnLeaving } from '#contract/rights/agreement.ts'
import { rightApi } from '#contract/rights/api.ts'
import { urnApi } from '#contract/urns/api.ts'
import { beneficiaries, bookings, rightContacts, rightHolders, users } from '#server/database/schema.ts'
import { codeOf } from '#test/caller.ts'
import { addHolder, askClaim, object, postLetters, readRight, rightOf, setEnd } from '#test/right-factory.ts'
import { findInvariantsOfRights } from '#test/rights.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { makeUserWithTwoFactor, memberPassword } from '#test/two-factor-users.ts'
import { confirmation, type MadeUrn, makeUrn, moveTogether, readUrn } from '#test/urn-factory.ts'
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
    await who.call(rightApi.recordDeath, { body: { number, holderID: await idOf(name), diedOn, toldBy: 'his son' } }),
  )
const retractDeath = async (name: string) =>
  codeOf(
    await clerk.call(rightApi.retractDeath, {
      body: { number, holderID: await idOf(name), reason: 'He came to the counter.' },
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
