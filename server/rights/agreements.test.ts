import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { bookingApi } from '#contract/bookings/api.ts'
import { correctionApi } from '#contract/bookings/correction-api.ts'
import { dayMs } from '#contract/dates.ts'
import type { UrnLeaving } from '#contract/rights/agreement.ts'
import { rightApi } from '#contract/rights/api.ts'
import { claimApi } from '#contract/rights/claim-api.ts'
import { urnApi } from '#contract/urns/api.ts'
import { registerEntries, rightHolders, urns, users } from '#server/database/schema.ts'
import { unreachableAddress } from '#server/mail/outbox.ts'
import { enterUrns } from '#server/urns/public.ts'
import { codeOf } from '#test/caller.ts'
import { makeImportedBooking } from '#test/imported-booking.ts'
import { linkToAccount } from '#test/link-to-account.ts'
import {
  addHolder,
  askClaim,
  object,
  postLetters,
  readRight,
  rightOf,
  setRight,
  shownHolder,
} from '#test/right-factory.ts'
import { findInvariantsOfRights } from '#test/rights.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { makeUserWithTwoFactor, memberPassword } from '#test/two-factor-users.ts'
import { confirmation, type MadeUrn, makeUrn, moveTogether, readUrn } from '#test/urn-factory.ts'

const testApp = prepareTestApp({}, 'each')
const clerk = prepareCaller(testApp, 'staff', 'each')
const colleague = prepareCaller(testApp, 'staff', 'each')
const stranger = prepareCaller(testApp, 'user', 'each')

let urn: MadeUrn
let number: string
let rightID: string
let family: SignedInCaller
/** An urn in its niche. Tan Ah Kow holds the right with his sister and his brother, who have no account. */
beforeEach(async () => {
  const owner = await makeUserWithTwoFactor(testApp, { fullName: 'Tan Ah Kow' })
  urn = await makeUrn(testApp.context, clerk, { owner })
  ;({ number, rightID } = await rightOf(testApp.context, urn.bookingID))
  await addHolder(testApp.context, rightID, 'Tan Ah Lian', '1 Hill Street')
  await addHolder(testApp.context, rightID, 'Tan Ah Beng')
  expect((await moveTogether(urn, 'place', [clerk, colleague])).body).toEqual({ state: 'done' })
  family = await testApp.signIn(owner)
})

const begin = (event: UrnLeaving) => clerk.call(urnApi.confirm, { body: confirmation(urn, event) })
const ask = async (event: UrnLeaving) =>
  codeOf(await clerk.call(rightApi.askHolders, { body: { number, tag: urn.tag, event } }))
const asked = async () => (await readRight(clerk, number)).asked[0]?.holders ?? []
async function answer(name: string, changes: object = {}, who = clerk) {
  const agreementID = (await asked()).find((holder) => holder.name === name)?.agreementID ?? ''
  const body = { number, agreementID, agrees: true, by: 'letter' as const, ...changes }
  return codeOf(await who.call(rightApi.recordAgreement, { body }))
}
const answerOwn = (agrees = true) => answer('Tan Ah Kow', { agrees, by: undefined, password: memberPassword }, family)
async function allAgree() {
  expect([await answerOwn(), await answer('Tan Ah Lian'), await answer('Tan Ah Beng', { by: 'counter' })]).toEqual([
    'done',
    'done',
    'done',
  ])
}
const missing = async () => (await readUrn(clerk, urn)).missing?.names ?? []
const letters = () => testApp.letters({ to: urn.owner.email, kind: 'urn-agreement' })
const lastToken = async () => /contact-request#([\w-]+)/.exec((await letters()).at(-1)?.text ?? '')?.[1] ?? ''
const answerByLink = async (token: string, accepts = true) =>
  codeOf(await testApp.anonymous.call(rightApi.answerContactRequest, { body: { token, accepts } }))
const toPost = async () => (await clerk.call(rightApi.lettersToPost)).body
/** Letters on paper that ask a holder to sign. */
const slips = async () => (await toPost()).filter(({ isNews }) => !isNews)
const news = () => testApp.letters({ to: urn.owner.email, kind: 'right-news' })
/** What matters here of an account that is closed: nothing can be sent to it. */
const closeAccount = () =>
  testApp.context.db
    .update(users)
    .set({ email: unreachableAddress(urn.owner.userID) })
    .where(eq(users.userID, urn.owner.userID))

test('an urn leaves once all holders have agreed, and until then the refusal names who is missing', async () => {
  const refused = await begin('takeOut')
  expect(refused.refusal).toMatchObject({
    code: 'HOLDERS_MISSING',
    error: expect.stringContaining(`right ${number}: Tan Ah Kow, Tan Ah Lian, Tan Ah Beng.`),
  })
  expect(codeOf(await clerk.call(urnApi.check, { body: confirmation(urn, 'takeOut') }))).toBe('HOLDERS_MISSING')
  expect(await ask('release')).toBe('done')
  expect(await missing()).toEqual(['Tan Ah Kow', 'Tan Ah Lian', 'Tan Ah Beng'])
  expect([await answerOwn(), await answer('Tan Ah Lian')]).toEqual(['done', 'done'])
  expect((await begin('takeOut')).refusal.error).toContain(`right ${number}: Tan Ah Beng.`)
  expect(await answer('Tan Ah Beng', { by: 'counter' })).toBe('done')
  expect(await asked()).toMatchObject([{ agreedBy: 'account' }, { agreedBy: 'letter' }, { agreedBy: 'counter' }])
  expect(await missing()).toEqual([])
  expect((await moveTogether(urn, 'takeOut', [clerk, colleague])).body).toEqual({ state: 'done' })
  expect((await moveTogether(urn, 'release', [clerk, colleague])).body).toEqual({ state: 'done' })
  expect((await readRight(clerk, number)).asked).toEqual([])
  const { history } = await readRight(clerk, number)
  expect(history.filter(({ event }) => event === 'agree').map(({ reason }) => reason)).toEqual([
    `Tan Ah Kow agrees, in My Bookings, that urn ${urn.tag} is to be given to the family.`,
    `Tan Ah Lian agrees, by letter, that urn ${urn.tag} is to be given to the family.`,
    `Tan Ah Beng agrees, at the counter, that urn ${urn.tag} is to be given to the family.`,
  ])
  expect(await findInvariantsOfRights(testApp.context.db)).toEqual({})
})

test('what was agreed about taking an urn out does not release it, and does not count a second time', async () => {
  await ask('takeOut')
  await allAgree()
  expect((await moveTogether(urn, 'takeOut', [clerk, colleague])).body).toEqual({ state: 'done' })
  expect(codeOf(await begin('release'))).toBe('HOLDERS_MISSING')
  expect((await moveTogether(urn, 'place', [clerk, colleague])).body).toEqual({ state: 'done' })
  expect(codeOf(await begin('takeOut'))).toBe('HOLDERS_MISSING')
})

test('a holder takes the agreement back while two people stand at the niche, and the second cannot confirm', async () => {
  await ask('takeOut')
  await allAgree()
  const { attemptID } = (await begin('takeOut')).body as { attemptID?: string }
  expect(await answerOwn(false)).toBe('done')
  const body = confirmation(urn, 'takeOut', { attemptID })
  expect(codeOf(await colleague.call(urnApi.confirm, { body }))).toBe('HOLDERS_MISSING')
  expect((await readUrn(clerk, urn)).place).toBe('niche')
  expect(await answerOwn()).toBe('done')
  const again = confirmation(urn, 'takeOut', { attemptID })
  expect((await colleague.call(urnApi.confirm, { body: again })).body).toEqual({ state: 'done' })
})

test('a holder whose account is suspended still answers about an urn by the link in the letter', async () => {
  await ask('takeOut')
  const token = await lastToken()
  const admin = await testApp.signIn('admin')
  const body = { userID: family.person.userID, reason: 'The phone was stolen' }
  expect(codeOf(await admin.call(accountApi.suspend, { body }))).toBe('done')
  expect(await answerByLink(token)).toBe('done')
  expect((await asked())[0]).toMatchObject({ name: 'Tan Ah Kow', agreedBy: 'link' })
})

test('a holder with an email address agrees by a link without an account, takes it back by the same, and the link ends with the request', async () => {
  await ask('takeOut')
  const token = await lastToken()
  const read = () => testApp.anonymous.call(rightApi.readContactRequest, { body: { token } })
  expect((await read()).body).toMatchObject({ name: 'Tan Ah Kow', kind: 'takeOut', person: urn.name, answered: null })
  expect([await answerByLink(token), await answerByLink(token)]).toEqual(['done', 'done'])
  expect((await read()).body.answered).toBe(true)
  expect((await asked())[0]).toMatchObject({ agreedBy: 'link', declinedAt: null })
  expect(await answerByLink(token, false)).toBe('done')
  expect((await asked())[0]).toMatchObject({ agreedAt: null, declinedAt: expect.any(String) })
  const { history } = await readRight(clerk, number)
  expect(history.map(({ event, by }) => [event, by]).slice(-3)).toEqual([
    ['askHolders', clerk.person.fullName],
    ['agree', 'Columba'],
    ['disagree', 'Columba'],
  ])
  const body = { number, tag: urn.tag, reason: 'It stays.' }
  expect((await clerk.call(rightApi.endAsking, { body })).status).toBe(200)
  expect((await clerk.call(rightApi.endAsking, { body })).refusal.code).toBe('ALREADY_SETTLED')
  expect([(await read()).status, await answerByLink(token)]).toEqual([404, 'CONTACT_LINK_ENDED'])
})

test('a holder without an account answers by a link to the recorded email address, which ends when another one is recorded', async () => {
  const { db, vault } = testApp.context
  await db
    .update(rightHolders)
    .set({ emailSealed: vault.seal('lian@test.example') })
    .where(eq(rightHolders.name, 'Tan Ah Lian'))
  await ask('release')
  const tokensTo = async (to: string) =>
    (await testApp.letters({ to, kind: 'urn-agreement' })).map(({ text }) => /#([\w-]+)/.exec(text)?.[1] ?? '')
  const [token = ''] = await tokensTo('lian@test.example')
  expect((await slips()).map(({ holder }) => holder)).toEqual(['Tan Ah Beng'])
  expect(await answerByLink(token)).toBe('done')
  expect(await missing()).toEqual(['Tan Ah Kow', 'Tan Ah Beng'])
  const { holders } = await readRight(clerk, number)
  const holderID = holders.find(({ name }) => name === 'Tan Ah Lian')?.holderID
  const body = { number, holderID, name: 'Tan Ah Lian', email: 'other@test.example', reason: 'She wrote.' }
  expect(codeOf(await clerk.call(rightApi.saveHolder, { body }))).toBe('done')
  expect(await missing()).toEqual(['Tan Ah Kow', 'Tan Ah Lian', 'Tan Ah Beng'])
  expect(await answerByLink(token)).toBe('CONTACT_LINK_ENDED')
  await ask('release')
  const [next = ''] = await tokensTo('other@test.example')
  expect(await answerByLink(next)).toBe('done')
})

test('what a clerk records for a holder is read by all holders once, what a holder answers is not', async () => {
  await ask('release')
  await answerOwn()
  expect(await news()).toEqual([])
  expect([await answer('Tan Ah Lian'), await answer('Tan Ah Lian')]).toEqual(['done', 'done'])
  const [letter, ...others] = await news()
  expect(others).toEqual([])
  const words = `Tan Ah Lian agrees, by letter, that urn ${urn.tag} is to be given to the family.`
  for (const said of [words, `${clerk.person.fullName} recorded this`]) expect(letter?.text).toContain(said)
  const papers = (await toPost()).filter(({ isNews }) => isNews)
  expect(papers.map(({ holder }) => holder).sort()).toEqual(['Tan Ah Beng', 'Tan Ah Lian'])
})

test.each(['in My Bookings', 'by the link'])(
  'a clerk records no agreement of a holder who has declined %s, also not once they were asked again',
  async (way) => {
    await ask('release')
    const decline = async () => (way === 'by the link' ? answerByLink(await lastToken(), false) : answerOwn(false))
    expect(await decline()).toBe('done')
    expect(await answer('Tan Ah Kow')).toBe('HOLDER_DECLINED')
    await clerk.call(rightApi.endAsking, { body: { number, tag: urn.tag, reason: 'Once more.' } })
    testApp.advanceTime(1000)
    await ask('release')
    expect(await answer('Tan Ah Kow', { agrees: false })).toBe('done')
    expect(await answer('Tan Ah Kow')).toBe('HOLDER_DECLINED')
    expect([await answerOwn(), await answerOwn(false)]).toEqual(['done', 'done'])
    expect(await answer('Tan Ah Kow')).toBe('HOLDER_DECLINED')
    await closeAccount()
    expect(await answer('Tan Ah Kow')).toBe('done')
  },
)

test('a holder who has declined by letter agrees by letter', async () => {
  await ask('release')
  expect([await answer('Tan Ah Lian', { agrees: false }), await answer('Tan Ah Lian')]).toEqual(['done', 'done'])
})

test('a clerk records an answer only after a recent second factor', async () => {
  await ask('release')
  testApp.context.config.mode = 'production'
  testApp.advanceTime(11 * 60_000)
  expect(await answer('Tan Ah Lian')).toBe('SECOND_FACTOR_AGAIN')
})

test('all holders read once that an urn was taken out and that it was released', async () => {
  await ask('release')
  await allAgree()
  const read = async () => {
    const told = (await toPost()).filter(({ text }) => text.includes(`The urn of ${urn.name} was`))
    const moved = await testApp.letters({ to: urn.owner.email })
    const about = moved.filter(({ kind, text }) => kind === 'right-news' && text.includes(`The urn of ${urn.name} was`))
    return { papers: told.map(({ holder }) => holder).sort(), alsoToOwner: about.length, last: told.at(-1)?.text }
  }
  await moveTogether(urn, 'takeOut', [clerk, colleague])
  expect(await read()).toMatchObject({ papers: ['Tan Ah Beng', 'Tan Ah Lian'], alsoToOwner: 0 })
  testApp.advanceTime(1000)
  await moveTogether(urn, 'release', [clerk, colleague])
  const { papers, alsoToOwner, last } = await read()
  expect([papers.length, alsoToOwner]).toEqual([4, 0])
  const by = `${clerk.person.fullName} and ${colleague.person.fullName} recorded this`
  for (const words of ['was handed to Tan Ah Kow.', by]) expect(last).toContain(words)
})

test('a new letter replaces the one before, and whoever has agreed is not asked again', async () => {
  await ask('takeOut')
  const first = await lastToken()
  expect(await toPost()).toHaveLength(2)
  expect(await answer('Tan Ah Lian')).toBe('done')
  expect(await ask('takeOut')).toBe('done')
  expect(await ask('release')).toBe('HOLDERS_ASKED')
  expect([await answerByLink(first), await answerByLink(await lastToken())]).toEqual(['CONTACT_LINK_ENDED', 'done'])
  expect((await slips()).map(({ holder }) => holder)).toEqual(['Tan Ah Beng'])
})

test('holders without an email address, also of a closed account, get a letter with a slip to sign until they have agreed', async () => {
  await closeAccount()
  await ask('release')
  const posted = await toPost()
  expect(posted.map(({ holder, address }) => [holder, address]).sort()).toEqual([
    ['Tan Ah Beng', ''],
    ['Tan Ah Kow', ''],
    ['Tan Ah Lian', '1 Hill Street'],
  ])
  const { text = '', subject } = posted.find(({ holder }) => holder === 'Tan Ah Lian') ?? {}
  expect(subject).toBe(`Do you agree that an urn leaves niche ${urn.nicheCode}?`)
  expect(text).toContain(`The urn of ${urn.name} is to be given to the family.`)
  expect(text).toContain('I, Tan Ah Lian, agree.')
  expect(await answer('Tan Ah Kow')).toBe('done')
  expect((await slips()).map(({ holder }) => holder).sort()).toEqual(['Tan Ah Beng', 'Tan Ah Lian'])
})

test('a holder who has died, as a claim says, is missing until the right has passed on, and then whoever follows is', async () => {
  await ask('release')
  const { claimID } = await askClaim(clerk, number)
  await postLetters(clerk)
  testApp.advanceTime(15 * dayMs)
  for (const each of [clerk, colleague]) Object.assign(each, await testApp.signIn(each.person))
  expect(await missing()).toEqual(['Tan Ah Kow', 'Tan Ah Lian', 'Tan Ah Beng'])
  await clerk.call(claimApi.decide, { body: { claimID, isFor: true, reason: 'The will.' } })
  expect(await missing()).toEqual(['Tan Ah Lian', 'Tan Ah Beng', 'Tan Mei'])
})

test('a holder who was added since is missing until asked, and one who was removed is not', async () => {
  await ask('takeOut')
  await allAgree()
  await addHolder(testApp.context, rightID, 'Tan Ah Hua')
  expect(await missing()).toEqual(['Tan Ah Hua'])
  expect((await asked()).at(-1)).toMatchObject({ name: 'Tan Ah Hua', agreementID: null })
  await ask('takeOut')
  expect(await answer('Tan Ah Hua')).toBe('done')
  expect(await answer('Tan Ah Beng', { agrees: false })).toBe('done')
  expect(await missing()).toEqual(['Tan Ah Beng'])
  await testApp.context.db.delete(rightHolders).where(eq(rightHolders.name, 'Tan Ah Beng'))
  expect(await missing()).toEqual([])
})

test('nobody answers for another: no stranger, no holder for another holder, and no clerk who is a holder', async () => {
  await ask('takeOut')
  const proof = { by: undefined, password: memberPassword }
  expect(await answer('Tan Ah Lian', proof, family)).toBe('NOT_FOUND')
  const other = await testApp.signIn(await makeUserWithTwoFactor(testApp))
  expect(await answer('Tan Ah Kow', proof, other)).toBe('NOT_FOUND')
  expect(await answer('Tan Ah Kow', { password: '' }, family)).toBe('PROOF_NEEDED')
  await testApp.context.db.update(users).set({ role: 'staff' }).where(eq(users.userID, urn.owner.userID))
  const holder = await testApp.signIn(family.person)
  expect(await answer('Tan Ah Lian', {}, holder)).toBe('CLAIM_OF_OWN')
  expect(await missing()).toHaveLength(3)
})

test('My Bookings shows a holder what is asked, who is missing, and nothing to anybody else', async () => {
  const own = async () => (await family.call(rightApi.whoDecides, { query: { number } })).body.asked
  expect(await own()).toEqual([])
  await ask('release')
  expect(await own()).toMatchObject([
    { event: 'release', person: urn.name, agreedAt: null, missing: ['Tan Ah Kow', 'Tan Ah Lian', 'Tan Ah Beng'] },
  ])
  await answerOwn()
  expect(await own()).toMatchObject([{ agreedAt: expect.any(String), missing: ['Tan Ah Lian', 'Tan Ah Beng'] }])
  expect((await stranger.call(rightApi.whoDecides, { query: { number } })).status).toBe(404)
  const body = { number, tag: urn.tag, event: 'release' } as const
  expect((await family.call(rightApi.askHolders, { body })).status).toBe(403)
})

test('an objection keeps an urn although all holders have agreed, and nobody is asked meanwhile', async () => {
  await ask('takeOut')
  await allAgree()
  await object(clerk, number)
  expect([codeOf(await begin('takeOut')), await ask('takeOut')]).toEqual(['RIGHT_BLOCKED', 'RIGHT_BLOCKED'])
})

test('the holders are asked only about an urn of their own niche', async () => {
  const other = await makeUrn(testApp.context, clerk)
  const body = { number, tag: other.tag, event: 'release' } as const
  expect((await clerk.call(rightApi.askHolders, { body })).status).toBe(404)
})

test('a right with one holder asks nobody, and placing needs one holder only', async () => {
  const single = await makeUrn(testApp.context, clerk)
  expect((await moveTogether(single, 'place', [clerk, colleague])).body).toEqual({ state: 'done' })
  expect((await readUrn(clerk, single)).missing).toBeNull()
  expect((await moveTogether(single, 'takeOut', [clerk, colleague])).body).toEqual({ state: 'done' })
})

/** An urn in its niche as a register says it, of a right of Ng Boon Teck and his sister. He is asked at this address. */
async function useRegister(holderEmail = 'ng@old.example') {
  const { db, vault } = testApp.context
  const bookingID = await makeImportedBooking(testApp.context)
  await db.update(registerEntries).set({ holderEmail }).where(eq(registerEntries.bookingID, bookingID))
  const { nicheID, ...right } = await rightOf(testApp.context, bookingID)
  ;({ number, rightID } = right)
  const nricSealed = vault.seal('S1234567D')
  await db.update(rightHolders).set({ nricSealed }).where(eq(rightHolders.rightID, rightID))
  await addHolder(testApp.context, rightID, 'Ng Siew Eng')
  await enterUrns(testApp.context, randomUUID(), [{ bookingID, nicheID, nicheCode: '' }])
  const [entered] = await db.select().from(urns).where(eq(urns.bookingID, bookingID))
  const owner = { ...urn.owner, email: holderEmail }
  urn = { ...urn, bookingID, nicheID, tag: entered?.tag ?? '', owner }
}
async function link() {
  family = await testApp.signIn(await makeUserWithTwoFactor(testApp, { fullName: 'Ng Boon Teck' }))
  const { bookingID } = urn
  const sent = { bookingID, papers: 'NRIC', nricSeen: true }
  expect(codeOf(await linkToAccount(testApp, clerk, family.person, sent))).toBe('done')
  urn.owner = family.person
}
const unlink = async () =>
  codeOf(await clerk.call(bookingApi.unlinkAccount, { body: { bookingID: urn.bookingID, reason: 'Another Mr Ng.' } }))
const correctEntry = async (fields: object) =>
  codeOf(
    await clerk.call(correctionApi.correct, { body: { bookingID: urn.bookingID, reason: 'The deed.', ...fields } }),
  )
const idOfNg = async () => (await readRight(clerk, number)).holders[0]?.holderID ?? 0
const saveHolder = async (fields: object) => {
  const body = { number, holderID: await idOfNg(), name: 'Ng Boon Teck', reason: 'The deed.', ...fields }
  return codeOf(await clerk.call(rightApi.saveHolder, { body }))
}

/** The page of an urn that nobody has seen names nobody who is missing. */
const waiting = async () => (await asked()).flatMap(({ name, agreedAt }) => (agreedAt ? [] : name))

test.each([
  ['of a living right', 'living'],
  ['of a surrendered right', 'surrendered'],
] as const)(
  'what an account agreed to ends when a booking %s is taken back from it, and the link that it was sent ends too',
  async (_, state) => {
    await useRegister()
    await link()
    await ask('release')
    const token = await lastToken()
    expect(await answer('Ng Boon Teck', { by: undefined, password: memberPassword }, family)).toBe('done')
    await setRight(testApp.context, rightID, { state })
    expect(await unlink()).toBe('done')
    expect(await waiting()).toEqual(['Ng Boon Teck', 'Ng Siew Eng'])
    expect(await answerByLink(token)).toBe('CONTACT_LINK_ENDED')
    const told = (await testApp.letters({ to: 'ng@old.example', kind: 'right-news' })).at(-1)?.text
    expect(told).toContain('What this holder was asked about urns has ended, and no answer to it counts.')
    expect(await ask('release')).toBe('done')
    expect(await answer('Ng Boon Teck')).toBe('done')
  },
)

test('a clerk who unlinks the account of a holder who has declined records no agreement in its place', async () => {
  await useRegister('')
  await link()
  await ask('release')
  const decide = (agrees: boolean) =>
    answer('Ng Boon Teck', { agrees, by: undefined, password: memberPassword }, family)
  expect(await decide(false)).toBe('done')
  expect([await unlink(), await ask('release')]).toEqual(['done', 'done'])
  expect(await answer('Ng Boon Teck', { by: 'counter' })).toBe('HOLDER_DECLINED')
  await link()
  expect(await ask('release')).toBe('done')
  expect(await decide(true)).toBe('done')
  expect([await unlink(), await ask('release')]).toEqual(['done', 'done'])
  expect(await answer('Ng Boon Teck', { by: 'counter' })).toBe('HOLDER_DECLINED')
})

test.each([
  ['is linked to an account', link],
  ['has another email address in the register', () => correctEntry({ holder_email: 'ng@new.example' })],
  ['has another name in the register', () => correctEntry({ holder_name: 'Lim Ah Hock' })],
  ['is given another name', () => saveHolder({ name: 'Lim Ah Hock' })],
  ['is given another identity number', () => saveHolder({ nric: 'S7654321D' })],
])('a holder who agreed by the link and then %s is missing, and the link has ended', async (_, change) => {
  await useRegister()
  await ask('release')
  const token = await lastToken()
  expect(await answerByLink(token)).toBe('done')
  expect(await waiting()).toEqual(['Ng Siew Eng'])
  await change()
  expect(await waiting()).toHaveLength(2)
  expect(await answerByLink(token)).toBe('CONTACT_LINK_ENDED')
})

test('the link of a holder who is removed, or whom somebody has followed, has ended', async () => {
  await ask('release')
  const token = await lastToken()
  await clerk.call(rightApi.removeHolder, { body: { ...(await shownHolder(clerk, number)), reason: 'Has left.' } })
  expect(await answerByLink(token)).toBe('CONTACT_LINK_ENDED')
  await useRegister()
  await ask('release')
  const next = await lastToken()
  const { claimID } = await askClaim(clerk, number)
  await postLetters(clerk)
  testApp.advanceTime(15 * dayMs)
  for (const each of [clerk, colleague]) Object.assign(each, await testApp.signIn(each.person))
  expect(codeOf(await clerk.call(claimApi.decide, { body: { claimID, isFor: true, reason: 'The will.' } }))).toBe(
    'done',
  )
  expect(await answerByLink(next)).toBe('CONTACT_LINK_ENDED')
})

test('a holder who agreed by the link and has another telephone number and postal address since has still agreed', async () => {
  await useRegister()
  await ask('release')
  const token = await lastToken()
  expect(await answerByLink(token)).toBe('done')
  expect(await correctEntry({ holder_contact: '91230009' })).toBe('done')
  expect(await saveHolder({ address: '9 Sea Road', nric: 'S1234567D' })).toBe('done')
  expect(await waiting()).toEqual(['Ng Siew Eng'])
  expect(await answerByLink(token, false)).toBe('done')
})
