import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { correctionApi } from '#contract/bookings/correction-api.ts'
import { dashboardApi } from '#contract/dashboard/api.ts'
import { toDay } from '#contract/dates.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { searchApi } from '#contract/search/api.ts'
import { noteNRICSeen } from '#server/accounts/public.ts'
import { readStatCounts } from '#server/dashboard/queries.ts'
import { bookings, niches, users } from '#server/database/schema.ts'
import { keepHolderName } from '#server/rights/public.ts'
import { submitAtCounter } from '#test/booking-forms.ts'
import { makePdf } from '#test/certificate-files.ts'
import { makeNiche, makeUser } from '#test/factories.ts'
import { linkToAccount, readLinkCode } from '#test/link-to-account.ts'
import { registerFilesOf } from '#test/register-files.ts'
import { object, readRight, rightOf } from '#test/right-factory.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { importRegister } from './import-register.ts'

const testApp = prepareTestApp()
const clerk = prepareCaller(testApp, 'staff')
const admin = prepareCaller(testApp, 'admin')
beforeAll(async () => {
  const files = registerFilesOf({
    niches:
      'building,level,block,code,column,row,price,status\nSt Anne,1,E,A-1,1,1,1200,Occupied\nSt Anne,1,E,A-2,2,1,1200,Reserved\nSt Anne,1,E,A-3,3,1,1200,Reserved\n',
    people:
      'code,holder_name,holder_contact,holder_email,beneficiary_name,born\nA-1,Ng Siew Lan,+65 9123 4567,ng@old.example,,1932\nA-2,,,,Lim Ah Bee,\nA-3,,,,Goh Siew Moy,\n',
  })
  await importRegister(testApp.context, files, { report: () => undefined })
})

test('a clerk sees an imported booking with its holder, and null where the register says nothing', async () => {
  const bookingID = await bookingIn('A-1')
  const { body } = await clerk.call(bookingApi.approval, { params: { bookingID } })
  expect(body).toMatchObject({
    madeBy: 'import',
    bookingStatus: 'Confirmed',
    userID: null,
    customerName: 'Ng Siew Lan',
    email: null,
    contactNumber: '+65 9123 4567',
    dateOfBirth: '1932',
    dateOfDeath: null,
    relationshipWithApplicant: null,
    paymentID: null,
    paymentAmount: null,
    paymentStatus: null,
    paymentDate: null,
    namesakes: [],
    history: [],
    register: { holderEmail: 'ng@old.example', bookedOn: '', linkedPapers: null },
  })
})

test('an imported booking is found by the contact number of its holder and by its beneficiary', async () => {
  const byNumber = await clerk.call(bookingApi.search, { query: { query: '91234567' } })
  expect(byNumber.body).toMatchObject([{ bookingID: await bookingIn('A-1'), paymentAmount: null, madeBy: 'import' }])
  const byName = await clerk.call(searchApi.all, { query: { query: 'Lim Ah' } })
  expect(byName.body.bookings.rows).toMatchObject([{ bookingID: await bookingIn('A-2'), customerName: '' }])
  const byHolder = await clerk.call(searchApi.all, { query: { query: 'Siew Lan' } })
  expect(byHolder.body.bookings.rows).toMatchObject([{ bookingID: await bookingIn('A-1') }])
})

test('an imported booking has no receipt', async () => {
  const bookingID = await bookingIn('A-1')
  expect((await clerk.call(paymentApi.receipt, { query: { bookingID } })).status).toBe(404)
})

test('imported bookings are in the list of bookings as CSV without an amount', async () => {
  const day = toDay(testApp.time.now)
  const { body } = await admin.call(dashboardApi.bookingsCsv, { query: { from: day, to: day } })
  expect(String(body)).toContain(',Confirmed,PreOrder,A-2,,Lim Ah Bee,,,,import')
  const house = await admin.call(dashboardApi.house)
  expect(house.body.months.at(-1)?.bookings).toBe(0)
})

test('releasing an imported pre-order frees its niche, refunds nothing and writes to nobody', async () => {
  const bookingID = await bookingIn('A-2')
  const released = await clerk.call(bookingApi.release, { body: { bookingID, reason: 'The family moved the urn' } })
  expect(released.status).toBe(200)
  const [niche] = await testApp.context.db.select().from(niches).where(eq(niches.nicheCode, 'A-2'))
  expect(niche?.status).toBe('Available')
  expect(await testApp.letters()).toEqual([])
})

test('an imported booking cannot be paid or reopened', async () => {
  const bookingID = await bookingIn('A-1')
  const reopened = await clerk.call(bookingApi.reopen, { body: { bookingID, reason: 'By mistake' } })
  expect(reopened.status).toBe(409)
  const paid = await clerk.call(paymentApi.update, { body: { bookingID, paymentMethod: 'Cash', paymentAmount: '1' } })
  expect(paid.status).toBe(404)
})

test('a clerk links an imported booking to an account by the NRIC on the papers and a code from a letter, once', async () => {
  const bookingID = await bookingIn('A-1')
  const applicant = await testApp.signIn('user')
  const { nric, userID } = applicant.person
  expect((await clerk.call(bookingApi.sendLinkCode, { body: { bookingID, nric } })).status).toBe(200)
  const code = await readLinkCode(testApp, applicant.person)
  const link = (body: { nric: string; papers: string; nricSeen?: boolean }) =>
    clerk.call(bookingApi.linkAccount, { body: { bookingID, code, ...body } })

  const unknown = await link({ nric: 'S0000000A', papers: 'NRIC' })
  expect(unknown.refusal.errors).toEqual({ nric: 'No user found with this NRIC.' })
  const withoutPapers = await link({ nric, papers: ' ' })
  expect(withoutPapers.refusal.errors).toEqual({ papers: 'Please say which papers you have seen.' })

  const unseen = await link({ nric, papers: 'The deed of 1998' })
  expect(unseen.refusal.errors).toEqual({
    nricSeen: 'Nobody has seen the NRIC card of this person at the counter yet. Please look at it first.',
  })
  expect((await link({ nric, papers: 'NRIC and the deed of 1998', nricSeen: true })).status).toBe(200)
  const [notice] = await testApp.letters({ to: admin.person.email, kind: 'linked-notice' })
  expect(notice?.text).toMatch(/Same name\W+No/)
  const own = await applicant.call(bookingApi.ofUser, { query: { userID } })
  expect(own.body).toMatchObject([{ bookingID, madeBy: 'import', dateOfBirth: '1932', paymentID: null }])
  expect((await link({ nric, papers: 'NRIC' })).status).toBe(409)
  expect((await readStatCounts(testApp.context.db)).get('clients')).toBe(1)
})

test('before linking, a clerk sees what the account says about the holder next to the register', async () => {
  const bookingID = await bookingIn('A-2')
  const compare = (nric: string) => clerk.call(bookingApi.compareHolder, { body: { bookingID, nric } })
  const { nric } = (await testApp.signIn('user')).person
  expect((await compare(nric)).body).toMatchObject({ fullName: 'Tan Mei Ling', sameName: false, sameContact: false })
  const holder = await makeUser(testApp.context, { fullName: 'SIEW LAN, NG', contactNumber: '91234567' })
  const other = await bookingIn('A-1')
  expect((await clerk.call(bookingApi.compareHolder, { body: { bookingID: other, nric: holder.nric } })).body).toEqual({
    fullName: 'SIEW LAN, NG',
    contactNumber: '91234567',
    email: holder.email,
    dateOfBirth: '1980-01-31',
    sameName: true,
    sameContact: true,
    nricSeen: false,
    codeSentAt: null,
  })
  expect((await compare('S0000000A')).refusal.code).toBe('NO_USER_WITH_NRIC')
})

test('the address in the register hears of a link, and a clerk takes a wrong one back', async () => {
  const bookingID = await bookingIn('A-1')
  const [letter] = await testApp.letters({ to: 'ng@old.example', kind: 'booking linked' })
  expect(letter?.text).toContain('At our counter, Tan Mei Ling has shown papers')
  const unlink = (reason: string) => clerk.call(bookingApi.unlinkAccount, { body: { bookingID, reason } })
  expect((await unlink(' ')).refusal.errors).toEqual({ reason: 'Please give a reason.' })
  expect((await unlink('Another Mdm Ng')).status).toBe(200)
  const { body } = await clerk.call(bookingApi.approval, { params: { bookingID } })
  expect(body).toMatchObject({ userID: null, customerName: 'Ng Siew Lan', register: { linkedPapers: null } })
  expect((await unlink('Another Mdm Ng')).refusal.error).toContain('This booking is not linked to an account.')
  const { person } = await testApp.signIn('user')
  await noteNRICSeen(testApp.context, person.userID)
  expect((await linkToAccount(testApp, clerk, person, { bookingID, papers: 'NRIC' })).status).toBe(200)
})

test('an account opened with the name, number and NRIC of the holder is linked only with a code from its letters, and admins are told', async () => {
  const bookingID = await bookingIn('A-1')
  await clerk.call(bookingApi.unlinkAccount, { body: { bookingID, reason: 'Another Mdm Ng' } })
  const puppet = await makeUser(testApp.context, {
    fullName: 'Ng Siew Lan',
    contactNumber: '91234567',
    emailConfirmed: null,
  })
  const told = () => testApp.letters({ kind: 'linked-notice' })
  testApp.advanceTime(1)
  const before = (await told()).length
  const link = { bookingID, papers: 'NRIC', nricSeen: true }
  const guess = { ...link, nric: puppet.nric, code: '123456' }
  const guessed = await clerk.call(bookingApi.linkAccount, { body: guess })
  expect(guessed.refusal.errors).toEqual({ code: 'No code is open for this account. Please send one.' })
  expect(await told()).toHaveLength(before)
  expect((await linkToAccount(testApp, clerk, puppet, link)).status).toBe(200)
  expect((await told())[before]?.text).toMatch(/Same name\W+Yes/)
  const [account] = await testApp.context.db.select().from(users).where(eq(users.userID, puppet.userID))
  expect(account?.emailConfirmed).toBe(true)
})

test('a link after a correction of the holder is compared with the register as it was, told to its address, and admins read who corrected what', async () => {
  const bookingID = await bookingIn('A-1')
  await clerk.call(bookingApi.unlinkAccount, { body: { bookingID, reason: 'Another Mdm Ng' } })
  const puppet = await makeUser(testApp.context, { fullName: 'Mallory Tan', contactNumber: '91239999' })
  const holder = { holder_name: 'Mallory Tan', holder_contact: '91239999', holder_email: puppet.email }
  const corrected = await clerk.call(correctionApi.correct, { body: { bookingID, reason: 'The deed.', ...holder } })
  expect(corrected.body).toEqual({ corrected: true, asked: '' })
  testApp.advanceTime(1)
  const told = () => testApp.letters({ to: 'ng@old.example', kind: 'booking linked' })
  const before = (await told()).length
  const link = { bookingID, papers: 'NRIC', nricSeen: true }
  expect((await linkToAccount(testApp, clerk, puppet, link)).status).toBe(200)
  expect(await told()).toHaveLength(before + 1)
  const notice = (await testApp.letters({ to: admin.person.email, kind: 'linked-notice' })).at(-1)?.text
  expect(notice).toMatch(/Holder in the register\W+Ng Siew Lan/)
  expect(notice).toMatch(/Same name\W+No\W+Same contact number\W+No/)
  expect(notice).toMatch(new RegExp(`${clerk.person.fullName}: Holder: was Ng Siew Lan, now Mallory Tan\\.`))
})

test('a booking that is taken back from an account which was renamed names the holder in the register again', async () => {
  const bookingID = await bookingIn('A-1')
  const { number } = await rightOf(testApp.context, bookingID)
  const names = async () => (await readRight(clerk, number)).holders.map(({ name }) => name)
  const [booking] = await testApp.context.db.select().from(bookings).where(eq(bookings.bookingID, bookingID))
  await keepHolderName(testApp.context, { userID: booking?.userID ?? '', fullName: 'Puppet' })
  expect(await names()).toEqual(['Puppet'])
  await clerk.call(bookingApi.unlinkAccount, { body: { bookingID, reason: 'Not the holder' } })
  expect(await names()).toEqual(['Mallory Tan'])
  const { person } = await testApp.signIn('user')
  await noteNRICSeen(testApp.context, person.userID)
  expect((await linkToAccount(testApp, clerk, person, { bookingID, papers: 'NRIC' })).status).toBe(200)
})

test('a booking is not linked to an account while an objection to its right is open, and a wrong link is taken back even then', async () => {
  const bookingID = await bookingIn('A-1')
  const { number } = await rightOf(testApp.context, bookingID)
  await object(clerk, number)
  expect((await clerk.call(bookingApi.unlinkAccount, { body: { bookingID, reason: 'Not the holder' } })).status).toBe(
    200,
  )
  const { nric } = await makeUser(testApp.context)
  const body = { bookingID, nric }
  expect((await clerk.call(bookingApi.sendLinkCode, { body })).refusal.code).toBe('RIGHT_BLOCKED')
  const link = { ...body, papers: 'NRIC', nricSeen: true, code: '123 456' }
  expect((await clerk.call(bookingApi.linkAccount, { body: link })).refusal.code).toBe('RIGHT_BLOCKED')
})

test('a booking whose account has asked for the urn is taken back only after that request is denied', async () => {
  const bookingID = await bookingIn('A-3')
  const family = await testApp.signIn('user')
  const { email } = family.person
  const link = { bookingID, papers: 'NRIC', nricSeen: true }
  expect((await linkToAccount(testApp, clerk, family.person, link)).status).toBe(200)
  const files = { deathCertFile: { name: 'death.pdf', content: makePdf('death') } }
  const asked = await family.call(bookingApi.placeUrn, { body: { bookingID, dateOfDeath: '2026-01-31' }, files })
  expect(asked.status).toBe(200)
  const unlink = () => clerk.call(bookingApi.unlinkAccount, { body: { bookingID, reason: 'Another Mdm Lim' } })
  expect((await unlink()).refusal.error).toContain('Please deny that request first.')
  const denial = { bookingID, to: email, reason: 'Another person.' }
  expect((await clerk.call(bookingApi.deny, { body: denial })).status).toBe(200)
  expect((await unlink()).status).toBe(200)
})

test('an NRIC that a clerk enters for a booking at the counter counts as seen', async () => {
  const bookingID = await bookingIn('A-2')
  const { person } = await testApp.signIn('user')
  const { nicheID } = await makeNiche(testApp.context)
  expect((await submitAtCounter(clerk, person, nicheID)).status).toBe(200)
  const link = { bookingID, papers: 'The deed of 1998' }
  expect((await linkToAccount(testApp, clerk, person, link)).status).toBe(200)
})

async function bookingIn(code: string) {
  const [found] = await testApp.context.db
    .select({ bookingID: bookings.bookingID })
    .from(bookings)
    .innerJoin(niches, eq(niches.nicheID, bookings.nicheID))
    .where(eq(niches.nicheCode, code))
  return found?.bookingID ?? ''
}
