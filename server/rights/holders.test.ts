import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { invitationApi } from '#contract/accounts/invitation-api.ts'
import { bookingApi } from '#contract/bookings/api.ts'
import { rightApi } from '#contract/rights/api.ts'
import { secondPersonApi } from '#contract/second-person/api.ts'
import { rightHolders, users } from '#server/database/schema.ts'
import { unreachableAddress } from '#server/mail/outbox.ts'
import { makeUser } from '#test/factories.ts'
import { makeImportedBooking } from '#test/imported-booking.ts'
import { linkToAccount } from '#test/link-to-account.ts'
import { confirmAs, makeRight as makeRightOf, rightOf, setRight } from '#test/right-factory.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { makeUserWithTwoFactor, memberPassword } from '#test/two-factor-users.ts'
import { listHolders, nameMissingHolders } from './holders.ts'

const testApp = prepareTestApp()
const clerk = prepareCaller(testApp, 'staff')
const colleague = prepareCaller(testApp, 'staff')
const admin = prepareCaller(testApp, 'admin')
const stranger = prepareCaller(testApp, 'user')
/** In the demo one person does it alone. */
beforeEach(() => {
  testApp.context.config.mode = 'production'
})

async function makeRight(fullName = 'Tan Ah Kow') {
  const family = await testApp.signIn(await makeUser(testApp.context, { fullName }))
  return { family, ...(await makeRightOf(testApp.context, family.person)) }
}

const detail = async (number: string) => (await clerk.call(rightApi.detail, { params: { number } })).body
const namesOf = async (number: string) => (await detail(number)).holders.map(({ name }) => name)
const lian = { name: 'Tan Ah Lian', nric: 's1234567d', address: '1 Hill Street', reason: 'Both signed.' }

/** Asks as one clerk and confirms as another. */
async function askAndConfirm(ask: () => Promise<{ refusal: { code: string } }>, number: string) {
  expect((await ask()).refusal.code).toBe('SECOND_PERSON_ASKED')
  const { body } = await colleague.call(secondPersonApi.list, {})
  const request = body.find(({ subject, isMine }) => subject === number && !isMine)
  const confirmed = await colleague.call(secondPersonApi.confirm, { body: { requestID: request?.requestID ?? '' } })
  expect(confirmed.status).toBe(200)
  return request
}

test('the applicant of the first booking holds the right from its grant, and their name is that of the account', async () => {
  const { family, number } = await makeRight()
  const { holders, holder } = await detail(number)
  expect(holders).toMatchObject([{ name: 'Tan Ah Kow', account: family.person.email, address: '' }])
  expect(holders[0]?.identityEnding).toMatch(/^\d{3}[A-Z]$/)
  expect(holder).toBe('Tan Ah Kow')
})

test('a right keeps the name of its holder when the account is renamed, until two people correct it', async () => {
  const { db } = testApp.context
  const holder = await testApp.signIn(await makeUserWithTwoFactor(testApp, { fullName: 'Tan Ah Kow' }))
  const { number, rightID } = await makeRightOf(testApp.context, holder.person)
  const { email, contactNumber } = holder.person
  const rename = async (fullName: string) => {
    const details = { username: 'ah_kow', fullName, email, contactNumber, userAddress: '9 Holland Road, 02-03, 258123' }
    const renamed = await holder.call(accountApi.edit, { body: { ...details, password: memberPassword } })
    expect(renamed.status).toBe(200)
  }
  await rename('Lim Buyer')
  await rename('Lim Buyer Again')
  const deed = (await holder.call(rightApi.deed, { params: { number } })).body
  expect([await namesOf(number), deed.holders]).toEqual([['Tan Ah Kow'], ['Tan Ah Kow']])
  const [first] = (await detail(number)).holders
  const correction = { number, holderID: first?.holderID ?? 0, name: 'Lim Buyer', reason: 'Has married.' }
  await askAndConfirm(() => clerk.call(rightApi.saveHolder, { body: correction }), number)
  expect(await namesOf(number)).toEqual(['Lim Buyer'])
  const [stored] = await db.select().from(rightHolders).where(eq(rightHolders.rightID, rightID))
  expect(stored?.nameKeptAt).toBeNull()
})

test('an invitation of staff that reaches the mailbox of a holder does not rename the holder', async () => {
  const { family, number } = await makeRight()
  const { email } = family.person
  const body = { email, role: 'witness' } as const
  expect(Object.keys((await admin.call(invitationApi.invite, { body })).refusal.errors ?? {})).toEqual(['email'])
  expect(await testApp.letters({ to: email, kind: 'invitation' })).toEqual([])
  expect(await namesOf(number)).toEqual(['Tan Ah Kow'])
})

test('a right that was granted before holders were stored gets its holder from a job, once', async () => {
  const { db } = testApp.context
  const { number, rightID } = await makeRight()
  await db.delete(rightHolders).where(eq(rightHolders.rightID, rightID))
  await setRight(testApp.context, rightID, { holdersAt: null })
  expect(await namesOf(number)).toEqual([])
  await Promise.all([nameMissingHolders(testApp.context), nameMissingHolders(testApp.context)])
  await nameMissingHolders(testApp.context)
  expect(await namesOf(number)).toEqual(['Tan Ah Kow'])
})

test('a clerk adds a holder and nothing happens until a colleague confirms it; family, deed and history then say so', async () => {
  const { family, number } = await makeRight()
  const add = () => clerk.call(rightApi.saveHolder, { body: { number, ...lian } })
  expect((await add()).refusal.code).toBe('SECOND_PERSON_ASKED')
  expect(await namesOf(number)).toEqual(['Tan Ah Kow'])
  const request = await askAndConfirm(add, number)
  const seen = 'The identity number ends in 567D from then on. The address is 1 Hill Street from then on.'
  expect(request).toMatchObject({
    what: `Right ${number}. Tan Ah Lian becomes a holder. ${seen}`,
    reason: 'Both signed.',
  })
  const { holders, history } = await detail(number)
  expect(holders[1]).toMatchObject({
    name: 'Tan Ah Lian',
    identityEnding: '567D',
    address: '1 Hill Street',
    account: null,
  })
  expect(history.at(-1)).toMatchObject({
    event: 'addHolder',
    by: colleague.person.fullName,
    reason: 'Tan Ah Lian becomes a holder. Both signed.',
  })
  expect((await family.call(rightApi.whoDecides, { query: { number } })).body.holders).toEqual([
    'Tan Ah Kow',
    'Tan Ah Lian',
  ])
  const deed = (await family.call(rightApi.deed, { params: { number } })).body
  expect(deed.holders).toEqual(['Tan Ah Kow', 'Tan Ah Lian'])
  const verified = await testApp.anonymous.call(rightApi.verifyDeed, { query: { code: deed.code } })
  expect(verified.body.deed?.holders).toEqual(['T*** A*** K***', 'T*** A*** L***'])
  const found = await clerk.call(rightApi.list, { query: { text: 'lian tan' } })
  expect(found.body.map((each) => each.number)).toContain(number)
  const [stored] = await testApp.context.db.select().from(rightHolders).where(eq(rightHolders.name, 'Tan Ah Lian'))
  expect(stored?.nricSealed?.includes('S1234567D')).toBe(false)
})

test('a clerk who is a holder, or would become one, neither asks for a change of holders nor confirms it', async () => {
  const { number } = await makeRightOf(testApp.context, clerk.person)
  const add = (caller: SignedInCaller, changes: object) =>
    caller.call(rightApi.saveHolder, { body: { ...lian, number, ...changes } })
  expect((await add(clerk, {})).refusal.code).toBe('CLAIM_OF_OWN')
  expect((await add(admin, {})).refusal.code).toBe('SECOND_PERSON_ASKED')
  const request = (await colleague.call(secondPersonApi.list)).body.find(({ subject }) => subject === number)
  const confirmAs = (caller: SignedInCaller) =>
    caller.call(secondPersonApi.confirm, { body: { requestID: request?.requestID ?? '' } })
  expect((await confirmAs(clerk)).refusal.code).toBe('CLAIM_OF_OWN')
  expect((await confirmAs(colleague)).status).toBe(200)
  const other = await makeRight()
  expect((await add(clerk, { number: other.number, nric: clerk.person.nric })).refusal.code).toBe('CLAIM_OF_OWN')
})

test('a holder is corrected and removed with a second person, and the last one stays', async () => {
  const { number } = await makeRight()
  await askAndConfirm(() => clerk.call(rightApi.saveHolder, { body: { number, ...lian } }), number)
  const [first, second] = (await detail(number)).holders
  const correction = { number, holderID: second?.holderID ?? 0, name: 'Tan Ah Lien', reason: 'Misspelt.' }
  await askAndConfirm(() => clerk.call(rightApi.saveHolder, { body: correction }), number)
  expect((await detail(number)).holders[1]).toMatchObject({ name: 'Tan Ah Lien', identityEnding: '567D' })
  const remove = (holderID = 0, name = '') =>
    clerk.call(rightApi.removeHolder, { body: { number, holderID, name, reason: 'Gave up the right.' } })
  await askAndConfirm(() => remove(first?.holderID, first?.name), number)
  const { holders, holder, history } = await detail(number)
  expect([holders.map(({ name }) => name), holder]).toEqual([['Tan Ah Lien'], 'Tan Ah Lien'])
  expect(history.slice(-3).map(({ event }) => event)).toEqual(['addHolder', 'correctHolder', 'removeHolder'])
  expect((await remove(second?.holderID, 'Tan Ah Lien')).refusal.code).toBe('LAST_HOLDER')
  expect((await remove(first?.holderID)).status).toBe(404)
})

test('a change of holders is not confirmed by whoever asked for it, and a family neither asks nor reads the page', async () => {
  const { family, number } = await makeRight()
  await admin.call(rightApi.saveHolder, { body: { number, ...lian } })
  const own = (await admin.call(secondPersonApi.list, {})).body.find(({ subject }) => subject === number)
  const confirmed = await admin.call(secondPersonApi.confirm, { body: { requestID: own?.requestID ?? '' } })
  expect(confirmed.status).toBeGreaterThanOrEqual(400)
  expect(await namesOf(number)).toEqual(['Tan Ah Kow'])
  const refused = async (caller: SignedInCaller) => [
    (await caller.call(rightApi.saveHolder, { body: { number, ...lian } })).status,
    (await caller.call(rightApi.detail, { params: { number } })).status,
  ]
  expect(await refused(family)).toEqual([403, 403])
  expect((await stranger.call(rightApi.whoDecides, { query: { number } })).status).toBe(404)
})

test('nobody changes the holders of a right that is surrendered', async () => {
  const { number, rightID } = await makeRight()
  await setRight(testApp.context, rightID, { state: 'surrendered' })
  expect((await clerk.call(rightApi.saveHolder, { body: { number, ...lian } })).status).toBe(404)
})

test('a clerk with the name of a new holder leaves the change to a colleague, also without a number', async () => {
  const { number } = await makeRight()
  await testApp.context.db.update(users).set({ fullName: 'Goh Siew Eng' }).where(eq(users.userID, clerk.person.userID))
  const add = (caller: SignedInCaller) =>
    caller.call(rightApi.saveHolder, { body: { number, name: 'SIEW-ENG GOH', reason: 'Both signed.' } })
  const { code, error } = (await add(clerk)).refusal
  expect([code, error]).toEqual(['CLAIM_OF_OWN', expect.stringContaining('the same name')])
  expect((await add(colleague)).refusal.code).toBe('SECOND_PERSON_ASKED')
})

test('two people record, change and remove where a holder without an account reads our letters', async () => {
  const { number } = await makeRight()
  const ask = (changes: object) => () =>
    clerk.call(rightApi.saveHolder, { body: { number, name: 'Tan Ah Lian', reason: 'Both signed.', ...changes } })
  const email = async () => (await detail(number)).holders[1]?.email
  expect((await ask({ email: 'no address' })()).status).toBe(400)
  const added = await askAndConfirm(ask({ email: ' Lian@test.example' }), number)
  expect(added?.what).toContain('The email address is lian@test.example from then on.')
  const holderID = (await detail(number)).holders[1]?.holderID
  /** A page of the previous build sends no email address. */
  await askAndConfirm(ask({ holderID }), number)
  expect(await email()).toBe('lian@test.example')
  await askAndConfirm(ask({ holderID, email: 'ah.lian@test.example' }), number)
  const changed = 'Number or address of the holder Tan Ah Lian is corrected.'
  for (const to of ['lian@test.example', 'ah.lian@test.example'])
    expect((await testApp.letters({ to })).at(-1)?.text).toContain(changed)
  const removed = await askAndConfirm(ask({ holderID, email: '' }), number)
  expect(removed?.what).toContain('There is no email address from then on.')
  expect(await email()).toBe('')
  const { history } = await detail(number)
  expect(history.filter(({ reason }) => reason?.includes('@'))).toEqual([])
  const own = { name: 'Me', email: clerk.person.email }
  expect((await ask(own)()).refusal.code).toBe('CLAIM_OF_OWN')
})

test('letters go to the address of the account, once it is closed to the one that is recorded, which comes before that of the register', async () => {
  const { context } = testApp
  const { db, vault } = context
  const emailSealed = vault.seal('recorded@test.example')
  const { family, rightID } = await makeRight()
  const imported = await rightOf(context, await makeImportedBooking(context))
  const emailsOf = async (of: string) => (await listHolders(context, of)).map(({ email }) => email)
  expect([await emailsOf(rightID), await emailsOf(imported.rightID)]).toEqual([
    [family.person.email],
    ['ng@old.example'],
  ])
  for (const each of [rightID, imported.rightID])
    await db.update(rightHolders).set({ emailSealed }).where(eq(rightHolders.rightID, each))
  expect([await emailsOf(rightID), await emailsOf(imported.rightID)]).toEqual([
    [family.person.email],
    ['recorded@test.example'],
  ])
  const { userID } = family.person
  await db
    .update(users)
    .set({ email: unreachableAddress(userID) })
    .where(eq(users.userID, userID))
  expect(await emailsOf(rightID)).toEqual(['recorded@test.example'])
})

test('the second person reads that letters go to the address of the register once the recorded one is removed', async () => {
  const { number } = await rightOf(testApp.context, await makeImportedBooking(testApp.context))
  const holder = async () => (await detail(number)).holders[0]
  const record = async (email: string) => {
    const body = {
      number,
      holderID: (await holder())?.holderID ?? 0,
      name: 'Ng Boon Teck',
      email,
      reason: 'Asked for.',
    }
    return askAndConfirm(() => clerk.call(rightApi.saveHolder, { body }), number)
  }
  expect(await holder()).toMatchObject({ email: '', registerEmail: 'ng@old.example' })
  await record('recorded@test.example')
  expect(await holder()).toMatchObject({ email: 'recorded@test.example', registerEmail: 'ng@old.example' })
  const removed = 'The recorded email address is removed. Letters go to ng@old.example from then on.'
  expect((await record(''))?.what).toContain(removed)
})

test('what is recorded with a holder stays when the booking is linked to an account with that name, and no other account gets it', async () => {
  const bookingID = await makeImportedBooking(testApp.context)
  const { number } = await rightOf(testApp.context, bookingID)
  const record = async (name: string) => {
    const { holderID } = (await detail(number)).holders[0] ?? {}
    const recorded = { nric: 'S1234567D', address: '1 Hill Street', email: 'recorded@test.example' }
    const body = { number, holderID, name, ...recorded, reason: 'Both signed.' }
    await askAndConfirm(() => clerk.call(rightApi.saveHolder, { body }), number)
  }
  const link = async (fullName: string) => {
    const account = await makeUser(testApp.context, { fullName })
    const sent = { bookingID, papers: 'NRIC', nricSeen: true }
    expect((await linkToAccount(testApp, clerk, account, sent)).status).toBe(200)
  }
  const unlink = () => clerk.call(bookingApi.unlinkAccount, { body: { bookingID, reason: 'Another person.' } })
  const holder = async () => (await detail(number)).holders.map(({ name, address, email }) => [name, address, email])
  const reach = ['1 Hill Street', 'recorded@test.example']
  await record('Ng Boon Teck')
  await link('NG, Boon-Teck')
  expect(await holder()).toEqual([['NG, Boon-Teck', ...reach]])
  await unlink()
  await link('Mallory Tan')
  expect(await holder()).toEqual([['Mallory Tan', '', '']])
  await record('Mallory Tan')
  await unlink()
  expect(await holder()).toEqual([['Ng Boon Teck', '', '']])
  await record('Ng Boon Tek')
  await link('Mallory Tan')
  expect(await holder()).toEqual([['Ng Boon Tek', '', '']])
})

test.each([
  ['is another person', () => ({ name: 'Lim Ah Hock' })],
  ['lives at another address', () => ({ addressSealed: Buffer.from('another') })],
  ['reads letters at another address', () => ({ emailSealed: testApp.context.vault.seal('other@test.example') })],
])('a change of a holder who %s by then is not confirmed', async (_, makeSet) => {
  const set: Partial<typeof rightHolders.$inferInsert> = makeSet()
  const { number, rightID } = await makeRight()
  await askAndConfirm(() => clerk.call(rightApi.saveHolder, { body: { number, ...lian } }), number)
  const [first] = (await detail(number)).holders
  const holderID = first?.holderID ?? 0
  const body = { number, holderID, name: 'Tan Ah Kow', reason: 'Gave up the right.' }
  const changes = [
    () => clerk.call(rightApi.saveHolder, { body: { ...body, name: 'Tan Ah Kau' } }),
    () => clerk.call(rightApi.removeHolder, { body }),
  ]
  for (const ask of changes) {
    await testApp.context.db
      .update(rightHolders)
      .set({ name: 'Tan Ah Kow', addressSealed: null, emailSealed: null })
      .where(eq(rightHolders.holderID, holderID))
    expect((await ask()).refusal.code).toBe('SECOND_PERSON_ASKED')
    await testApp.context.db.update(rightHolders).set(set).where(eq(rightHolders.holderID, holderID))
    expect((await confirmAs(colleague, number)).refusal.code).toBe('HOLDER_CHANGED')
  }
  const holders = testApp.context.db.select().from(rightHolders).where(eq(rightHolders.rightID, rightID))
  expect((await holders).find((each) => each.holderID === holderID)).toMatchObject(set)
})
