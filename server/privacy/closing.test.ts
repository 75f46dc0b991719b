import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { auditApi } from '#contract/audit/api.ts'
import { billApi } from '#contract/bills/api.ts'
import { bookingApi } from '#contract/bookings/api.ts'
import { chargeApi } from '#contract/charges/api.ts'
import { toDay } from '#contract/dates.ts'
import { remembranceApi } from '#contract/family/remembrance-api.ts'
import { houseApi } from '#contract/house/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { privacyApi } from '#contract/privacy/api.ts'
import { rightApi } from '#contract/rights/api.ts'
import { searchApi } from '#contract/search/api.ts'
import { verifyBooks } from '#server/bills/verify-books.ts'
import { createVault, parseKeys } from '#server/core/vault.ts'
import { rotateKeys } from '#server/database/rotate-keys.ts'
import {
  beneficiaries,
  bookings,
  certificates,
  emailLinks,
  knownDevices,
  passkeys,
  recoveryCodes,
  remembrances,
  resetTokens,
  sessions,
  users,
} from '#server/database/schema.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { bookUnpaid, submitAtCounter } from '#test/booking-forms.ts'
import { makeNiche } from '#test/factories.ts'
import { makeRestingPerson } from '#test/resting-person.ts'
import { readRight, rightOf } from '#test/right-factory.ts'
import { sampleHouse } from '#test/sample-house.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { enterPassword, makeUserWithTwoFactor, memberPassword, type UserWithTwoFactor } from '#test/two-factor-users.ts'
import { makeUrn, readUrn } from '#test/urn-factory.ts'

const testApp = prepareTestApp()
const clerk = prepareCaller(testApp, 'staff')
let person: UserWithTwoFactor
let applicant: SignedInCaller
beforeEach(async () => {
  person = await makeUserWithTwoFactor(testApp)
  applicant = await testApp.signIn(person)
})

/** The letters of one request are then older than those of the next. */
const askToClose = (who = applicant, body = {}) => {
  testApp.advanceTime(1000)
  return who.call(privacyApi.close, { body: { password: memberPassword, ...body } })
}
const listed = async () =>
  (await clerk.call(privacyApi.closingRequests, { query: {} })).body.find(({ userID }) => userID === person.userID)
const accept = (who = clerk) => {
  testApp.advanceTime(1000)
  return who.call(privacyApi.acceptClosing, { body: { userID: person.userID } })
}
const refuse = (reason: string) => {
  testApp.advanceTime(1000)
  return clerk.call(privacyApi.refuseClosing, { body: { userID: person.userID, reason } })
}
const requestOf = async () => (await applicant.call(privacyApi.closingRequest, {})).body.request
const storedUser = async (userID = person.userID) =>
  (await testApp.context.db.select().from(users).where(eq(users.userID, userID)))[0]
const actionsOn = async (subject = person.userID) =>
  (await testApp.auditEntries({ subject })).map(({ action }) => action)
const letterKinds = async () => (await testApp.letters({ to: person.email })).map(({ kind }) => kind)

test('an account without bookings is closed at once: its details are removed, its sessions ended, and its owner told', async () => {
  const elsewhere = await testApp.signIn(person)
  const use = { lastSignInAt: testApp.time.now, closingNoticeAt: testApp.time.now, totpLastStep: 7 }
  const chosen = { language: 'zh-Hans' } as const
  await testApp.context.db
    .update(users)
    .set({ ...use, ...chosen })
    .where(eq(users.userID, person.userID))
  const answer = await askToClose()
  expect([answer.status, answer.body]).toEqual([200, { success: true, closed: true }])
  expect(answer.headers['set-cookie']).toMatch(/columba_session=;/)
  for (const caller of [applicant, elsewhere]) expect((await caller.call(accountApi.me)).status).toBe(401)
  expect((await enterPassword(testApp, person)).status).toBe(401)

  const stored = await storedUser()
  expect(stored).toMatchObject({
    fullName: 'Closed account',
    contactNumber: '',
    street: '',
    passwordHash: null,
    totpSealed: null,
    totpLastStep: 0,
    lastSignInAt: stored?.createdAt,
    closingNoticeAt: null,
    language: null,
  })
  const text = JSON.stringify({ ...stored, nric: stored && testApp.context.vault.openText(stored.nricSealed) })
  for (const detail of [person.fullName, person.email, person.nric, person.contactNumber])
    expect(text).not.toContain(detail)
  expect(await letterKinds()).toEqual(['account-closed'])
  expect(await actionsOn()).toContain('account.closed')
})

test('closing an account deletes its recovery codes, passkeys, links, known browsers and sessions', async () => {
  const { db, clock } = testApp.context
  const { userID, email } = person
  const [now, tokenHash] = [clock(), userID]
  await db.insert(recoveryCodes).values({ userID, codeHash: tokenHash })
  await db.insert(resetTokens).values({ userID, tokenHash, purpose: 'reset', expiresAt: now })
  await db.insert(emailLinks).values({ userID, tokenHash, purpose: 'undo', email, expiresAt: now })
  await db.insert(knownDevices).values({ userID, deviceHash: tokenHash, createdAt: now, lastUsedAt: now })
  const passkey = { credentialID: userID, publicKey: 'key', counter: 1, transports: [], name: 'My phone', addedAt: now }
  await db.insert(passkeys).values({ ...passkey, userID, passkeyID: userID })
  const tables = [recoveryCodes, resetTokens, emailLinks, knownDevices, passkeys, sessions]
  const counts = () => Promise.all(tables.map((table) => db.$count(table, eq(table.userID, userID))))
  expect(await counts()).toEqual([1, 1, 1, 1, 1, 1])
  await askToClose()
  expect(await counts()).toEqual([0, 0, 0, 0, 0, 0])
})

test('email and NRIC of a closed account can be used for a new account', async () => {
  await askToClose()
  const { nicheID } = await makeNiche(testApp.context)
  const { status, body } = await submitAtCounter(clerk, person, nicheID)
  expect(status).toBe(200)
  expect(body.userID).not.toBe(person.userID)
  expect(body.email).toBe(person.email)
})

test('a closed account is not found by staff or admins', async () => {
  await askToClose()
  const admin = await testApp.signIn('admin')
  const { userID } = person
  for (const who of [clerk, admin]) expect((await who.call(accountApi.byID, { query: { userID } })).status).toBe(404)
  const prefix = `closed-${userID}`
  expect((await admin.call(accountApi.all, { query: { search: prefix } })).body).toEqual([])
  const found = await clerk.call(accountApi.findExisting, { query: { attr: 'email', value: prefix } })
  expect(found.body).toEqual([])
  expect(
    JSON.stringify((await admin.call(searchApi.all, { query: { query: `${prefix}@columba` } })).body),
  ).not.toContain(userID)
  const role = await admin.call(accountApi.updateRole, { body: { userID, role: 'staff' } })
  expect(role.status).toBe(404)
})

test('two closed accounts collide neither when they are closed nor when keys are rotated', async () => {
  const other = await makeUserWithTwoFactor(testApp)
  for (const who of [applicant, await testApp.signIn(other)])
    expect((await askToClose(who)).body).toMatchObject({ closed: true })
  const { db, config } = testApp.context
  const newKey = randomBytes(32).toString('base64')
  const vault = createVault(parseKeys(`${newKey},${config.encryptionKey}`))
  const rollBack = new Error('The other tests need the old key')
  const rotation = db.transaction(async (db) => {
    expect((await rotateKeys({ db, vault }))['users.nric_sealed']).toBeGreaterThan(1)
    throw rollBack
  })
  await expect(rotation).rejects.toBe(rollBack)
})

test('closing with a wrong password is refused, and nothing is closed', async () => {
  const { status, refusal } = await askToClose(applicant, { password: 'not the one' })
  expect([status, refusal.errors]).toEqual([400, { password: 'Your password is not correct.' }])
  expect((await applicant.call(accountApi.me)).status).toBe(200)
})

test('with a booking, closing becomes a request that staff see with the booking, and the account stays open', async () => {
  const { bookingID } = await makeBooking(testApp.context, person, { status: 'Confirmed' })
  const answer = await askToClose(applicant, { message: 'We move abroad' })
  expect(answer.body).toEqual({ success: true, closed: false })
  expect(await listed()).toMatchObject({
    fullName: person.fullName,
    email: person.email,
    contactNumber: person.contactNumber,
    message: 'We move abroad',
    bookings: [{ bookingID, bookingStatus: 'Confirmed', bookingType: 'Current', unfinished: false }],
  })
  expect((await applicant.call(accountApi.me)).status).toBe(200)
  expect(await letterKinds()).toEqual(['closing-requested'])
  expect(await actionsOn()).toContain('account.closing_requested')
})

test('an account that is closed leaves its name and its contacts with the right that lives on', async () => {
  const { bookingID } = await makeBooking(testApp.context, person, { status: 'Confirmed' })
  const { number } = await rightOf(testApp.context, bookingID)
  const contact = {
    kind: 'successor' as const,
    name: 'Tan Ah Lian',
    relationship: 'Daughter',
    address: '1 Hill Street',
  }
  const body = { ...contact, number, reason: 'The holder asked.' }
  expect((await clerk.call(rightApi.saveContact, { body })).status).toBe(200)
  await askToClose()
  expect((await accept()).status).toBe(200)
  expect((await storedUser())?.email).not.toBe(person.email)
  const right = await readRight(clerk, number)
  expect(right).toMatchObject({ state: 'living', holder: person.fullName })
  expect(right.holders.map(({ name }) => name)).toEqual([person.fullName])
  expect(right.contacts).toMatchObject([{ name: 'Tan Ah Lian', place: 1, address: '1 Hill Street' }])
})

test('a request is refused with a reason, which the person reads in a letter and in the profile, and may make again', async () => {
  await makeBooking(testApp.context, person, { status: 'Confirmed' })
  await testApp.context.db.update(users).set({ language: 'zh-Hans' }).where(eq(users.userID, person.userID))
  await askToClose()
  expect(await listed()).toMatchObject({ language: 'zh-Hans' })
  const unexplained = await refuse(' ')
  expect([unexplained.status, unexplained.refusal.errors]).toEqual([400, { reason: 'Please give a reason.' }])
  expect((await refuse('We must be able to reach you.')).status).toBe(200)
  expect((await refuse('Again')).refusal.code).toBe('ALREADY_SETTLED')
  expect((await accept()).refusal.code).toBe('ALREADY_SETTLED')
  expect(await listed()).toBeUndefined()
  expect(await requestOf()).toMatchObject({ refusalReason: 'We must be able to reach you.' })
  const [, letter] = await testApp.letters({ to: person.email })
  expect([letter?.kind, letter?.text]).toEqual([
    'closing-refused',
    expect.stringContaining('We must be able to reach you.'),
  ])
  await askToClose()
  expect(await listed()).toBeDefined()
  expect(await requestOf()).toMatchObject({ refusedAt: null, refusalReason: null })
})

test('a person withdraws the request', async () => {
  await makeBooking(testApp.context, person)
  await askToClose()
  expect((await applicant.call(privacyApi.withdrawClosing, {})).status).toBe(200)
  expect([await requestOf(), await listed()]).toEqual([null, undefined])
  expect((await accept()).status).toBe(404)
})

test('an account cannot be closed while a booking is pending or a refund is on its way', async () => {
  const pending = await bookUnpaid(testApp.context, applicant)
  const refunding = await makeBooking(testApp.context, person, { status: 'Cancelled', payment: 'Refunding' })
  await askToClose()
  const { status, refusal } = await accept()
  expect([status, refusal.code]).toEqual([409, 'BOOKINGS_UNFINISHED'])
  for (const { bookingID } of [pending, refunding]) expect(refusal.error).toContain(bookingID)
  expect(await storedUser()).toMatchObject({ closedAt: null, email: person.email })
})

test('an account is not closed while an organisation has yet to pay a bill for its booking', async () => {
  const { bookingID } = await makeBooking(testApp.context, person, { status: 'Confirmed' })
  const chargeID = randomUUID()
  const charge = { bookingID, chargeID, amount: '50.00', text: 'Flowers', reason: 'Asked' } as const
  await clerk.call(chargeApi.addFree, { body: { ...charge, taxCategory: 'standard' } })
  const parish = { name: 'Parish', address: '1 Hill', registrationNumber: '', email: '', daysToPay: '7' } as const
  const billed = await clerk.call(chargeApi.billOrganisation, { body: { ...parish, bookingID, chargeIDs: [chargeID] } })
  await askToClose()
  const { status, refusal } = await accept()
  expect([status, refusal.code]).toEqual([409, 'BOOKINGS_UNFINISHED'])
  const transfer = { number: billed.body.number, day: toDay(testApp.time.now), reference: 'FT26/0815' }
  const colleague = await testApp.signIn('staff')
  expect((await colleague.call(chargeApi.recordTransfer, { body: transfer })).status).toBe(200)
  expect((await accept()).status).toBe(200)
})

test('an accepted request closes the account and keeps the name on the bookings', async () => {
  await makeBooking(testApp.context, person, { type: 'Archived', status: 'Confirmed' })
  await askToClose()
  expect((await accept()).status).toBe(200)
  expect(await storedUser()).toMatchObject({ fullName: person.fullName, contactNumber: '', passwordHash: null })
  expect((await applicant.call(accountApi.me)).status).toBe(401)
  expect(await letterKinds()).toEqual(['closing-requested', 'account-closed'])
  expect((await accept()).status).toBe(404)
})

test('closing an account ends the reminders that it had asked for', async () => {
  const { context } = testApp
  const { bookingID } = await makeRestingPerson(context, {
    name: 'Tan Ah Kow',
    dateOfDeath: '2020-09-01',
    holder: person,
  })
  const choice = { calendar: 'solar', leapMonth: 'ordinary', shortMonth: 'earlier' } as const
  await applicant.call(remembranceApi.askRemembrance, { body: { bookingID, ...choice } })
  const reminders = () => context.db.$count(remembrances, eq(remembrances.askedBy, person.userID))
  expect(await reminders()).toBe(1)
  await askToClose()
  expect((await accept()).status).toBe(200)
  expect(await reminders()).toBe(0)
  expect(await actionsOn(bookingID)).toContain('remembrance.ended')
})

test('bills of a closed account keep name and address, and are still corrected and refunded', async () => {
  const admin = await testApp.signIn('admin')
  const colleague = await testApp.signIn('staff')
  expect((await admin.call(houseApi.save, { body: sampleHouse })).status).toBe(200)
  const taxRates = { taxNumber: 'M2-1', taxRegisteredOn: '2020-01-01', taxRates: '2020-01-01: 9%' }
  expect((await admin.call(houseApi.saveTaxRules, { body: taxRates })).status).toBe(200)
  const { bookingID } = await makeBooking(testApp.context, person, { payment: 'Pending' })
  await clerk.call(paymentApi.update, { body: { bookingID, paymentMethod: 'Cash' } })
  await clerk.call(bookingApi.approve, { body: { bookingID } })
  const [chargeID, amount] = [randomUUID(), '50.00']
  const charge = { bookingID, chargeID, amount, text: 'Flowers', taxCategory: 'standard', reason: 'Asked' } as const
  await clerk.call(chargeApi.addFree, { body: charge })
  await clerk.call(chargeApi.record, { body: { bookingID, chargeIDs: [chargeID], paymentMethod: 'Cash', amount } })
  await askToClose()
  expect((await accept()).status).toBe(200)
  expect(await storedUser()).toMatchObject({ street: '', unitNumber: '', postalCode: '' })

  const listBills = async () => (await clerk.call(billApi.list, { query: { text: bookingID } })).body
  const buyerOf = async (number: string) => (await clerk.call(billApi.byNumber, { query: { number } })).body.buyer
  const [ofCharge, ofNiche] = (await listBills()).map(({ number }) => number)
  const buyer = { name: person.fullName, registrationNumber: '', address: '1 Test Street, 01-01, 123456' }
  expect(await buyerOf(ofNiche ?? '')).toEqual(buyer)
  expect(await buyerOf(ofCharge ?? '')).toEqual({ ...buyer, address: '' })
  const correction = { name: 'Tan Ah Lian', registrationNumber: '', reason: 'A slip', number: ofNiche ?? '' }
  expect((await clerk.call(billApi.correct, { body: correction })).status).toBe(200)
  const [{ paymentID = '' } = {}] = (await clerk.call(chargeApi.ofBooking, { params: { bookingID } })).body
  const refund = { paymentID: paymentID ?? '', reason: 'Not done' }
  expect((await clerk.call(chargeApi.refund, { body: refund })).status).toBe(200)
  expect((await colleague.call(paymentApi.settleRefund, { body: refund })).status).toBe(200)
  expect((await listBills()).map(({ kind, buyerName }) => `${kind} ${buyerName}`)).toEqual([
    `creditNote ${person.fullName}`,
    'bill Tan Ah Lian',
    `creditNote ${person.fullName}`,
    `bill ${person.fullName}`,
    `bill ${person.fullName}`,
  ])
  expect(await verifyBooks(testApp.context.db)).toEqual([])
  const after = (await testApp.letters({ about: bookingID })).filter(({ to }) => to.startsWith('closed-'))
  expect(after).toEqual([])
})

test('what a never-paid booking says about its beneficiary is removed with the account', async () => {
  const { bookingID } = await makeBooking(testApp.context, person, { status: 'Cancelled', payment: 'Failed' })
  const { db } = testApp.context
  await db.update(bookings).set({ remarks: 'She loved orchids' }).where(eq(bookings.bookingID, bookingID))
  expect((await askToClose()).body).toMatchObject({ closed: false })
  testApp.advanceTime(31 * 24 * 3_600_000)
  applicant = await testApp.signIn(person)
  expect((await askToClose()).body).toMatchObject({ closed: true })
  const [row] = await db
    .select()
    .from(beneficiaries)
    .innerJoin(bookings, eq(bookings.beneficiaryID, beneficiaries.beneficiaryID))
    .where(eq(bookings.bookingID, bookingID))
  const { beneficiaryID = '', nationalIDSealed, ...details } = row?.beneficiaries ?? {}
  expect(nationalIDSealed && testApp.context.vault.openText(nationalIDSealed)).toBe('')
  expect(Object.values(details).filter(Boolean)).toEqual(['Removed', '1900-01-01'])
  expect(row?.bookings.remarks).toBe('')
  expect(await db.$count(certificates, eq(certificates.beneficiaryID, beneficiaryID))).toBe(0)
})

test('nobody decides on their own request, applicants on none, and admins on none of a family', async () => {
  const clerkPerson = await makeUserWithTwoFactor(testApp, { role: 'staff' })
  const other = await testApp.signIn(clerkPerson)
  await makeBooking(testApp.context, clerkPerson)
  await askToClose(other)
  const own = await other.call(privacyApi.acceptClosing, { body: { userID: clerkPerson.userID } })
  expect([own.status, own.refusal.code]).toEqual([403, 'NOT_ONESELF'])
  for (const who of [applicant, await testApp.signIn('admin')]) expect((await accept(who)).status).toBe(403)
})

test('the last admin cannot close the account, another admin can', async () => {
  const { db } = testApp.context
  await db.update(users).set({ role: 'user' }).where(eq(users.role, 'admin'))
  const admin = await makeUserWithTwoFactor(testApp, { role: 'admin' })
  const alone = await askToClose(await testApp.signIn(admin))
  expect([alone.status, alone.refusal.code]).toEqual([409, 'LAST_ADMIN_STAYS'])
  await testApp.signIn('admin')
  expect((await askToClose(await testApp.signIn(admin))).body).toMatchObject({ closed: true })
  expect((await storedUser(admin.userID))?.role).toBe('user')
})

test('of a booking and a closing at the same time, one comes first: a closed account never gets a booking', async () => {
  for (let round = 0; round < 5; round++) {
    const someone = await makeUserWithTwoFactor(testApp)
    const [one, two] = [await testApp.signIn(someone), await testApp.signIn(someone)]
    const [booked, closed] = await Promise.all([bookUnpaid(testApp.context, one), askToClose(two)])
    const count = await testApp.context.db.$count(bookings, eq(bookings.userID, someone.userID))
    expect([count, booked.bookingID !== undefined]).toEqual(closed.body.closed ? [0, false] : [1, true])
  }
})

test.each([
  ['clerk', false],
  ['former clerk', true],
])('a %s who closes their account keeps their name in the records of what they have read', async (_, isDemoted) => {
  const leaver = await makeUserWithTwoFactor(testApp, { role: 'staff' })
  const caller = await testApp.signIn(leaver)
  const admin = await testApp.signIn('admin')
  await caller.call(accountApi.byID, { query: { userID: person.userID } })
  if (isDemoted) await admin.call(accountApi.updateRole, { body: { userID: leaver.userID, role: 'applicant' } })
  const leaving = isDemoted ? await testApp.signIn({ ...leaver, role: 'user' }) : caller
  expect((await askToClose(leaving)).body).toEqual({ success: true, closed: true })
  const { reads } = (await admin.call(auditApi.reads, { query: { reader: leaver.userID } })).body
  const read = { readerName: leaver.fullName, about: person.fullName }
  expect(reads.map(({ kind }) => kind).sort()).toEqual(['account', 'nric'])
  expect(reads).toMatchObject([read, read])
  const [letter] = await testApp.letters({ to: leaver.email, kind: 'account-closed' })
  expect(letter?.text).toContain('Your name stays in the records')
})

test('a clerk who has moved urns asks an admin to close the account, and the ledger keeps the name', async () => {
  const leaver = await makeUserWithTwoFactor(testApp, { role: 'staff' })
  const caller = await testApp.signIn(leaver)
  const urn = await makeUrn(testApp.context, caller)
  expect((await askToClose(caller)).body).toEqual({ success: true, closed: false })
  const body = { userID: leaver.userID }
  const colleague = await testApp.signIn('staff')
  expect((await colleague.call(privacyApi.acceptClosing, { body })).refusal.code).toBe('WRONG_ROLE')
  const admin = await testApp.signIn('admin')
  expect((await admin.call(privacyApi.closingRequests, { query: {} })).body).toContainEqual(
    expect.objectContaining(body),
  )
  await testApp.context.db.update(users).set({ fullName: 'Another Name' }).where(eq(users.userID, leaver.userID))
  expect((await admin.call(privacyApi.acceptClosing, { body })).status).toBe(200)
  expect((await readUrn(colleague, urn)).moves).toMatchObject([{ event: 'receive', by: leaver.fullName }])
})
