import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { toDay } from '#contract/dates.ts'
import { rightApi } from '#contract/rights/api.ts'
import { urnApi } from '#contract/urns/api.ts'
import { registerEntries, registerImports, relatives, rightHolders } from '#server/database/schema.ts'
import { makeUser } from '#test/factories.ts'
import { addHolder, passOn, rightOf } from '#test/right-factory.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { collector, confirmation, type MadeUrn, makeUrn, moveTogether, readUrn } from '#test/urn-factory.ts'

const day = 86_400_000

const testApp = prepareTestApp()
let clerk: SignedInCaller
const colleague = prepareCaller(testApp, 'staff')
beforeAll(async () => {
  clerk = await testApp.signIn('staff')
})

const report = (urn: MadeUrn) => clerk.call(urnApi.reportLoss, { body: { tag: urn.tag, note: 'The daughter called.' } })
const withoutDocuments = { ...collector, authority: 'documentsLost', document: 'Statement of 3 March' } as const
const release = (urn: MadeUrn, changes = {}) =>
  clerk.call(urnApi.confirm, { body: confirmation(urn, 'release', changes) })

test('a release records who collects the urn, on which document, and both members of staff', async () => {
  const urn = await makeUrn(testApp.context, clerk)
  await moveTogether(urn, 'release', [clerk, colleague])
  expect((await readUrn(clerk, urn)).moves[0]).toMatchObject({
    event: 'release',
    where: 'Released',
    by: clerk.person.fullName,
    witness: colleague.person.fullName,
    release: collector,
  })
})

test('a release without the collector is refused', async () => {
  const urn = await makeUrn(testApp.context, clerk)
  expect((await release(urn, { release: undefined })).status).toBe(400)
  expect((await release(urn, { release: { ...collector, releasedTo: '' } })).status).toBe(400)
})

test('the second person sees what the first entered, and must have seen it', async () => {
  const urn = await makeUrn(testApp.context, clerk)
  await release(urn)
  const blind = await colleague.call(urnApi.confirm, { body: confirmation(urn, 'release') })
  expect(blind.refusal.code).toBe('URN_ATTEMPT_BEGUN')
  const { tag, nicheCode } = urn
  const body = { requestID: randomUUID(), event: 'release', tag, nicheCode } as const
  expect((await colleague.call(urnApi.check, { body })).body.first?.release).toEqual(collector)
})

test('if the documents are lost, every contact of the booking is told, and the urn is released after seven days', async () => {
  const urn = await makeUrn(testApp.context, clerk)
  await addRegisterEntry(urn, 'tan@old.example')
  const sister = await makeRelative(urn)

  expect((await release(urn, { release: withoutDocuments })).refusal.errors).toEqual({
    authority: 'Please report the loss first. The urn can be released 7 days after that.',
  })
  expect((await report(urn)).body.told).toBe(3)
  expect((await report(urn)).body.told).toBe(0)
  for (const to of [urn.owner.email, 'tan@old.example', sister.email])
    expect((await testApp.letters({ to, about: urn.bookingID })).map(({ kind }) => kind)).toEqual([
      'urn documents lost',
    ])

  for (const early of [withoutDocuments, collector])
    expect((await release(urn, { release: early })).refusal.errors?.authority).toContain('can be released from')
  testApp.advanceTime(7 * day - 1000)
  clerk = await testApp.signIn(clerk.person)
  expect((await release(urn, { release: withoutDocuments })).status).toBe(400)
  testApp.advanceTime(1000)
  expect((await release(urn, { release: withoutDocuments })).body).toMatchObject({ state: 'waiting' })
})

async function addRegisterEntry({ bookingID }: MadeUrn, holderEmail: string) {
  const importID = randomUUID()
  const empty = { holderContact: '', contactKey: '', bookedOn: '', reference: '', sourceSealed: Buffer.alloc(0) }
  const created = { buildings: [], levels: [], blocks: [] }
  await testApp.context.db
    .insert(registerImports)
    .values({ importID, filesHash: '', niches: 0, people: 0, created, importedAt: testApp.time.now })
  const entry = { bookingID, importID, rowNumber: 2, holderName: 'Tan Siew', holderEmail }
  await testApp.context.db.insert(registerEntries).values({ ...empty, ...entry })
}

async function makeRelative({ bookingID, owner }: MadeUrn) {
  const relative = await makeUser(testApp.context)
  const [now, relativeID] = [testApp.time.now, randomUUID()]
  await testApp.context.db.insert(relatives).values({
    relativeID,
    bookingID,
    email: relative.email,
    tokenHash: relativeID,
    userID: relative.userID,
    invitedBy: owner.userID,
    invitedAt: now,
    expiresAt: now,
    acceptedAt: now,
    agreedAt: now,
  })
  return relative
}

test('somebody who is the second person of a booking and in its old register is told once that documents are lost', async () => {
  const urn = await makeUrn(testApp.context, clerk)
  const { email } = await makeRelative(urn)
  await addRegisterEntry(urn, email)
  expect((await report(urn)).body.told).toBe(2)
})

test('two people withdraw a report, its contacts are told, and the urn can be released with its documents at once', async () => {
  const urn = await makeUrn(testApp.context, clerk)
  await report(urn)
  expect((await readUrn(clerk, urn)).loss).toMatchObject({ note: 'The daughter called.', by: clerk.person.fullName })
  const body = { tag: urn.tag, note: 'The letter was found.' }
  for (const _ of ['once', 'twice'])
    expect((await clerk.call(urnApi.withdrawLoss, { body })).body).toMatchObject({ withdrawn: false })
  expect((await release(urn)).status).toBe(400)
  const second = await testApp.signIn('staff')
  expect((await readUrn(second, urn)).loss?.withdrawal).toEqual({
    by: clerk.person.fullName,
    isMine: false,
    note: 'The letter was found.',
  })
  expect((await second.call(urnApi.withdrawLoss, { body })).body).toMatchObject({ withdrawn: true, told: 1 })
  expect((await second.call(urnApi.withdrawLoss, { body })).refusal.code).toBe('ALREADY_SETTLED')
  const letters = await testApp.letters({ to: urn.owner.email, about: urn.bookingID })
  expect(letters.map(({ kind }) => kind)).toEqual(['urn documents lost', 'urn loss withdrawn'])
  expect((await release(urn, { release: withoutDocuments })).status).toBe(400)
  expect((await release(urn)).body).toMatchObject({ state: 'waiting' })
})

/** The niche of this urn is held by the daughter, who has no account. */
async function passToDaughter(urn: MadeUrn, address = '') {
  const { rightID, number } = await rightOf(testApp.context, urn.bookingID)
  await passOn(testApp.context, rightID, 'Tan Mei', address)
  return number
}

test('after a right has passed on, the urn page and both people at the wall read who holds it today', async () => {
  const urn = await makeUrn(testApp.context, clerk)
  const number = await passToDaughter(urn, '2 Hill Street')
  expect(await readUrn(clerk, urn)).toMatchObject({
    right: number,
    holders: [{ name: 'Tan Mei', guardian: '', reach: ['2 Hill Street'] }],
  })
  const { tag, nicheCode } = urn
  const check = { event: 'release', tag, nicheCode } as const
  const whoHolds = { right: number, holders: ['Tan Mei'], collectors: [] }
  expect((await clerk.call(urnApi.check, { body: { ...check, requestID: randomUUID() } })).body).toMatchObject({
    whoHolds,
  })
  await release(urn)
  const second = await (await testApp.signIn('staff')).call(urnApi.check, {
    body: { ...check, requestID: randomUUID() },
  })
  expect(second.body).toMatchObject({ whoHolds, first: { release: collector } })
})

test('the urn page and the wall name a contact who may collect the ashes once they have accepted', async () => {
  const urn = await makeUrn(testApp.context, clerk)
  const { number } = await rightOf(testApp.context, urn.bookingID)
  const niece = { kind: 'ashes' as const, name: 'Lim Bee Hoon', relationship: 'Niece', phone: '9123 4567' }
  await clerk.call(rightApi.saveContact, { body: { number, ...niece, reason: 'The holder asked.' } })
  expect((await readUrn(clerk, urn)).collectors).toEqual([])
  const [contact] = (await clerk.call(rightApi.detail, { params: { number } })).body.contacts
  const accepted = { number, contactID: contact?.contactID ?? '', by: 'counter' as const }
  await clerk.call(rightApi.recordContactAccepted, { body: accepted })
  expect((await readUrn(clerk, urn)).collectors).toEqual([
    { name: 'Lim Bee Hoon', relationship: 'Niece', reach: ['9123 4567'] },
  ])
  const body = { requestID: randomUUID(), event: 'release', tag: urn.tag, nicheCode: urn.nicheCode } as const
  expect((await clerk.call(urnApi.check, { body })).body.whoHolds?.collectors).toEqual(['Lim Bee Hoon'])
})

test('a holder without an email address reads on paper that documents are lost, and has seven days from the post', async () => {
  const urn = await makeUrn(testApp.context, clerk)
  await passToDaughter(urn, '2 Hill Street')
  expect((await report(urn)).body.told).toBe(2)
  const [printed] = (await clerk.call(rightApi.lettersToPost)).body.filter(({ holder }) => holder === 'Tan Mei')
  expect(printed).toMatchObject({ address: '2 Hill Street', isNews: true })
  expect(printed?.text).toContain('7 days after this letter was posted')
  expect(printed?.text).toMatch(/recorded this on [^,.]+\./)

  const later = async (ms: number) => {
    testApp.advanceTime(ms)
    clerk = await testApp.signIn(clerk.person)
  }
  await later(7 * day)
  expect((await readUrn(clerk, urn)).loss).toMatchObject({ toPost: 1 })
  expect((await release(urn, { release: withoutDocuments })).refusal.errors?.authority).toContain('still to be posted')
  await clerk.call(rightApi.recordPosted, { body: { letterIDs: [printed?.letterID ?? ''] } })
  await later(7 * day - 1000)
  expect((await release(urn, { release: withoutDocuments })).refusal.errors?.authority).toContain('released from')
  await later(1000)
  expect((await release(urn, { release: withoutDocuments })).body).toMatchObject({ state: 'waiting' })
})

test('a letter about lost documents that came back is waited for again once it is printed again', async () => {
  const urn = await makeUrn(testApp.context, clerk)
  const right = await passToDaughter(urn, '2 Hill Street')
  await report(urn)
  const letterOf = async () =>
    (await clerk.call(rightApi.lettersToPost)).body.find(({ number }) => number === right)?.letterID ?? ''
  const letterID = await letterOf()
  await clerk.call(rightApi.recordPosted, { body: { letterIDs: [letterID] } })
  await clerk.call(rightApi.letterCameBack, { body: { letterID } })
  const toPost = async () => (await readUrn(clerk, urn)).loss?.toPost
  expect(await toPost()).toBe(1)
  testApp.advanceTime(1000)
  expect((await clerk.call(rightApi.printAgain, { body: { letterID, checked: true } })).status).toBe(200)
  expect(await toPost()).toBe(1)
  await clerk.call(rightApi.recordPosted, { body: { letterIDs: [await letterOf()] } })
  expect(await toPost()).toBe(0)
})

test('a holder of today whom the booking does not name reads by email that documents are lost, and on paper that they are not', async () => {
  const urn = await makeUrn(testApp.context, clerk)
  const { rightID } = await rightOf(testApp.context, urn.bookingID)
  const brother = await makeUrn(testApp.context, clerk)
  await rightOf(testApp.context, brother.bookingID)
  const { db } = testApp.context
  await db.insert(rightHolders).values({ rightID, bookingID: brother.bookingID, addedAt: testApp.time.now })
  await passToDaughter(urn)
  expect((await report(urn)).body.told).toBe(3)
  expect((await testApp.letters({ to: brother.owner.email, about: urn.bookingID })).map(({ kind }) => kind)).toEqual([
    'urn documents lost',
  ])
  const body = { tag: urn.tag, note: 'The letter was found.' }
  await clerk.call(urnApi.withdrawLoss, { body })
  const second = await testApp.signIn('staff')
  expect((await second.call(urnApi.withdrawLoss, { body })).body).toMatchObject({ withdrawn: true, told: 3 })
  const paper = (await clerk.call(rightApi.lettersToPost)).body.filter(({ text }) => text.includes(urn.nicheCode))
  expect(paper.map(({ holder }) => holder)).toEqual(['Tan Mei', 'Tan Mei'])
})

test('a letter about lost documents names who acts for a holder under eighteen', async () => {
  const urn = await makeUrn(testApp.context, clerk)
  const { rightID } = await rightOf(testApp.context, urn.bookingID)
  await addHolder(testApp.context, rightID, 'Tan Xin', '', 'xin@test.example')
  const child = { bornOn: toDay(testApp.time.now), guardian: 'Lim Siew Lan' }
  await testApp.context.db.update(rightHolders).set(child).where(eq(rightHolders.name, 'Tan Xin'))
  expect((await report(urn)).status).toBe(200)
  const [letter] = await testApp.letters({ to: 'xin@test.example' })
  expect(letter?.text).toContain('Dear Tan Xin, for whom Lim Siew Lan acts')
})
