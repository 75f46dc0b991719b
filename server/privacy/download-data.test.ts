import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { beforeEach, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { privacyApi } from '#contract/privacy/api.ts'
import { settleMovedElsewhere } from '#server/bookings/public.ts'
import { bookings, relatives, rightContacts, rightHolders, users } from '#server/database/schema.ts'
import { enqueueLetter } from '#server/mail/outbox.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { birthCertFile, bookUnpaid, deathCertFile } from '#test/booking-forms.ts'
import { prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { makeUserWithTwoFactor, memberPassword, type UserWithTwoFactor } from '#test/two-factor-users.ts'
import { collector, makeUrn, moveTogether } from '#test/urn-factory.ts'

const testApp = prepareTestApp()
let person: UserWithTwoFactor
let applicant: SignedInCaller
beforeEach(async () => {
  person = await makeUserWithTwoFactor(testApp)
  applicant = await testApp.signIn(person)
})

async function download(cookie: string, password = memberPassword) {
  const { method, path: url } = privacyApi.download
  const answer = await testApp.app.inject({ method, url, headers: { cookie }, payload: { password } })
  return { answer, files: answer.statusCode === 200 ? unzipSync(new Uint8Array(answer.rawPayload)) : {} }
}
const jsonIn = (files: Record<string, Uint8Array>, name: string) =>
  JSON.parse(strFromU8(files[name] ?? new Uint8Array()))

test('the download contains account, bookings and activity of the person, and the certificates as they were sent', async () => {
  const { bookingID } = await bookUnpaid(testApp.context, applicant)
  const { answer, files } = await download(applicant.cookie)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(/^attachment; filename="columba-my-data-\d{4}-\d\d-\d\d\.zip"$/),
    'cache-control': 'no-store',
  })
  expect(Object.keys(files).sort()).toEqual([
    'account.json',
    'activity.json',
    'bookings.json',
    `certificates/${bookingID}-birth.pdf`,
    `certificates/${bookingID}-death.png`,
  ])
  expect(Buffer.from(files[`certificates/${bookingID}-birth.pdf`] ?? [])).toEqual(Buffer.from(birthCertFile.content))
  expect(Buffer.from(files[`certificates/${bookingID}-death.png`] ?? [])).toEqual(Buffer.from(deathCertFile.content))
  expect(jsonIn(files, 'account.json')).toMatchObject({
    account: {
      userID: person.userID,
      email: person.email,
      nric: person.nric,
      street: '1 Test Street',
      hasSecondFactor: true,
    },
    sessions: [{}],
    passkeys: [],
  })
  expect(jsonIn(files, 'bookings.json')).toMatchObject([
    {
      bookingID,
      bookingStatus: 'Pending',
      beneficiary: { beneficiaryName: 'Tan Ah Kow', nationalID: 'S0123456A' },
      payment: { amount: '3800.00', paymentStatus: 'Pending' },
      history: [{ event: 'submit' }],
      certificates: [{}, {}],
    },
  ])
  const activity: { what: string; by: string }[] = jsonIn(files, 'activity.json')
  expect(activity).toContainEqual(expect.objectContaining({ what: 'Booking submitted', by: 'you' }))
})

test('the download names who holds the right to the niche together and their contacts, without the numbers and addresses of the others', async () => {
  const { context } = testApp
  const { bookingID } = await makeBooking(context, person, { status: 'Confirmed' })
  while (await settleMovedElsewhere(context));
  const [booking] = await context.db.select().from(bookings).where(eq(bookings.bookingID, bookingID))
  await context.db.insert(rightHolders).values({
    rightID: booking?.rightID ?? '',
    name: 'Tan Ah Lian',
    nricSealed: context.vault.seal('S7654321D'),
    emailSealed: context.vault.seal('lian@test.example'),
    addedAt: context.clock(),
  })
  const email = 'hua@test.example'
  await context.db.insert(rightContacts).values({
    contactID: randomUUID(),
    rightID: booking?.rightID ?? '',
    kind: 'notices',
    name: 'Tan Ah Hua',
    reachSealed: context.vault.seal(JSON.stringify({ email })),
    addedAt: context.clock(),
  })
  const own = { address: '1 Hill Street', email: 'own@test.example' }
  await context.db
    .update(rightHolders)
    .set({ addressSealed: context.vault.seal(own.address), emailSealed: context.vault.seal(own.email) })
    .where(eq(rightHolders.bookingID, bookingID))
  const { files } = await download(applicant.cookie)
  const { holders, ownReach, contacts } = jsonIn(files, 'bookings.json')[0].right
  expect([holders, contacts]).toEqual([[person.fullName, 'Tan Ah Lian'], ['Tan Ah Hua']])
  expect(ownReach).toEqual(own)
  const text = strFromU8(files['bookings.json'] ?? new Uint8Array())
  expect(['S7654321D', 'lian@test.example', email].filter((each) => text.includes(each))).toEqual([])
})

test('the download contains the certificate of an urn request, and the bookings of nobody else', async () => {
  const { bookingID } = await makeBooking(testApp.context, person, { type: 'PreOrder', urn: true })
  const other = await testApp.signIn('user')
  await bookUnpaid(testApp.context, other)
  const { files } = await download(applicant.cookie)
  expect(Object.keys(files)).toContain(`certificates/${bookingID}-urn-request-1-death.pdf`)
  expect(jsonIn(files, 'bookings.json')).toHaveLength(1)
  const text = ['account.json', 'bookings.json', 'activity.json'].map((name) =>
    strFromU8(files[name] ?? new Uint8Array()),
  )
  expect(text.join()).not.toContain(other.person.userID)
})

test('the download names with whom a booking is shared, and for which bookings the person acts', async () => {
  const other = await makeUserWithTwoFactor(testApp)
  const own = await makeBooking(testApp.context, person)
  const theirs = await makeBooking(testApp.context, other)
  const now = testApp.time.now
  const row = { email: 'sister@test.example', invitedAt: now, expiresAt: now, acceptedAt: now, agreedAt: now }
  await testApp.context.db.insert(relatives).values(
    [
      { bookingID: own.bookingID, invitedBy: person.userID, userID: other.userID },
      { bookingID: theirs.bookingID, invitedBy: other.userID, userID: person.userID },
    ].map((each) => ({ ...row, ...each, relativeID: randomUUID(), tokenHash: randomUUID() })),
  )
  const { files } = await download(applicant.cookie)
  expect(jsonIn(files, 'account.json').helpsWith).toMatchObject([{ bookingID: theirs.bookingID }])
  expect(jsonIn(files, 'bookings.json')).toMatchObject([
    { bookingID: own.bookingID, sharing: { links: [], relatives: [{ email: 'sister@test.example' }] } },
  ])
})

test('the download lists no letters of somebody else whose address the person has entered', async () => {
  const email = `${randomUUID()}@test.example`
  await enqueueLetter(testApp.context, { email }, { kind: 'invitation', subject: 'Hers', paragraphs: [] })
  await testApp.context.db.update(users).set({ email, emailConfirmed: false }).where(eq(users.userID, person.userID))
  const { files } = await download(applicant.cookie)
  expect(jsonIn(files, 'account.json').letters).toEqual([])
})

test('the download lists the letters to an address that the person has not confirmed, whoever caused them, and those to the address before', async () => {
  const write = (email: string, subject: string) =>
    enqueueLetter(testApp.context, { email }, { kind: 'approved', subject, paragraphs: [] })
  const email = `${randomUUID()}@test.example`
  await write(email, 'To the owner of the mailbox')
  await write(person.email, 'Before the change')
  await testApp.context.db.update(users).set({ email, emailConfirmed: false }).where(eq(users.userID, person.userID))
  await write(email, 'After the change')
  const { files } = await download(applicant.cookie)
  const subjects = jsonIn(files, 'account.json').letters.map(({ subject }: { subject: string }) => subject)
  expect(subjects).toEqual(['Before the change', 'After the change'])
})

test('the download of an account whose address was never confirmed lists no letters that were written before it had the address', async () => {
  const email = `${randomUUID()}@test.example`
  await enqueueLetter(testApp.context, { email }, { kind: 'invitation', subject: 'Hers', paragraphs: [] })
  await testApp.context.db.update(users).set({ email, emailConfirmed: null }).where(eq(users.userID, person.userID))
  expect(jsonIn((await download(applicant.cookie)).files, 'account.json').letters).toEqual([])
})

test('the download contains more bookings than one page', async () => {
  for (let count = 0; count < 51; count++)
    await makeBooking(testApp.context, person, { status: 'Cancelled', payment: 'Failed' })
  const { files } = await download(applicant.cookie)
  expect(jsonIn(files, 'bookings.json')).toHaveLength(51)
  expect(Object.keys(files)).toHaveLength(3 + 51)
})

test('the download contains neither password hash nor authenticator secret', async () => {
  const [row] = await testApp.context.db.select().from(users).where(eq(users.userID, person.userID))
  const { files } = await download(applicant.cookie)
  const text = strFromU8(files['account.json'] ?? new Uint8Array())
  for (const secret of [person.secret, row?.passwordHash, row?.nricHash, row?.totpSealed?.toString('base64')])
    expect(text).not.toContain(secret)
  expect(text).not.toMatch(/sealed|hash"/i)
})

test('a download with a wrong password is refused, counts as a guess, and is not recorded', async () => {
  const { answer } = await download(applicant.cookie, 'not the one')
  expect([answer.statusCode, answer.json()]).toMatchObject([
    400,
    { errors: { password: 'Your password is not correct.' } },
  ])
  for (let guess = 0; guess < 9; guess++) await download(applicant.cookie, 'not the one')
  expect((await download(applicant.cookie)).answer.statusCode).toBe(429)
  expect(await recordedDownloads()).toBe(0)
})

test('a download is recorded, and refused after ten in an hour', async () => {
  for (let count = 0; count < 10; count++) expect((await download(applicant.cookie)).answer.statusCode).toBe(200)
  expect(await recordedDownloads()).toBe(10)
  expect((await download(applicant.cookie)).answer.statusCode).toBe(429)
  testApp.advanceTime(3_600_000)
  expect((await download(applicant.cookie)).answer.statusCode).toBe(200)
})

test('staff download their own data, with what they did', async () => {
  const clerkPerson = await makeUserWithTwoFactor(testApp, { role: 'staff' })
  const clerk = await testApp.signIn(clerkPerson)
  await clerk.call(bookingApi.search, { query: { query: '91234567' } })
  const { files } = await download(clerk.cookie)
  expect(jsonIn(files, 'account.json').account).toMatchObject({ role: 'staff' })
  expect(jsonIn(files, 'bookings.json')).toEqual([])
})

test('what staff download about their work names nobody else', async () => {
  const clerkPerson = await makeUserWithTwoFactor(testApp, { role: 'staff' })
  const clerk = await testApp.signIn(clerkPerson)
  const urn = await makeUrn(testApp.context, clerk)
  await moveTogether(urn, 'release', [await testApp.signIn('admin'), clerk])
  const activity = JSON.stringify(jsonIn((await download(clerk.cookie)).files, 'activity.json'))
  expect(activity).toContain(urn.bookingID)
  expect(activity).not.toContain(collector.releasedTo)
})

const recordedDownloads = async () =>
  (await testApp.auditEntries({ subject: person.userID, action: 'account.downloaded' })).length
