import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { rightApi } from '#contract/rights/api.ts'
import { rightHolders, rightLetters } from '#server/database/schema.ts'
import { codeOf } from '#test/caller.ts'
import { makeImportedBooking } from '#test/imported-booking.ts'
import { linkToAccount } from '#test/link-to-account.ts'
import { addHolder, confirmAs, makeRight, readRight, rightOf } from '#test/right-factory.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { makeUserWithTwoFactor, memberPassword } from '#test/two-factor-users.ts'

const testApp = prepareTestApp({}, 'each')
const clerk = prepareCaller(testApp, 'staff', 'each')
const colleague = prepareCaller(testApp, 'staff', 'each')
/** In a house without an admin a clerk changes holders alone. */
prepareCaller(testApp, 'admin', 'each')
const minute = 60_000
const reason = 'The family asked.'

let holder: SignedInCaller
let number: string
let rightID: string
/** One holder with an account, and one who lives at an address. In the demo one person changes holders alone. */
beforeEach(async () => {
  testApp.context.config.mode = 'production'
  holder = await testApp.signIn(await makeUserWithTwoFactor(testApp, { fullName: 'Tan Ah Kow' }))
  ;({ number, rightID } = await makeRight(testApp.context, holder.person))
  await addHolder(testApp.context, rightID, 'Tan Ah Lian', '1 Hill Street')
})

const news = async () => testApp.letters({ to: holder.person.email, kind: 'right-news' })
const paper = async () =>
  (await clerk.call(rightApi.lettersToPost)).body
    .filter(({ isNews }) => isNews)
    .map(({ holder, address, text }) => ({ holder, address, text }))
const contact = { kind: 'notices' as const, name: 'Lim Bee Hoon', email: 'bee@test.example' }
const saveContact = (changes: object = {}, caller: SignedInCaller = clerk) =>
  caller.call(rightApi.saveContact, { body: { number, ...contact, reason, ...changes } })
const idOfContact = async () =>
  (await clerk.call(rightApi.detail, { params: { number } })).body.contacts[0]?.contactID ?? ''
const idOfLian = async () =>
  (await testApp.context.db.select().from(rightHolders).where(eq(rightHolders.name, 'Tan Ah Lian')))[0]?.holderID ?? 0
const confirmByColleague = async () => expect((await confirmAs(colleague, number)).status).toBe(200)

test('each holder gets one letter about a contact whom a clerk names, changes, records as accepted and removes', async () => {
  expect((await saveContact()).status).toBe(200)
  const contactID = await idOfContact()
  /** Letters on paper are listed by age. */
  testApp.advanceTime(1000)
  await saveContact({ contactID, relationship: 'Niece' })
  testApp.advanceTime(1000)
  const accepted = { number, contactID, by: 'counter' as const }
  await clerk.call(rightApi.recordContactAccepted, { body: accepted })
  testApp.advanceTime(1000)
  await clerk.call(rightApi.removeContact, { body: { number, contactID, reason } })
  const words = [
    'Lim Bee Hoon is named: gets notices only.',
    'Lim Bee Hoon: relationship changed.',
    'Lim Bee Hoon has accepted to be a contact: at the counter.',
    'Lim Bee Hoon is no longer a contact.',
  ]
  const [sent, printed] = [await news(), await paper()]
  expect([sent.length, printed.length]).toEqual([4, 4])
  for (const [at, said] of words.entries()) {
    for (const text of [sent[at]?.text, printed[at]?.text])
      for (const part of [said, `${clerk.person.fullName} recorded this on`, 'please call us'])
        expect(text).toContain(part)
    expect(printed[at]).toMatchObject({ holder: 'Tan Ah Lian', address: '1 Hill Street' })
  }
})

test('a holder who is removed reads it as well as those who stay, and who asked and who confirmed', async () => {
  const body = { number, holderID: await idOfLian(), name: 'Tan Ah Lian', reason }
  expect((await clerk.call(rightApi.removeHolder, { body })).refusal.code).toBe('SECOND_PERSON_ASKED')
  expect([await news(), await paper()]).toEqual([[], []])
  await confirmByColleague()
  const said = [
    'Tan Ah Lian is no longer a holder.',
    `${clerk.person.fullName} and ${colleague.person.fullName} recorded this`,
  ]
  const [printed] = await paper()
  expect(printed).toMatchObject({ holder: 'Tan Ah Lian', address: '1 Hill Street' })
  for (const text of [(await news())[0]?.text, printed?.text]) for (const part of said) expect(text).toContain(part)
})

test('a letter about a corrected address goes to the address before and to the new one', async () => {
  const correction = { number, holderID: await idOfLian(), name: 'Tan Ah Lian', address: '9 Sea Road', reason }
  await clerk.call(rightApi.saveHolder, { body: correction })
  await confirmByColleague()
  expect((await paper()).map(({ address }) => address).sort()).toEqual(['1 Hill Street', '9 Sea Road'])
  expect(await news()).toHaveLength(1)
})

test('somebody who becomes a holder reads it, with those who were', async () => {
  await clerk.call(rightApi.saveHolder, { body: { number, name: 'Goh Siew Eng', address: '3 Low Lane', reason } })
  await confirmByColleague()
  expect((await paper()).map(({ holder }) => holder).sort()).toEqual(['Goh Siew Eng', 'Tan Ah Lian'])
  expect((await news())[0]?.text).toContain('Goh Siew Eng becomes a holder.')
})

test('what a holder changes is not told, and needs the proof in the call and no further factor', async () => {
  testApp.advanceTime(11 * minute)
  expect((await saveContact({ password: memberPassword }, holder)).status).toBe(200)
  expect(await testApp.context.db.select().from(rightLetters)).toEqual([])
})

test('a member of staff names, changes, accepts and removes a contact only after a recent second factor', async () => {
  await saveContact()
  const contactID = await idOfContact()
  testApp.advanceTime(11 * minute)
  const accepted = { number, contactID, by: 'counter' as const }
  const calls = [
    await saveContact(),
    await saveContact({ contactID, relationship: 'Niece' }),
    await clerk.call(rightApi.recordContactAccepted, { body: accepted }),
    await clerk.call(rightApi.removeContact, { body: { number, contactID, reason } }),
  ]
  expect(calls.map(({ refusal }) => refusal.code)).toEqual(calls.map(() => 'SECOND_FACTOR_AGAIN'))
})

test('holders read once that a booking is linked to an account and taken back from it, and the history of the right says it', async () => {
  const bookingID = await makeImportedBooking(testApp.context)
  const imported = await rightOf(testApp.context, bookingID)
  await addHolder(testApp.context, imported.rightID, 'Ng Siew Eng', '2 Hill Street')
  const account = await makeUserWithTwoFactor(testApp, { fullName: 'Mallory Tan' })
  const kindsTo = async (to: string) => (await testApp.letters({ to })).map(({ kind }) => kind)
  const said = [
    'The holder Ng Boon Teck is Mallory Tan. The booking of this holder is linked to an account.',
    'The holder Mallory Tan is Ng Boon Teck. The booking of this holder is no longer linked to an account.',
  ]
  const link = { bookingID, papers: 'NRIC', nricSeen: true }
  expect((await linkToAccount(testApp, clerk, account, link)).status).toBe(200)
  expect(await kindsTo('ng@old.example')).toEqual(['booking linked'])
  expect(await kindsTo(account.email)).toEqual(['link-code', 'right-news'])
  testApp.advanceTime(1000)
  expect((await clerk.call(bookingApi.unlinkAccount, { body: { bookingID, reason } })).status).toBe(200)
  expect(await kindsTo('ng@old.example')).toEqual(['booking linked', 'right-news'])
  expect(await kindsTo(account.email)).toEqual(['link-code', 'right-news', 'booking unlinked'])
  const papers = (await paper()).filter(({ holder }) => holder === 'Ng Siew Eng')
  expect(papers.map(({ text }) => said.map((words) => text.includes(words)))).toEqual([
    [true, false],
    [false, true],
  ])
  const { history } = await readRight(clerk, imported.number)
  expect(history.slice(-2)).toMatchObject([
    { event: 'correctHolder', reason: `${said[0]} NRIC` },
    { event: 'correctHolder', reason: `${said[1]} ${reason}` },
  ])
})

test('a clerk who holds the right takes no booking of it back from an account', async () => {
  const bookingID = await makeImportedBooking(testApp.context)
  const { rightID } = await rightOf(testApp.context, bookingID)
  const account = await makeUserWithTwoFactor(testApp)
  await linkToAccount(testApp, clerk, account, { bookingID, papers: 'NRIC', nricSeen: true })
  const { db, vault, clock } = testApp.context
  const nricSealed = vault.seal(clerk.person.nric)
  await db.insert(rightHolders).values({ rightID, name: 'Ng Siew Eng', nricSealed, addedAt: clock() })
  const unlink = async (caller: SignedInCaller) =>
    codeOf(await caller.call(bookingApi.unlinkAccount, { body: { bookingID, reason } }))
  expect([await unlink(clerk), await unlink(colleague)]).toEqual(['CLAIM_OF_OWN', 'done'])
})
