import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { correctionApi } from '#contract/bookings/correction-api.ts'
import { chargeApi } from '#contract/charges/api.ts'
import { addDays, addMonths, dayMs, formatDay, toDay } from '#contract/dates.ts'
import { houseApi } from '#contract/house/api.ts'
import { rightRulesApi } from '#contract/house/right-rules-api.ts'
import { rightApi } from '#contract/rights/api.ts'
import { claimApi } from '#contract/rights/claim-api.ts'
import type { ContactForm } from '#contract/rights/contact.ts'
import { secondPersonApi } from '#contract/second-person/api.ts'
import { bookings, registerEntries, rightClaims, rightHolders, urns, users } from '#server/database/schema.ts'
import { makeUser } from '#test/factories.ts'
import { makeImportedBooking } from '#test/imported-booking.ts'
import { listPrice } from '#test/price-factory.ts'
import {
  addHolder,
  askClaim,
  confirmAs,
  endObjection,
  makeRight,
  object,
  postLetters,
  readRight,
  rightOf,
  setRight,
  shownHolder,
} from '#test/right-factory.ts'
import { findInvariantsOfRights } from '#test/rights.ts'
import { sampleHouse } from '#test/sample-house.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { writeAboutEnds } from './write-about-ends.ts'

const testApp = prepareTestApp({}, 'each')
const father = prepareCaller(testApp, 'user', 'each')
const clerk = prepareCaller(testApp, 'staff', 'each')
const colleague = prepareCaller(testApp, 'staff', 'each')
const admin = prepareCaller(testApp, 'admin', 'each')

let number: string
let rightID: string
/** Tan Ah Kow holds the right with two others, of whom one has no address at all. In the demo one person decides alone. */
beforeEach(async () => {
  ;({ number, rightID } = await makeRight(testApp.context, father.person))
  await addHolder(testApp.context, rightID, 'Tan Ah Lian', '1 Hill Street')
  await addHolder(testApp.context, rightID, 'Tan Ah Beng')
  testApp.context.config.mode = 'production'
})

const names = async () => (await readRight(clerk, number)).holders.map(({ name }) => name)
/** Sessions do not last so long, and a second factor is too old then. */
async function wait(days: number) {
  testApp.advanceTime(days * dayMs)
  for (const each of [father, clerk, colleague, admin]) Object.assign(each, await testApp.signIn(each.person))
}
/** The letters by post are posted, and fifteen days later the claim can be decided. */
async function waitToDecide() {
  await postLetters(colleague)
  await wait(15)
}
const toPost = async () => (await admin.call(rightApi.lettersToPost)).body
const decide = (claimID: string, isFor = true, who = clerk) =>
  who.call(claimApi.decide, { body: { claimID, isFor, reason: 'The will names her.' } })
const decideTogether = async (claimID: string, isFor = true) => {
  expect((await decide(claimID, isFor)).refusal.code).toBe('SECOND_PERSON_ASKED')
  expect((await confirmAs(colleague, claimID)).status).toBe(200)
}

test('all holders are written to, by email or by post, and after fifteen days two staff pass the right on', async () => {
  const { claimID, status } = await askClaim(clerk, number)
  expect(status).toBe(200)
  const [claim] = (await readRight(clerk, number)).claims
  expect(claim).toMatchObject({
    state: 'asked',
    name: 'Tan Mei',
    identityEnding: '321D',
    emailed: 1,
    posted: 0,
    unposted: 2,
  })
  expect(claim?.leaving).toMatchObject([{ name: father.person.fullName, consent: '' }])
  const letters = await toPost()
  expect(Object.fromEntries(letters.map(({ holder, address }) => [holder, address]))).toEqual({
    'Tan Ah Lian': '1 Hill Street',
    'Tan Ah Beng': '',
  })
  expect(letters[0]?.text).toContain('If you object, please tell us by')
  await postLetters(clerk)
  expect((await readRight(clerk, number)).claims).toMatchObject([{ emailed: 1, posted: 2, unposted: 0 }])
  await wait(14)
  expect((await decide(claimID)).refusal.code).toBe('CLAIM_NOT_DECIDABLE')
  await wait(1)
  await decideTogether(claimID)
  expect(await names()).toEqual(['Tan Ah Lian', 'Tan Ah Beng', 'Tan Mei'])
  const { claims, history, holders } = await readRight(clerk, number)
  expect(claims[0]).toMatchObject({ state: 'decidedFor', reason: 'The will names her.' })
  expect(history.slice(-2)).toMatchObject([
    { event: 'claim', by: clerk.person.fullName },
    { event: 'passOn', by: colleague.person.fullName },
  ])
  expect(holders.at(-1)).toMatchObject({ identityEnding: '321D', address: '2 Hill Street', guardian: '' })
  expect((await testApp.letters({ to: 'mei@test.example' })).map(({ kind }) => kind)).toEqual(['right-claim'])
  expect(await toPost()).toHaveLength(2)
  expect(await findInvariantsOfRights(testApp.context.db)).toEqual({})
})

const decidable = async () => [
  (await clerk.call(rightApi.list, { query: { waits: 'claims' } })).body.length,
  (await clerk.call(rightApi.waiting)).body.claims,
]

test('while a letter about a claim is not posted nobody decides it, and then all have fifteen days', async () => {
  const { claimID } = await askClaim(clerk, number)
  await wait(20)
  expect((await decide(claimID)).refusal.error).toContain('still to be posted')
  expect(await decidable()).toEqual([0, 0])
  const [letter] = await toPost()
  const until = addDays(toDay(testApp.time.now), 14)
  expect(letter?.text).toContain(`please tell us by ${formatDay(until)}`)
  expect((await readRight(clerk, number)).claims).toMatchObject([{ unposted: 2, objectUntil: until }])
  await postLetters(clerk)
  await wait(14)
  expect((await decide(claimID)).refusal.error).toContain(formatDay(until))
  expect(await decidable()).toEqual([0, 0])
  await wait(1)
  expect(await decidable()).toEqual([1, 1])
  await decideTogether(claimID)
})

test('a letter about a claim that comes back stops the decision until it was posted again or dismissed', async () => {
  const { claimID } = await askClaim(clerk, number)
  const [first, second] = await toPost()
  await waitToDecide()
  expect((await decide(claimID)).refusal.code).toBe('SECOND_PERSON_ASKED')
  for (const letter of [first, second])
    await clerk.call(rightApi.letterCameBack, { body: { letterID: letter?.letterID ?? '' } })
  expect((await confirmAs(colleague, claimID)).refusal.code).toBe('CLAIM_NOT_DECIDABLE')
  expect(await decidable()).toEqual([0, 0])
  expect((await readRight(clerk, number)).claims).toMatchObject([{ posted: 0, unposted: 2 }])
  const reason = 'The family has moved away.'
  await clerk.call(rightApi.dismissReturned, { body: { letterID: first?.letterID ?? '', reason } })
  await clerk.call(rightApi.printAgain, { body: { letterID: second?.letterID ?? '', checked: true } })
  expect((await decide(claimID)).refusal.error).toContain('still to be posted')
  await waitToDecide()
  expect(await decidable()).toEqual([1, 1])
  expect((await readRight(clerk, number)).claims).toMatchObject([{ posted: 2, unposted: 0 }])
})

test('a letter about a claim to a contact who was removed before it was posted keeps nobody waiting', async () => {
  await accept({ name: 'Quek Siew Lan', address: '3 Hill Street' })
  const { claimID } = await askClaim(clerk, number)
  const contactID = await contactNamed('Quek Siew Lan')
  await clerk.call(rightApi.removeContact, { body: { number, contactID, reason: 'She asked.' } })
  await waitToDecide()
  expect(await decidable()).toEqual([1, 1])
  await decideTogether(claimID)
})

test('letters about claims are printed first, and those of a claim that has ended not at all', async () => {
  const { number: other, rightID: otherID } = await makeRight(testApp.context, colleague.person)
  await addHolder(testApp.context, otherID, 'Ng Boon Teck')
  const body = { number: other, name: 'Ng Ah Moi', reason: 'Both have signed.' }
  await clerk.call(rightApi.saveHolder, { body })
  expect((await confirmAs(admin, other)).status).toBe(200)
  await wait(1)
  const { claimID } = await askClaim(clerk, number)
  expect((await toPost()).map(({ isAboutClaim }) => isAboutClaim).slice(0, 3)).toEqual([true, true, false])
  await clerk.call(claimApi.withdraw, { body: { claimID, reason: 'By phone.' } })
  expect((await toPost()).filter(({ isAboutClaim, text }) => isAboutClaim && text.includes('tell us by'))).toEqual([])
})

test('nobody gives up a niche while somebody asks for its right, also if that came after it was asked for', async () => {
  const { bookingID } = await readRight(clerk, number)
  const archive = () => clerk.call(bookingApi.archive, { body: { bookingID } })
  expect((await archive()).refusal.code).toBe('SECOND_PERSON_ASKED')
  const { claimID } = await askClaim(clerk, number)
  expect((await confirmAs(colleague, bookingID)).refusal.code).toBe('CLAIM_OPEN')
  expect((await archive()).refusal.code).toBe('CLAIM_OPEN')
  await clerk.call(claimApi.withdraw, { body: { claimID, reason: 'By phone.' } })
  expect((await confirmAs(colleague, bookingID)).status).toBe(200)
  expect((await readRight(clerk, number)).state).toBe('surrendered')
})

test('a claim to a right that the version before has surrendered waits for no decision, and is withdrawn with a letter', async () => {
  const { claimID } = await askClaim(clerk, number)
  await waitToDecide()
  const { bookingID, nicheCode } = await readRight(clerk, number)
  await testApp.context.db
    .update(bookings)
    .set({ bookingType: 'Archived', version: sql`version + 1` })
    .where(eq(bookings.bookingID, bookingID))
  await rightOf(testApp.context, bookingID)
  expect((await readRight(clerk, number)).state).toBe('surrendered')
  expect(await decidable()).toEqual([0, 0])
  expect((await decide(claimID)).refusal.error).toContain('surrendered')
  const [holder] = (await readRight(clerk, number)).claims[0]?.leaving ?? []
  const consent = { claimID, holderID: holder?.holderID ?? 0, consent: 'Signed.' }
  expect((await clerk.call(claimApi.recordConsent, { body: consent })).refusal.code).toBe('CLAIM_NOT_DECIDABLE')
  expect((await clerk.call(claimApi.withdraw, { body: { claimID, reason: 'The niche is free.' } })).status).toBe(200)
  expect((await readRight(clerk, number)).claims).toMatchObject([{ state: 'withdrawn' }])
  const [told] = await testApp.letters({ to: 'mei@test.example', kind: 'right-claim' })
  expect(told?.subject).toContain(nicheCode)
  expect((await toPost()).filter(({ isAboutClaim }) => isAboutClaim)).toHaveLength(2)
  expect(await findInvariantsOfRights(testApp.context.db)).toEqual({})
})

test('an objection to a right that the version before has surrendered is ended by two people', async () => {
  await object(clerk, number)
  const [objection] = (await readRight(clerk, number)).objections
  await setRight(testApp.context, rightID, { state: 'surrendered' })
  expect((await endObjection([clerk, colleague], objection?.objectionID ?? 0)).status).toBe(200)
  expect((await readRight(clerk, number)).objections).toMatchObject([{ state: 'settled' }])
})

test.each([
  ['passes on', true, 'It has passed on. Our reason: The will names her.'],
  ['stays as it is', false, 'We have decided that the right stays with its holders.'],
])('a holder who is said to have died reads that, and that the right %s', async (_, isFor, outcome) => {
  const told = async (kind: 'right-claim' | 'right-news') => testApp.letters({ to: father.person.email, kind })
  const { claimID } = await askClaim(clerk, number)
  const [asked] = await told('right-claim')
  for (const words of [`We were told that ${father.person.fullName} has died.`, 'If it is not so, please tell us by'])
    expect(asked?.text).toContain(words)
  await waitToDecide()
  await decideTogether(claimID, isFor)
  const letters = [...(await told('right-claim')), ...(await told('right-news'))]
  expect(letters).toHaveLength(2)
  expect(letters[1]?.text).toContain(outcome)
  const deciders = `${clerk.person.fullName} and ${colleague.person.fullName} recorded this`
  if (isFor) expect(letters[1]?.text).toContain(deciders)
  expect(await testApp.letters({ to: 'mei@test.example' })).toHaveLength(1)
})

type Naming = Partial<ContactForm> & { name: string }
const saveContact = (naming: Naming) =>
  clerk.call(rightApi.saveContact, { body: { number, kind: 'notices', reason: 'The holder asked.', ...naming } })
const contactNamed = async (name: string) =>
  (await readRight(clerk, number)).contacts.find((contact) => contact.name === name)?.contactID ?? ''
async function accept(naming: Naming) {
  expect((await saveContact(naming)).status).toBe(200)
  const body = { number, contactID: await contactNamed(naming.name), by: 'counter' } as const
  expect((await clerk.call(rightApi.recordContactAccepted, { body })).status).toBe(200)
}

test('contacts who have accepted to get letters are told of a claim and its outcome once, by email or by post', async () => {
  const told = async (email: string) => testApp.letters({ to: email, kind: 'right-claim' })
  await accept({ name: 'Quek Siew Bee', kind: 'successor', email: 'bee@test.example' })
  await accept({ name: 'Quek Siew Bee as reader', email: 'bee@test.example' })
  await accept({ name: 'Tan Mei', kind: 'successor', email: 'mei@test.example' })
  await accept({ name: 'Quek Siew Lan', address: '3 Hill Street' })
  await accept({ name: 'Ng Boon Teck', kind: 'ashes', address: '4 Hill Street' })
  await saveContact({ name: 'Ng Ah Moi', email: 'moi@test.example' })
  const { claimID } = await askClaim(clerk, number)
  expect((await readRight(clerk, number)).claims[0]).toMatchObject({ emailed: 2, unposted: 3 })
  const [letter, ...others] = await told('bee@test.example')
  expect([letter?.text, others]).toEqual([expect.stringContaining('agreed to be a contact of this right'), []])
  expect(letter?.text).not.toContain('My Bookings')
  const toLan = async () =>
    (await toPost()).filter(({ holder, isAboutClaim }) => holder === 'Quek Siew Lan' && isAboutClaim)
  expect(await toLan()).toMatchObject([{ address: '3 Hill Street', bookingID: null, endsOn: null }])
  expect((await toPost()).filter(({ holder }) => holder.startsWith('Ng'))).toEqual([])
  expect(await told('mei@test.example')).toEqual([])

  await clerk.call(claimApi.withdraw, { body: { claimID, reason: 'By phone.' } })
  expect([(await told('bee@test.example')).length, (await toLan()).length]).toEqual([2, 1])
  expect([(await told('mei@test.example')).length, await told('moi@test.example')]).toEqual([1, []])
  /** Asking a contact again replaces only the letter that asked before. */
  const changed = {
    contactID: await contactNamed('Quek Siew Lan'),
    kind: 'successor',
    address: '5 Hill Street',
  } as const
  await saveContact({ name: 'Quek Siew Lan', ...changed })
  expect((await toLan()).map(({ address }) => address)).toEqual(['5 Hill Street'])
})

test('a claim that is decided against or withdrawn leaves the holders as they were, and nothing happens to it after that', async () => {
  const before = await names()
  const first = await askClaim(clerk, number)
  await waitToDecide()
  await decideTogether(first.claimID, false)
  const second = await askClaim(clerk, number, { name: 'Tan Ah Seng', email: 'seng@test.example' })
  const withdraw = { body: { claimID: second.claimID, reason: 'By phone.' } }
  expect((await clerk.call(claimApi.withdraw, withdraw)).status).toBe(200)
  expect((await clerk.call(claimApi.withdraw, withdraw)).refusal.code).toBe('CLAIM_NOT_DECIDABLE')
  await waitToDecide()
  for (const { claimID } of [first, second]) expect((await decide(claimID)).refusal.code).toBe('CLAIM_NOT_DECIDABLE')
  expect(await names()).toEqual(before)
  const states = (await readRight(clerk, number)).claims.map(({ state }) => state)
  expect(states).toEqual(['withdrawn', 'decidedAgainst'])
})

test('the waiting time is that of the day on which it was asked, and a house sets none below fourteen days', async () => {
  await admin.call(houseApi.save, { body: sampleHouse })
  const rules = { basis: 'perpetual', years: '', until: '', extensionYears: '', extensionTimes: '' } as const
  const save = (claimDays?: string) =>
    admin.call(rightRulesApi.saveRightRules, { body: { ...rules, ...(claimDays && { claimDays }) } })
  expect((await save('13')).status).toBe(400)
  expect((await save('30')).status).toBe(200)
  expect((await save()).status).toBe(200)
  expect((await admin.call(rightRulesApi.rightRules)).body.claimDays).toBe('30')
  const { claimID } = await askClaim(clerk, number)
  await save('14')
  await postLetters(clerk)
  await wait(30)
  expect((await decide(claimID)).refusal.code).toBe('CLAIM_NOT_DECIDABLE')
  await wait(1)
  expect((await decide(claimID)).refusal.code).toBe('SECOND_PERSON_ASKED')
})

test('both joint holders die in one crash: one claim follows both, and their families are written to where an address is recorded', async () => {
  const { holders } = await readRight(clerk, number)
  const { claimID } = await askClaim(clerk, number, { holderIDs: holders.map(({ holderID }) => holderID) })
  expect((await readRight(clerk, number)).claims[0]).toMatchObject({ emailed: 1, unposted: 1 })
  const [letter] = await toPost()
  expect([letter?.holder, letter?.address]).toEqual(['Tan Ah Lian', '1 Hill Street'])
  expect(letter?.text).toContain('We were told that Tan Ah Lian has died.')
  await waitToDecide()
  await decideTogether(claimID)
  expect(await names()).toEqual(['Tan Mei'])
  expect((await toPost()).map(({ holder }) => holder)).toEqual(['Tan Ah Lian'])
  expect(await findInvariantsOfRights(testApp.context.db)).toEqual({})
})

test('a successor of eleven years needs a guardian, who is named with the holder until the eighteenth birthday', async () => {
  const [year, rest] = [Number(toDay(testApp.time.now).slice(0, 4)), toDay(testApp.time.now).slice(4)]
  const bornOn = `${year - 11}${rest.replace('02-29', '02-28')}`
  expect((await askClaim(clerk, number, { bornOn })).status).toBe(400)
  const { claimID } = await askClaim(clerk, number, { bornOn, guardian: 'Lim Siew Lan' })
  await waitToDecide()
  await decideTogether(claimID)
  const holder = async () => (await readRight(clerk, number)).holders.at(-1)
  expect(await holder()).toMatchObject({ name: 'Tan Mei', guardian: 'Lim Siew Lan' })
  await wait(7 * 366)
  expect(await holder()).toMatchObject({ name: 'Tan Mei', guardian: '' })
})

const rightLettersTo = async (to: string) =>
  (await testApp.letters({ to })).filter(({ kind }) => kind === 'right-news' || kind === 'right-ends')
const endInHalfAYear = async () => {
  await setRight(testApp.context, rightID, { basis: 'fixedDay', endsOn: addMonths(toDay(testApp.time.now), 6) })
  await writeAboutEnds(testApp.context)
}

test('a claimant without a postal address is written to by email as a holder, who has no account', async () => {
  const { claimID } = await askClaim(clerk, number, { address: '', email: 'Mei@test.example' })
  await waitToDecide()
  await decideTogether(claimID)
  const { holders } = await readRight(clerk, number)
  expect(holders.at(-1)).toMatchObject({ name: 'Tan Mei', address: '', email: 'mei@test.example', account: null })
  const [stored] = await testApp.context.db.select().from(rightHolders).where(eq(rightHolders.name, 'Tan Mei'))
  expect(stored?.emailSealed?.includes('mei@test.example')).toBe(false)
  await saveContact({ name: 'Quek Siew Bee', email: 'bee@test.example' })
  await endInHalfAYear()
  const letters = await rightLettersTo('mei@test.example')
  expect(letters.map(({ kind }) => kind)).toEqual(['right-news', 'right-ends'])
  expect(letters.filter(({ text }) => text.includes('My Bookings'))).toEqual([])
  expect((await toPost()).filter(({ holder }) => holder === 'Tan Mei')).toEqual([])
  const next = await askClaim(clerk, number, { name: 'Tan Ah Seng', nric: '', email: 'seng@test.example' })
  expect(next.status).toBe(200)
  const asked = await testApp.letters({ to: 'mei@test.example', kind: 'right-claim' })
  expect(asked.at(-1)?.text).toContain('Tan Ah Seng asks to follow')
})

test('letters about a claim and about a right name who acts for a claimant or holder under eighteen, until the birthday', async () => {
  const bornOn = addDays(addMonths(toDay(testApp.time.now), -12 * 18), 60)
  const child = { bornOn, guardian: 'Lim Siew Lan' }
  const addressed = 'Tan Mei, for whom Lim Siew Lan acts'
  await addHolder(testApp.context, rightID, 'Tan Xin', '3 Hill Street')
  await testApp.context.db.update(rightHolders).set(child).where(eq(rightHolders.name, 'Tan Xin'))
  const { userID } = await makeUser(testApp.context, { email: 'mei@test.example' })
  await testApp.context.db.update(users).set({ language: 'zh-Hans' }).where(eq(users.userID, userID))
  const { claimID } = await askClaim(clerk, number, child)
  const asked = (await toPost()).find(({ address }) => address === '3 Hill Street')
  expect(asked?.holder).toBe('Tan Xin, for whom Lim Siew Lan acts')
  expect(asked?.text).toContain('Dear Tan Xin, for whom Lim Siew Lan acts')
  await waitToDecide()
  await decideTogether(claimID)
  await saveContact({ name: 'Quek Siew Bee', email: 'bee@test.example' })
  await endInHalfAYear()
  const letters = await testApp.letters({ to: 'mei@test.example' })
  expect(letters.map(({ kind }) => kind)).toEqual(['right-claim', 'right-news', 'right-ends'])
  for (const { text } of letters) expect(text).toContain(`Dear ${addressed}`)
  expect(letters[0]?.text).toContain('Tan Mei（监护人：Lim Siew Lan），您好：')
  const toXin = (await toPost()).filter(({ address }) => address === '3 Hill Street')
  expect(toXin.map(({ months }) => months ?? 0).sort()).toEqual([0, 0, 6])
  expect(new Set(toXin.map(({ holder }) => holder))).toEqual(new Set(['Tan Xin, for whom Lim Siew Lan acts']))
  await wait(60)
  await saveContact({ name: 'Quek Siew Lan', email: 'lan@test.example' })
  const grown = (await rightLettersTo('mei@test.example')).at(-1)
  expect([grown?.text.includes('Dear Tan Mei'), grown?.text.includes(addressed)]).toEqual([true, false])
})

test.each([
  'the claimant',
  'a namesake of the claimant',
  'the guardian of the claimant',
  'a holder by number',
  'a holder by email address',
  'a holder by account',
  'a holder by name',
  'a holder by the address in a register',
  'the guardian of a holder',
])(
  'the clerk who is %s records nothing about it, does not decide, does not confirm and does not withdraw it',
  async (who) => {
    const { db, vault } = testApp.context
    const [party] = await db.select().from(users).where(eq(users.userID, clerk.person.userID))
    if (!party) throw new Error('No clerk')
    const nric = vault.openText(party.nricSealed ?? Buffer.of())
    const bornOn = addMonths(toDay(testApp.time.now), -120)
    const guardian = 'SIEW-ENG GOH'
    await db.update(users).set({ fullName: 'Goh Siew Eng' }).where(eq(users.userID, party.userID))
    const claims: Partial<Record<typeof who, Parameters<typeof askClaim>[2]>> = {
      'the claimant': { nric },
      'a namesake of the claimant': { name: guardian },
      'the guardian of the claimant': { bornOn, guardian },
    }
    const claim = claims[who]
    const held: Partial<Record<typeof who, Partial<typeof rightHolders.$inferInsert>>> = {
      'a holder by number': { name: 'Me', nricSealed: party.nricSealed },
      'a holder by name': { name: guardian },
      'the guardian of a holder': { name: 'Goh Mei', bornOn, guardian },
    }
    const holder = held[who]
    if (holder) await db.insert(rightHolders).values({ rightID, addedAt: testApp.time.now, ...holder })
    if (who === 'a holder by the address in a register') {
      const bookingID = await makeImportedBooking(testApp.context)
      const holderEmail = clerk.person.email.toUpperCase()
      await db.update(registerEntries).set({ holderEmail }).where(eq(registerEntries.bookingID, bookingID))
      ;({ number, rightID } = await rightOf(testApp.context, bookingID))
    }
    if (who === 'a holder by email address') await addHolder(testApp.context, rightID, 'Me', '', clerk.person.email)
    if (who === 'a holder by account') ({ number, rightID } = await makeRight(testApp.context, clerk.person))
    expect((await askClaim(clerk, number, claim)).refusal.code).toBe('CLAIM_OF_OWN')
    const { claimID } = await askClaim(colleague, number, claim)
    await object(colleague, number)
    const [objection] = (await readRight(colleague, number)).objections
    const ending = { objectionID: objection?.objectionID ?? 0, as: 'settled', reason: 'A talk' } as const
    expect((await clerk.call(claimApi.endObjection, { body: ending })).refusal.code).toBe('CLAIM_OF_OWN')
    expect((await colleague.call(claimApi.endObjection, { body: ending })).status).toBe(200)
    expect((await clerk.call(secondPersonApi.list)).body).toEqual([])
    expect((await confirmAs(admin, String(ending.objectionID))).status).toBe(200)
    await waitToDecide()
    const withdrawal = { claimID, reason: 'They called.' }
    expect((await clerk.call(claimApi.withdraw, { body: withdrawal })).refusal.code).toBe('CLAIM_OF_OWN')
    expect((await decide(claimID)).refusal.code).toBe('CLAIM_OF_OWN')
    expect((await decide(claimID, true, colleague)).refusal.code).toBe('SECOND_PERSON_ASKED')
    const seen = (await clerk.call(secondPersonApi.list)).body
    expect(seen.filter(({ subject }) => subject === claimID)).toEqual([])
    const request = (await admin.call(secondPersonApi.list)).body.find((each) => each.subject === claimID)
    const body = { requestID: request?.requestID ?? '' }
    expect((await clerk.call(secondPersonApi.confirm, { body })).refusal.code).toBe('SETTLED_BY_ANOTHER')
    expect((await admin.call(secondPersonApi.confirm, { body })).status).toBe(200)
  },
)

test('a clerk whose objection a colleague has recorded, with their address, does not ask that it ends', async () => {
  await object(colleague, number, { email: clerk.person.email })
  const [objection] = (await readRight(colleague, number)).objections
  const body = { objectionID: objection?.objectionID ?? 0, as: 'withdrawn', reason: 'A talk' } as const
  expect((await clerk.call(claimApi.endObjection, { body })).refusal.code).toBe('CLAIM_OF_OWN')
  expect((await colleague.call(claimApi.endObjection, { body })).status).toBe(200)
})

test('while somebody asks for a right, nobody holds it who did not before and nobody leaves it; a spelling, a first number, an address and a death are recorded', async () => {
  const { holders } = await readRight(clerk, number)
  const [, lian] = holders
  const of = { number, holderID: lian?.holderID ?? 0, reason: 'The papers.' }
  const save = (fields: object) => clerk.call(rightApi.saveHolder, { body: { ...of, name: 'Tan Ah Lian', ...fields } })
  const remove = (name = 'Tan Ah Lian') => clerk.call(rightApi.removeHolder, { body: { ...of, name } })
  expect((await remove()).refusal.code).toBe('SECOND_PERSON_ASKED')
  const { claimID } = await askClaim(clerk, number)
  expect((await confirmAs(colleague, number)).refusal.code).toBe('CLAIM_OPEN')
  const refused = [
    await remove(),
    await save({ name: 'Ong Bee Choo' }),
    await save({ holderID: undefined, name: 'Ong' }),
  ]
  expect(refused.map(({ refusal }) => refusal.code)).toEqual(Array.from({ length: 3 }, () => 'CLAIM_OPEN'))
  testApp.context.config.mode = 'demo'
  const recorded = [await save({ nric: 'S1234567D', address: '3 Hill Street' }), await save({ name: 'TAN AH-LIAN' })]
  expect(recorded.map(({ status }) => status)).toEqual([200, 200])
  expect((await save({ name: 'TAN AH-LIAN', nric: 'S7654321D' })).refusal.code).toBe('CLAIM_OPEN')
  const death = { number, holderID: of.holderID, name: 'TAN AH-LIAN', diedOn: '', toldBy: 'her son' }
  expect((await clerk.call(rightApi.recordDeath, { body: death })).status).toBe(200)
  await clerk.call(claimApi.withdraw, { body: { claimID, reason: 'By phone.' } })
  expect((await remove('TAN AH-LIAN')).status).toBe(200)
})

test('while somebody asks for a right from a register, the entry names no other holder, and a corrected address is recorded', async () => {
  const bookingID = await makeImportedBooking(testApp.context)
  ;({ number } = await rightOf(testApp.context, bookingID))
  await askClaim(clerk, number)
  testApp.context.config.mode = 'demo'
  const correct = (changes: object) =>
    clerk.call(correctionApi.correct, { body: { bookingID, reason: 'The papers.', ...changes } })
  expect((await correct({ holder_name: 'Ong Bee Choo' })).refusal.code).toBe('CLAIM_OPEN')
  expect((await correct({ holder_email: 'teck@test.example' })).status).toBe(200)
})

test('where everybody on the staff is a party nobody records a claim, although nobody else could be asked', async () => {
  const { db, vault } = testApp.context
  for (const { person } of [clerk, colleague, admin])
    await db
      .insert(rightHolders)
      .values({ rightID, name: person.fullName, nricSealed: vault.seal(person.nric), addedAt: testApp.time.now })
  for (const each of [clerk, colleague, admin]) expect((await askClaim(each, number)).refusal.code).toBe('CLAIM_OF_OWN')
})

test('a transfer needs the consent of every holder, also of those who stay, and the fee of the price list; somebody follows first for a holder who has died, and whoever hands over has not died since', async () => {
  const priceID = await listPrice(testApp, admin, 'transfer')
  const { claimID } = await askClaim(clerk, number, { kind: 'transfer' })
  const [claim] = (await readRight(clerk, number)).claims
  const [holder] = claim?.leaving ?? []
  expect(claim).toMatchObject({ emailed: 1, unposted: 2 })
  await waitToDecide()
  expect((await decide(claimID)).refusal.error).toContain('agreed')
  const consent = { claimID, holderID: holder?.holderID ?? 0, consent: 'Signed here.' }
  expect((await clerk.call(claimApi.recordConsent, { body: consent })).status).toBe(200)
  const [told] = await testApp.letters({ to: father.person.email, kind: 'right-news' })
  expect(told?.text).toContain(`${father.person.fullName} agrees to hand over the right. Signed here.`)
  expect((await clerk.call(claimApi.recordConsent, { body: consent })).refusal.code).toBe('NOT_FOUND')
  expect((await decide(claimID)).refusal.error).toContain('Not every holder has agreed yet.')
  const [, lian, beng] = (await readRight(clerk, number)).holders
  const stays = { claimID, holderID: lian?.holderID ?? 0, consent: 'She signed.' }
  expect((await clerk.call(claimApi.recordConsent, { body: stays })).status).toBe(200)
  expect((await readRight(clerk, number)).claims[0]).toMatchObject({
    leaving: [{ name: father.person.fullName, consent: 'Signed here.' }],
    agreed: [{ holderID: lian?.holderID, name: 'Tan Ah Lian', consent: 'She signed.' }],
  })
  expect((await decide(claimID)).refusal.error).toContain('Not every holder has agreed yet.')
  const ofBeng = { ...(await shownHolder(clerk, number, beng?.holderID)), diedOn: '', toldBy: 'his son' }
  expect((await clerk.call(rightApi.recordDeath, { body: ofBeng })).status).toBe(200)
  expect((await decide(claimID)).refusal.error).toContain('Not every holder has agreed yet.')
  const follower = { name: 'Tan Ah Seng', nric: '', email: 'seng@test.example' }
  const succession = await askClaim(clerk, number, { ...follower, holderIDs: [ofBeng.holderID] })
  await waitToDecide()
  await decideTogether(succession.claimID)
  expect((await decide(claimID)).refusal.error).toContain('Not every holder has agreed yet.')
  const seng = (await readRight(clerk, number)).holders.at(-1)
  const ofSeng = { claimID, holderID: seng?.holderID ?? 0, consent: 'By letter.' }
  expect((await clerk.call(claimApi.recordConsent, { body: ofSeng })).status).toBe(200)
  expect((await clerk.call(claimApi.recordConsent, { body: consent })).refusal.code).toBe('CLAIM_NOT_DECIDABLE')
  expect((await decide(claimID)).refusal.error).toContain('fee')
  const { bookingID } = await readRight(clerk, number)
  const charge = { chargeID: '8a0c1f8e-3f43-4c43-9a5e-3a0d5cf1b8a1', bookingID, priceID }
  expect((await clerk.call(chargeApi.add, { body: charge })).status).toBe(200)
  const death = await shownHolder(clerk, number, consent.holderID)
  await clerk.call(rightApi.recordDeath, { body: { ...death, diedOn: '', toldBy: 'his son' } })
  expect((await decide(claimID)).refusal.error).toContain('has died, as we have recorded')
  await clerk.call(rightApi.retractDeath, { body: { ...death, reason: 'He came to the counter.' } })
  await decideTogether(claimID)
  expect(await names()).toEqual(['Tan Ah Lian', 'Tan Ah Seng', 'Tan Mei'])
})

test('a consent counts although the name is spelt otherwise since, and is recorded anew once somebody else stands there', async () => {
  const { claimID } = await askClaim(clerk, number, { kind: 'transfer' })
  const [, lian] = (await readRight(clerk, number)).holders
  const holderID = lian?.holderID ?? 0
  const recordConsent = () => clerk.call(claimApi.recordConsent, { body: { claimID, holderID, consent: 'Signed.' } })
  const rename = (name: string) =>
    testApp.context.db.update(rightHolders).set({ name }).where(eq(rightHolders.holderID, holderID))
  const agreed = async () => (await readRight(clerk, number)).claims[0]?.agreed.map(({ name }) => name)
  expect((await recordConsent()).status).toBe(200)
  await rename('TAN AH-LIAN')
  expect([await agreed(), (await recordConsent()).refusal.code]).toEqual([['Tan Ah Lian'], 'NOT_FOUND'])
  await rename('Ong Bee Choo')
  expect(await agreed()).toEqual([])
  expect((await recordConsent()).status).toBe(200)
  await clerk.call(claimApi.withdraw, { body: { claimID, reason: 'By phone.' } })
  expect(await agreed()).toEqual(['Ong Bee Choo'])
})

test('the second person reads how the number of whoever follows ends, the addresses, and who acts for them', async () => {
  const bornOn = addMonths(toDay(testApp.time.now), -120)
  const { claimID } = await askClaim(clerk, number, { bornOn, guardian: 'Lim Siew Lan' })
  await waitToDecide()
  await decide(claimID)
  const request = (await colleague.call(secondPersonApi.list)).body.find(({ subject }) => subject === claimID)
  expect(request?.what).toContain(
    'The identity number ends in 321D. The address is 2 Hill Street. The email address is mei@test.example. Lim Siew Lan acts for them.',
  )
})

test('a death that was taken back since somebody asked keeps the right from passing on, until the death is recorded anew', async () => {
  const { claimID } = await askClaim(clerk, number)
  await waitToDecide()
  const death = await shownHolder(clerk, number)
  await clerk.call(rightApi.recordDeath, { body: { ...death, diedOn: '', toldBy: 'his son' } })
  await clerk.call(rightApi.retractDeath, { body: { ...death, reason: 'He came to the counter.' } })
  expect((await decide(claimID)).refusal.error).toContain('that a holder has not died')
  await clerk.call(rightApi.recordDeath, { body: { ...death, diedOn: '', toldBy: 'his son' } })
  await decideTogether(claimID)
})

test('whoever asks for a right on the staff neither posts nor dismisses letters about it, and records no death', async () => {
  expect((await askClaim(colleague, number, { nric: clerk.person.nric })).status).toBe(200)
  const [letter] = (await colleague.call(rightApi.lettersToPost)).body
  const body = { letterIDs: [letter?.letterID ?? ''] }
  expect((await clerk.call(rightApi.recordPosted, { body })).refusal.code).toBe('CLAIM_OF_OWN')
  expect((await colleague.call(rightApi.lettersToPost)).body[0]).toEqual(letter)
  expect((await colleague.call(rightApi.recordPosted, { body })).status).toBe(200)
  const letterID = letter?.letterID ?? ''
  expect((await clerk.call(rightApi.letterCameBack, { body: { letterID } })).status).toBe(200)
  const dismissal = { body: { letterID, reason: 'Nobody lives there.' } }
  expect((await clerk.call(rightApi.dismissReturned, dismissal)).refusal.code).toBe('CLAIM_OF_OWN')
  const death = { ...(await shownHolder(clerk, number)), diedOn: '', toldBy: 'his son' }
  expect((await clerk.call(rightApi.recordDeath, { body: death })).refusal.code).toBe('CLAIM_OF_OWN')
  testApp.advanceTime(11 * 60_000)
  expect((await colleague.call(rightApi.recordPosted, { body })).refusal.code).toBe('SECOND_FACTOR_AGAIN')
  expect((await colleague.call(rightApi.dismissReturned, dismissal)).refusal.code).toBe('SECOND_FACTOR_AGAIN')
})

test('a second claim after the same holder cannot be decided for once the first one was', async () => {
  const one = await askClaim(clerk, number)
  const other = await askClaim(clerk, number, { name: 'Tan Ah Seng', nric: '', email: 'seng@test.example' })
  await waitToDecide()
  await decideTogether(one.claimID)
  expect((await decide(other.claimID)).refusal.error).toContain('no longer holds')
  await decideTogether(other.claimID, false)
})

test('a claim after a holder who was replaced by somebody of another name is not decided for, and is after a name spelt otherwise', async () => {
  const [father] = (await readRight(clerk, number)).holders
  const holderID = father?.holderID ?? 0
  const rename = (name: string) =>
    testApp.context.db.update(rightHolders).set({ name }).where(eq(rightHolders.holderID, holderID))
  const { claimID } = await askClaim(clerk, number)
  await postLetters(clerk)
  await wait(15)
  await rename('Lim Ah Hock')
  expect((await decide(claimID)).refusal.error).toContain('no longer holds')
  await rename(father?.name.toUpperCase() ?? '')
  await decideTogether(claimID)
  expect(await names()).toContain('Tan Mei')
})

test('number and address of a claimant are sealed, and families neither record nor decide', async () => {
  const { claimID } = await askClaim(clerk, number)
  const [stored] = await testApp.context.db.select().from(rightClaims).where(eq(rightClaims.claimID, claimID))
  expect(stored?.nricSealed?.includes('S7654321D')).toBe(false)
  expect(stored?.addressSealed?.includes('Hill')).toBe(false)
  expect((await object(father, number)).status).toBe(403)
  expect((await father.call(claimApi.decide, { body: { claimID, isFor: true, reason: 'Me' } })).status).toBe(403)
  const stranger = await testApp.signIn(await makeUser(testApp.context))
  expect((await stranger.call(claimApi.openMatters, { query: { number } })).body).toEqual([])
  expect((await stranger.call(claimApi.object, { body: { number, words: 'No' } })).status).toBe(404)
})

test('a holder objects in My Bookings once, reads since when the right is blocked, and the admins are told', async () => {
  await askClaim(clerk, number)
  const own = async () => (await father.call(claimApi.openMatters, { query: {} })).body
  const [booking] = await testApp.context.db.select().from(bookings).where(eq(bookings.rightID, rightID))
  const { bookingID = '' } = booking ?? {}
  const urnOf = { tag: 'U-KBRS49TA', bookingID, createdAt: testApp.time.now }
  await testApp.context.db.insert(urns).values(urnOf)
  const readByClerk = async (query: object) => (await clerk.call(claimApi.openMatters, { query })).body
  for (const query of [{ bookingID }, { tag: urnOf.tag }])
    expect(await readByClerk(query)).toEqual(await readByClerk({ number }))
  expect(await readByClerk({ tag: 'U-UNKNOWN1' })).toEqual([])
  expect(await own()).toMatchObject([{ number, blockedSince: null, claims: [{ name: 'Tan Mei' }] }])
  for (const _ of ['once', 'again'])
    expect((await father.call(claimApi.object, { body: { number, words: 'I live.' } })).status).toBe(200)
  const { objections } = await readRight(clerk, number)
  expect(objections).toMatchObject([{ name: father.person.fullName, by: 'account', words: 'I live.', state: 'open' }])
  expect((await own())[0]?.blockedSince).toBe(testApp.time.now.toISOString())
  expect(await testApp.letters({ to: admin.person.email, kind: 'right-objection' })).toHaveLength(1)
  const [told, ...others] = await testApp.letters({ to: father.person.email, kind: 'right-in-your-name' })
  expect(others).toEqual([])
  for (const words of ['You object: I live.', 'If this was not you, please call us'])
    expect(told?.text).toContain(words)
})
