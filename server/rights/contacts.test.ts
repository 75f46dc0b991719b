import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/dates.ts'
import { rightApi } from '#contract/rights/api.ts'
import { bookings, rightContacts, rightHolders } from '#server/database/schema.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { makeUser } from '#test/factories.ts'
import { makeRight, setRight } from '#test/right-factory.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { makeUserWithTwoFactor, memberPassword } from '#test/two-factor-users.ts'

const testApp = prepareTestApp({}, 'each')
const clerk = prepareCaller(testApp, 'staff', 'each')

let holder: SignedInCaller
let number: string
let rightID: string
let bookingID: string
beforeEach(async () => {
  holder = await testApp.signIn(await makeUserWithTwoFactor(testApp, { fullName: 'Tan Ah Kow' }))
  ;({ number, rightID, bookingID } = await makeRight(testApp.context, holder.person))
})

const proof = { password: memberPassword }
const daughter = {
  kind: 'successor' as const,
  name: 'Tan Ah Lian',
  relationship: 'Daughter',
  email: 'lian@test.example',
}
const save = (contact: object = {}) =>
  clerk.call(rightApi.saveContact, { body: { ...daughter, number, reason: 'The holder asked.', ...contact } })
const saveOwn = (contact: object = {}, caller = holder) =>
  caller.call(rightApi.saveContact, { body: { ...daughter, number, ...proof, ...contact } })
const detail = async () => (await clerk.call(rightApi.detail, { params: { number } })).body
const contactNamed = async (name: string) => (await detail()).contacts.find((contact) => contact.name === name)
const idOf = async (name: string) => (await contactNamed(name))?.contactID ?? ''
const order = async () => (await detail()).contacts.map(({ name, place }) => [name, place])
const letters = async () => testApp.letters({ to: daughter.email, kind: 'contact-named' })
const lastToken = async () => /contact-request#([\w-]+)/.exec((await letters()).at(-1)?.text ?? '')?.[1] ?? ''
const read = (token: string) => testApp.anonymous.call(rightApi.readContactRequest, { body: { token } })
const answer = (token: string, accepts = true) =>
  testApp.anonymous.call(rightApi.answerContactRequest, { body: { token, accepts } })
const toPost = async () => (await clerk.call(rightApi.lettersToPost)).body

test('a contact whom a clerk adds gets a letter with a link, reads who names them and for what, and accepts once', async () => {
  expect((await save()).status).toBe(200)
  const [letter] = await letters()
  expect(letter?.text).toContain('Tan Ah Kow would like you to succeed in the right to the niche')
  const token = await lastToken()
  const { nicheCode } = await detail()
  expect((await read(token)).body).toEqual({
    holders: ['Tan Ah Kow'],
    name: 'Tan Ah Lian',
    kind: 'successor',
    nicheCode,
    person: '',
    answered: null,
  })
  expect(await contactNamed('Tan Ah Lian')).toMatchObject({ acceptedAt: null, place: 1, email: daughter.email })
  const answers = await Promise.all([answer(token), answer(token)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  expect(await contactNamed('Tan Ah Lian')).toMatchObject({ acceptedAt: expect.any(String), acceptedBy: 'link' })
  expect((await read(token)).status).toBe(404)
  const { history } = await detail()
  expect(history.slice(-2)).toMatchObject([
    { event: 'addContact', by: clerk.person.fullName, reason: 'Tan Ah Lian is named: successor. The holder asked.' },
    { event: 'acceptContact', by: 'Columba', reason: 'Tan Ah Lian: by our link.' },
  ])
})

test('a contact who declines is asked no more: their addresses are deleted, and the holder sees the answer', async () => {
  await save()
  expect((await answer(await lastToken(), false)).status).toBe(200)
  const { contacts } = (await holder.call(rightApi.whoDecides, { query: { number } })).body
  expect(contacts).toMatchObject([{ name: 'Tan Ah Lian', declinedAt: expect.any(String), email: '', address: '' }])
  const contactID = await idOf('Tan Ah Lian')
  expect((await save({ contactID })).refusal.code).toBe('CONTACT_CHANGED')
  const accepted = { number, contactID, by: 'counter' as const }
  expect((await clerk.call(rightApi.recordContactAccepted, { body: accepted })).refusal.code).toBe('CONTACT_CHANGED')
  const remove = { number, contactID, reason: 'Declined.' }
  expect((await clerk.call(rightApi.removeContact, { body: remove })).status).toBe(200)
  expect((await detail()).contacts).toEqual([])
  expect((await detail()).history.slice(-2).map(({ event }) => event)).toEqual(['declineContact', 'removeContact'])
})

test('successors stand in the order that was chosen, also after one was moved, removed or is no successor any more', async () => {
  for (const name of ['First', 'Second', 'Third']) await save({ name })
  await save({ name: 'Reader', kind: 'notices' })
  expect(await order()).toEqual([
    ['First', 1],
    ['Second', 2],
    ['Third', 3],
    ['Reader', null],
  ])
  await save({ contactID: await idOf('Third'), name: 'Third', place: '1' })
  expect(await order()).toEqual([
    ['Third', 1],
    ['First', 2],
    ['Second', 3],
    ['Reader', null],
  ])
  expect((await detail()).history.at(-1)?.reason).toContain('Third: order changed.')
  await save({ contactID: await idOf('Third'), name: 'Third', kind: 'ashes' })
  expect(await order()).toEqual([
    ['First', 1],
    ['Second', 2],
    ['Reader', null],
    ['Third', null],
  ])
  const body = { number, contactID: await idOf('First'), reason: 'A mistake.' }
  await clerk.call(rightApi.removeContact, { body })
  expect(await order()).toEqual([
    ['Second', 1],
    ['Reader', null],
    ['Third', null],
  ])
})

test('two clerks who add a successor at the same moment take two places', async () => {
  const answers = await Promise.all([save({ name: 'One' }), save({ name: 'Other' })])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await order()).map(([, place]) => place)).toEqual([1, 2])
})

test('the holder names, changes and removes a contact after a proof, and staff see the same', async () => {
  const without = { password: '' }
  expect((await saveOwn(without)).refusal.code).toBe('PROOF_NEEDED')
  expect((await saveOwn()).status).toBe(200)
  const contactID = await idOf('Tan Ah Lian')
  expect((await saveOwn({ contactID, relationship: 'Niece' })).status).toBe(200)
  expect(await contactNamed('Tan Ah Lian')).toMatchObject({ relationship: 'Niece' })
  const remove = (given: object) => holder.call(rightApi.removeContact, { body: { number, contactID, ...given } })
  expect((await remove(without)).refusal.code).toBe('PROOF_NEEDED')
  expect((await remove(proof)).status).toBe(200)
  expect((await detail()).contacts).toEqual([])
  const [stored] = await testApp.context.db.select().from(rightContacts).where(eq(rightContacts.contactID, contactID))
  expect(stored).toMatchObject({ reachSealed: null, tokenHash: null, place: null })
  expect((await detail()).history.at(-1)).toMatchObject({ event: 'removeContact', by: holder.person.fullName })
})

test('somebody who has a booking in the niche without holding the right neither reads nor changes its contacts', async () => {
  await save()
  const contactID = await idOf('Tan Ah Lian')
  const other = await testApp.signIn(await makeUserWithTwoFactor(testApp))
  const stranger = await saveOwn({}, other)
  expect(stranger.status).toBe(404)
  const { db } = testApp.context
  const beside = await makeBooking(testApp.context, other.person, { status: 'Confirmed' })
  await db.update(bookings).set({ rightID }).where(eq(bookings.bookingID, beside.bookingID))
  expect((await other.call(rightApi.whoDecides, { query: { number } })).body).toMatchObject({ contacts: null })
  expect((await saveOwn({}, other)).status).toBe(404)
  const body = { number, contactID, ...proof }
  expect((await other.call(rightApi.removeContact, { body })).status).toBe(404)
  /** A holder whom staff have removed does not either. */
  await db.insert(rightHolders).values({ rightID, name: 'Tan Ah Hua', addedAt: testApp.time.now })
  await db.delete(rightHolders).where(eq(rightHolders.bookingID, bookingID))
  expect((await saveOwn()).status).toBe(404)
  expect(await order()).toEqual([['Tan Ah Lian', 1]])
})

test('a contact without an email address is asked by post, and a clerk records that they have signed', async () => {
  await save({ email: '', address: '1 Hill Street' })
  expect(await letters()).toEqual([])
  const [letter] = await toPost()
  expect(letter).toMatchObject({ holder: 'Tan Ah Lian', address: '1 Hill Street', months: null, number })
  expect(letter?.text).toContain('I, Tan Ah Lian, agree.')
  const body = { number, contactID: await idOf('Tan Ah Lian'), by: 'letter' as const }
  expect((await holder.call(rightApi.recordContactAccepted, { body })).status).toBe(403)
  expect((await clerk.call(rightApi.recordContactAccepted, { body })).status).toBe(200)
  expect(await contactNamed('Tan Ah Lian')).toMatchObject({ acceptedBy: 'letter' })
  expect(await toPost()).toEqual([])
  expect((await clerk.call(rightApi.recordContactAccepted, { body })).refusal.code).toBe('CONTACT_CHANGED')
})

test.each([
  ['name', { name: 'Tan Ah Lien' }, true],
  ['email address', { email: 'lien@test.example' }, true],
  ['task', { kind: 'notices' as const }, true],
  ['telephone number', { phone: '91234567' }, false],
  ['postal address', { address: '2 Hill Street' }, false],
  ['relationship', { relationship: 'Niece' }, false],
])('whoever has accepted is asked again after a change of %s: %j, %s', async (_, change, isAsked) => {
  await save()
  await answer(await lastToken())
  await save({ contactID: await idOf('Tan Ah Lian'), ...change })
  const [contact] = (await detail()).contacts
  expect(contact?.acceptedAt === null).toBe(isAsked)
  expect(await testApp.letters({ kind: 'contact-named' })).toHaveLength(isAsked ? 2 : 1)
})

test('a newer letter to a contact replaces the one before, by email and by post', async () => {
  await save()
  const first = await lastToken()
  const contactID = await idOf('Tan Ah Lian')
  await save({ contactID })
  expect((await read(first)).status).toBe(404)
  expect((await read(await lastToken())).status).toBe(200)
  const byPost = { contactID, email: '', address: '1 Hill Street' }
  for (const _ of ['once', 'again']) await save(byPost)
  expect(await toPost()).toHaveLength(1)
  expect((await read(await lastToken())).status).toBe(404)
})

test('the link of a contact works for 30 days', async () => {
  await save()
  const token = await lastToken()
  testApp.advanceTime(30 * dayMs - 1)
  expect((await read(token)).status).toBe(200)
  testApp.advanceTime(1)
  expect((await answer(token)).status).toBe(404)
})

test('the link of a contact who was removed, or whose right was surrendered, accepts nothing', async () => {
  await save({ name: 'Removed' })
  const removed = await lastToken()
  const body = { number, contactID: await idOf('Removed'), reason: 'A mistake.' }
  await clerk.call(rightApi.removeContact, { body })
  expect((await answer(removed)).status).toBe(404)
  await save()
  const token = await lastToken()
  await setRight(testApp.context, rightID, { state: 'surrendered' })
  expect((await answer(token)).status).toBe(404)
  expect((await save()).status).toBe(404)
})

test.each([
  ['successor', {}, 400],
  ['notices', { phone: '91234567' }, 400],
  ['notices', { address: '1 Hill Street' }, 200],
  ['ashes', { phone: '91234567' }, 200],
  ['ashes', {}, 400],
] as const)('a contact of the kind %s who is reached by %j only gets the answer %i', async (kind, reach, status) => {
  expect((await save({ kind, email: '', ...reach })).status).toBe(status)
  expect((await detail()).contacts).toHaveLength(status === 200 ? 1 : 0)
})

test('staff find a right by the name of a contact, until the contact is removed', async () => {
  await save({ name: 'Quek Siew Bee' })
  const found = async () =>
    (await clerk.call(rightApi.list, { query: { text: 'siew quek' } })).body.map((right) => right.number)
  expect(await found()).toEqual([number])
  const body = { number, contactID: await idOf('Quek Siew Bee'), reason: 'A mistake.' }
  await clerk.call(rightApi.removeContact, { body })
  expect(await found()).toEqual([])
})

test('staff change and remove a contact only with a reason', async () => {
  const refused = await save({ reason: '' })
  expect(refused.refusal).toMatchObject({ code: 'INVALID', errors: { reason: 'Please give a reason.' } })
  await save()
  const body = { number, contactID: await idOf('Tan Ah Lian') }
  expect((await clerk.call(rightApi.removeContact, { body })).status).toBe(400)
  expect((await detail()).contacts).toHaveLength(1)
})

test('a right has at most twenty contacts', async () => {
  const { db, clock } = testApp.context
  const rows = Array.from({ length: 20 }, (_, at) => ({
    contactID: crypto.randomUUID(),
    rightID,
    kind: 'notices' as const,
    name: `Contact ${at}`,
    addedAt: clock(),
  }))
  await db.insert(rightContacts).values(rows)
  expect((await save()).refusal.code).toBe('TOO_MANY_CONTACTS')
})

test('the addresses of a contact are encrypted, and another family gets 404 for a wrong contact', async () => {
  await save()
  const [stored] = await testApp.context.db.select().from(rightContacts)
  expect(stored?.reachSealed?.includes(daughter.email)).toBe(false)
  const other = await makeRight(testApp.context, await makeUser(testApp.context))
  const body = { ...daughter, number: other.number, reason: 'Mixed up.', contactID: stored?.contactID }
  expect((await clerk.call(rightApi.saveContact, { body })).status).toBe(404)
})
