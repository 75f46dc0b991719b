import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { correctionApi } from '#contract/bookings/correction-api.ts'
import type { PersonRow } from '#contract/registers/columns.ts'
import { rightApi } from '#contract/rights/api.ts'
import { secondPersonApi } from '#contract/second-person/api.ts'
import {
  auditLog,
  beneficiaries,
  bookings,
  registerEntries,
  rightHolders,
  rightSteps,
  secondPersonRequests,
} from '#server/database/schema.ts'
import { endTerms } from '#server/rights/after-end.ts'
import { tidyRequests } from '#server/second-person/requests.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { readApproval } from '#test/booking-reads.ts'
import { makeUser } from '#test/factories.ts'
import { makeImportedBooking } from '#test/imported-booking.ts'
import { confirmAs, object, readRight, rightOf, setRight } from '#test/right-factory.ts'
import { findInvariantsOfRights } from '#test/rights.ts'
import { createProductionServices, prepareCaller, prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { bookingUses } from './import-bookings.ts'

/** A house in which somebody else can be asked. */
const testApp = prepareTestApp({ makeServices: createProductionServices })
const clerk = prepareCaller(testApp, 'staff')
const colleague = prepareCaller(testApp, 'staff')
const admin = prepareCaller(testApp, 'admin')

const makeImported = () => makeImportedBooking(testApp.context)

type Fields = Partial<Omit<PersonRow, 'code'>> & { version?: number; reason?: string }
const correct = (caller: SignedInCaller, bookingID: string, { reason = 'The deed says so.', ...fields }: Fields) =>
  caller.call(correctionApi.correct, { body: { bookingID, reason, ...fields } as never })

const read = (bookingID: string) => readApproval(clerk, bookingID)
const findRequest = async (caller: SignedInCaller, bookingID: string) =>
  (await caller.call(secondPersonApi.list)).body.find(({ what }) => what.includes(bookingID))
const confirm = async (caller: SignedInCaller, bookingID: string, requestID?: string) => {
  const found = requestID ?? (await findRequest(caller, bookingID))?.requestID ?? ''
  return caller.call(secondPersonApi.confirm, { body: { requestID: found } })
}

/** One clerk asks for it, and another confirms it. */
async function correctByTwo(bookingID: string, fields: Fields) {
  const { body } = await correct(clerk, bookingID, fields)
  expect(body.asked).not.toBe('')
  expect((await confirm(colleague, bookingID)).status).toBe(200)
  return body
}

test('one clerk corrects relationship and deed, two all else, and the history says what was before', async () => {
  const bookingID = await makeImported()
  const { version } = await read(bookingID)
  const corrected = await correctByTwo(bookingID, {
    version,
    holder_name: 'Ng Boon Tek',
    holder_contact: '91230002',
    holder_email: '',
    relationship: 'Mother',
    born: '1932-05-14',
    identity_number: 'S0044556B',
    deed: 'D-12',
  })
  expect(corrected.corrected).toBe(true)
  const after = await read(bookingID)
  expect(after).toMatchObject({
    beneficiaryName: 'Ng Siew Lan',
    dateOfBirth: '1932-05-14',
    dateOfDeath: '1996',
    relationshipWithApplicant: 'Mother',
    contactNumber: '91230002',
    register: { holderName: 'Ng Boon Tek', holderContact: '91230002', holderEmail: '', deed: 'D-12' },
    history: [
      { event: 'correct', actorName: clerk.person.fullName },
      { event: 'correct', actorName: colleague.person.fullName },
    ],
  })
  expect(after.history.map(({ reason }) => reason)).toEqual([
    'Relationship: was not recorded, now Mother. Deed: was not recorded, now D-12. The deed says so.',
    'Date of birth: was 1932, now 1932-05-14. Identity number: corrected. ' +
      'Holder: was Ng Boon Teck, now Ng Boon Tek. Telephone: was 91230001, now 91230002. ' +
      `Email: was ng@old.example, now not recorded. The deed says so. Asked for by ${clerk.person.fullName}.`,
  ])
  const found = await clerk.call(bookingApi.search, { query: { query: '91230002' } })
  expect(found.body.map((each) => each.bookingID)).toEqual([bookingID])
})

test('an identity number is corrected in its sealed column only, and neither the request nor history and audit log have it', async () => {
  const { db, vault } = testApp.context
  const bookingID = await makeImported()
  await correct(clerk, bookingID, { identity_number: 'S0044556B' })
  const [request] = await db.select().from(secondPersonRequests).where(eq(secondPersonRequests.subject, bookingID))
  expect(request?.what).toContain('Identity number: corrected. The identity number ends in 556B from then on.')
  expect(JSON.stringify(request)).not.toMatch(/S0011223A|S0044556B/)
  expect((await confirm(colleague, bookingID)).status).toBe(200)
  const [stored] = await db
    .select({ sealed: beneficiaries.nationalIDSealed })
    .from(beneficiaries)
    .innerJoin(bookings, eq(bookings.beneficiaryID, beneficiaries.beneficiaryID))
    .where(eq(bookings.bookingID, bookingID))
  expect(stored && vault.openText(stored.sealed)).toBe('S0044556B')
  const entries = await db.select().from(auditLog).where(eq(auditLog.subject, bookingID))
  expect(entries.map(({ action, actorID }) => [action, actorID])).toEqual([
    ['second_person.asked', clerk.person.userID],
    ['second_person.confirmed', colleague.person.userID],
    ['booking.correct', colleague.person.userID],
  ])
  expect(JSON.stringify([entries, (await read(bookingID)).history])).not.toMatch(/S0011223A|S0044556B/)
})

test('name and date of death wait until a second person confirms them, and the rest of the correction does not', async () => {
  const bookingID = await makeImported()
  await rightOf(testApp.context, bookingID)
  const { asked } = (
    await correct(clerk, bookingID, { beneficiary_name: 'Ng Siew Lian', died: '1996-05', relationship: 'Mother' })
  ).body
  expect(asked).toMatch(/^Another member of staff or another admin can confirm it on their dashboard until .+\.$/)
  expect(await read(bookingID)).toMatchObject({
    beneficiaryName: 'Ng Siew Lan',
    dateOfDeath: '1996',
    relationshipWithApplicant: 'Mother',
  })
  const request = await findRequest(colleague, bookingID)
  expect(request?.what).toContain('Name: was Ng Siew Lan, now Ng Siew Lian. Date of death: was 1996, now 1996-05.')
  expect((await confirm(clerk, bookingID)).refusal.code).toBe('SECOND_SAME_PERSON')
  expect((await confirm(colleague, bookingID)).status).toBe(200)
  const after = await read(bookingID)
  expect(after).toMatchObject({ beneficiaryName: 'Ng Siew Lian', dateOfDeath: '1996-05' })
  const told = await testApp.letters({ to: 'ng@old.example', kind: 'right-news' })
  const words = 'The register about Ng Siew Lian is corrected. Name: was Ng Siew Lan, now Ng Siew Lian. Date of death:'
  expect(told.at(-1)?.text.replaceAll(/\s+/g, ' ')).toContain(words)
  expect(after.history.at(-1)).toMatchObject({
    event: 'correct',
    actorName: colleague.person.fullName,
    reason: expect.stringMatching(new RegExp(`The deed says so\\. Asked for by ${clerk.person.fullName}\\.$`)),
  })
  await tidyRequests(testApp.context)
  const ofBooking = eq(secondPersonRequests.subject, bookingID)
  const ended = await testApp.context.db.select().from(secondPersonRequests).where(ofBooking)
  expect(ended).toMatchObject([{ outcome: 'done', what: '', details: {} }])
})

test('two clerks who correct a booking at the same time: the second is told who was faster, and nothing is lost', async () => {
  const bookingID = await makeImported()
  const { version } = await read(bookingID)
  expect((await correct(clerk, bookingID, { version, deed: 'D-12' })).status).toBe(200)
  const { status, refusal } = await correct(colleague, bookingID, { version, deed: 'D-21' })
  expect([status, refusal.code]).toEqual([409, 'BOOKING_CHANGED'])
  expect(refusal.error).toContain(`It was corrected by ${clerk.person.fullName}`)
  expect((await read(bookingID)).register?.deed).toBe('D-12')
})

test('a correction that waits is refused once something else is recorded, and the same booking is not asked about twice', async () => {
  const bookingID = await makeImported()
  await correct(clerk, bookingID, { beneficiary_name: 'Ng Siew Lian' })
  expect((await correct(admin as never, bookingID, { died: '1997' })).status).toBe(403)
  expect((await correct(colleague, bookingID, { died: '1997' })).refusal.code).toBe('SECOND_ASKED')
  const [booking] = await testApp.context.db.select().from(bookings).where(eq(bookings.bookingID, bookingID))
  const beneficiaryID = booking?.beneficiaryID ?? ''
  const other = { beneficiaryName: 'Ng S L' }
  await testApp.context.db.update(beneficiaries).set(other).where(eq(beneficiaries.beneficiaryID, beneficiaryID))
  expect((await confirm(colleague, bookingID)).refusal.code).toBe('BOOKING_CHANGED')
})

test('an import is in use while a correction of one of its bookings waits for a second person', async () => {
  const { db } = testApp.context
  const bookingID = await makeImported()
  const [entry] = await db.select().from(registerEntries).where(eq(registerEntries.bookingID, bookingID))
  const listUses = async () => (await db.execute(bookingUses(entry?.importID ?? ''))).rows
  expect(await listUses()).toEqual([])
  await correct(clerk, bookingID, { died: '1997' })
  expect(await listUses()).toEqual([
    { use: `A correction of booking ${bookingID} of this import waits for a second person.` },
  ])
})

const mallory = { holder_name: 'Mallory Tan', holder_contact: '91239999', holder_email: 'mallory@test.example' }

test('name and addresses of a holder wait for a second person; then old and new address and the history of the right say so', async () => {
  const bookingID = await makeImported()
  const { number } = await rightOf(testApp.context, bookingID)
  for (const [field, value] of Object.entries(mallory))
    expect((await correct(clerk, bookingID, { [field]: value })).body.corrected).toBe(false)
  await correct(clerk, bookingID, mallory)
  const holders = async () => (await readRight(clerk, number)).holders.map(({ name }) => name)
  const letters = async (to: string) => (await testApp.letters({ to })).filter(({ text }) => text.includes(number))
  expect([await holders(), await letters('ng@old.example')]).toEqual([['Ng Boon Teck'], []])
  expect((await confirm(colleague, bookingID)).status).toBe(200)
  expect(await holders()).toEqual(['Mallory Tan'])
  for (const to of ['ng@old.example', 'mallory@test.example']) {
    const [letter] = await letters(to)
    expect(letter?.kind).toBe('right-news')
    expect(letter?.text).toContain('The holder Ng Boon Teck is Mallory Tan.')
    expect(letter?.text).toContain(`${clerk.person.fullName} and ${colleague.person.fullName} recorded this`)
    expect(letter?.text).not.toMatch(/ng@old|91239999/)
  }
  expect((await readRight(clerk, number)).history.at(-1)).toMatchObject({
    event: 'correctHolder',
    by: colleague.person.fullName,
    reason: expect.stringMatching(/^The holder Ng Boon Teck is Mallory Tan\. The deed says so\./),
  })
})

/** Two people record a number and both addresses with the holder of a right. */
async function recordWithHolder(number: string) {
  const { holderID, name } = (await readRight(clerk, number)).holders[0] ?? { name: '' }
  const recorded = { nric: 'S1234567D', address: '1 Hill Street', email: 'recorded@test.example' }
  const body = { number, holderID, name, ...recorded, reason: 'At the counter.' }
  expect((await clerk.call(rightApi.saveHolder, { body })).refusal.code).toBe('SECOND_PERSON_ASKED')
  expect((await confirmAs(colleague, number)).status).toBe(200)
}
const recorded = { identityEnding: '567D', address: '1 Hill Street', email: 'recorded@test.example' }
const notRecorded = { identityEnding: '', address: '', email: '' }

test('a corrected email address counts instead of one recorded with the holder, and all three addresses are told', async () => {
  const bookingID = await makeImported()
  const { number } = await rightOf(testApp.context, bookingID)
  await recordWithHolder(number)
  await correctByTwo(bookingID, { holder_email: 'ng@new.example' })
  const { holders } = await readRight(clerk, number)
  expect(holders).toMatchObject([{ ...recorded, email: '', registerEmail: 'ng@new.example' }])
  for (const to of ['recorded@test.example', 'ng@new.example'])
    expect((await testApp.letters({ to, about: number })).at(-1)?.kind).toBe('right-news')
  const toOld = await testApp.letters({ to: 'ng@old.example', about: bookingID })
  expect(toOld.map(({ kind }) => kind)).toEqual(['register-address-corrected'])
})

test('number and addresses recorded with a holder stay when the name is spelt otherwise, and go when it is that of another', async () => {
  const bookingID = await makeImported()
  const { number } = await rightOf(testApp.context, bookingID)
  await recordWithHolder(number)
  await correctByTwo(bookingID, { holder_name: 'NG, Boon-Teck' })
  expect((await readRight(clerk, number)).holders).toMatchObject([{ name: 'NG, Boon-Teck', ...recorded }])
  await correctByTwo(bookingID, mallory)
  const { holders, history } = await readRight(clerk, number)
  expect(holders).toMatchObject([{ name: 'Mallory Tan', ...notRecorded, registerEmail: 'mallory@test.example' }])
  expect(history.at(-1)?.reason).toContain('The number and addresses that were recorded before are removed.')
  const told = (await testApp.letters({ to: 'recorded@test.example', about: number })).at(-1)
  expect(told?.text).toContain('The holder NG, Boon-Teck is Mallory Tan.')
})

test('nothing of an entry is corrected while an objection to the right is open, not even once a colleague confirms', async () => {
  const asked = await makeImported()
  await correct(clerk, asked, mallory)
  const { number } = await rightOf(testApp.context, asked)
  expect((await object(clerk, number)).status).toBe(200)
  expect((await confirm(colleague, asked)).refusal.code).toBe('RIGHT_BLOCKED')
  for (const fields of [mallory, { relationship: 'Mother' }])
    expect((await correct(clerk, asked, fields)).refusal.code).toBe('RIGHT_BLOCKED')
  expect((await readRight(clerk, number)).holders).toMatchObject([{ name: 'Ng Boon Teck' }])
})

test('a clerk who would become the holder neither asks for the correction nor confirms it', async () => {
  const bookingID = await makeImported()
  for (const own of [{ holder_name: clerk.person.fullName }, { holder_email: clerk.person.email }])
    expect((await correct(clerk, bookingID, own)).refusal.code).toBe('CLAIM_OF_OWN')
  expect((await correct(colleague, bookingID, { holder_email: clerk.person.email })).status).toBe(200)
  expect((await confirm(clerk, bookingID)).refusal.code).toBe('CLAIM_OF_OWN')
})

test('whoever loses the letters of a booking that names no holder is told at the old address', async () => {
  const bookingID = await makeImported()
  await testApp.context.db.delete(rightHolders).where(eq(rightHolders.bookingID, bookingID))
  await correctByTwo(bookingID, { holder_email: 'ng@new.example' })
  const letter = (await testApp.letters({ to: 'ng@old.example', about: bookingID })).at(-1)
  expect(letter?.kind).toBe('register-address-corrected')
  expect(letter?.text).not.toContain('new.example')
})

test.each<[string, Fields, Record<string, string>]>([
  ['a day that is none', { born: '1932-13' }, { born: expect.stringContaining('must be a year (1932), a month') }],
  ['a day that is to come', { died: '2999' }, { died: 'Date of death is in the future.' }],
  ['a death before the birth', { died: '1931' }, { died: 'The date of death is before the date of birth.' }],
  ['an unknown relationship', { relationship: 'Friend' }, { relationship: expect.stringContaining('must be one of') }],
  ['words for a number', { holder_contact: 'none' }, { holder_contact: 'Telephone is not a telephone number.' }],
  ['no name at all', { beneficiary_name: '', holder_name: '' }, { beneficiary_name: expect.any(String) }],
  ['nothing new', { holder_name: 'Ng Boon Teck' }, { reason: expect.stringMatching(/^Nothing here differs/) }],
])('a correction with %s is refused at its field', async (_, fields, errors) => {
  const { status, refusal } = await correct(clerk, await makeImported(), fields)
  expect([status, refusal.errors]).toEqual([400, errors])
})

test('a booking that no register names is not corrected here, nor one that is linked to an account or has ended', async () => {
  const { db } = testApp.context
  const holder = await makeUser(testApp.context)
  const { bookingID: own } = await makeBooking(testApp.context, holder, { status: 'Confirmed' })
  const linked = await makeImported()
  await db.update(bookings).set({ userID: holder.userID }).where(eq(bookings.bookingID, linked))
  const ended = await makeImported()
  await db.update(bookings).set({ bookingType: 'Archived' }).where(eq(bookings.bookingID, ended))
  const refusals = [own, linked, ended].map(async (bookingID) => {
    const { status, refusal } = await correct(clerk, bookingID, { beneficiary_name: 'Ng' })
    return `${status} ${refusal.error}`
  })
  expect(await Promise.all(refusals)).toEqual([
    expect.stringMatching(/^409 Only what an imported register says is corrected here/),
    expect.stringMatching(/^409 This booking is linked to an account/),
    expect.stringMatching(/^409 This booking has been archived/),
  ])
})

const smallHouse = prepareTestApp({ makeServices: createProductionServices })
const onlyClerk = prepareCaller(smallHouse, 'staff')

test('one clerk corrects the name alone in a house where nobody else can be asked', async () => {
  const bookingID = await makeImportedBooking(smallHouse.context)
  const { body } = await correct(onlyClerk, bookingID, { beneficiary_name: 'Ng Siew Lian' })
  expect(body).toEqual({ corrected: true, asked: '' })
  expect(await readApproval(onlyClerk, bookingID)).toMatchObject({ beneficiaryName: 'Ng Siew Lian' })
})

const rightOfBooking = async (bookingID: string) => readRight(clerk, (await rightOf(testApp.context, bookingID)).number)

async function expectHistoryKept() {
  const broken = Object.keys(await findInvariantsOfRights(testApp.context.db))
  expect(broken).not.toContain('a right and its history disagree')
  expect(broken).not.toContain('a move of a right is not in the audit log')
}

test('a corrected deed is on the deed of the right, unless that is the deed of another booking', async () => {
  const bookingID = await makeImported()
  expect((await correct(clerk, bookingID, { deed: 'D-12' })).status).toBe(200)
  expect((await correct(clerk, bookingID, { deed: 'D-21' })).status).toBe(200)
  const { number, rightID } = await rightOf(testApp.context, bookingID)
  const deed = async () => (await clerk.call(rightApi.deed, { params: { number } })).body.deedNumber
  expect(await deed()).toBe('D-21')
  const right = await rightOfBooking(bookingID)
  expect(right.history.at(-1)).toMatchObject({
    event: 'correct',
    by: clerk.person.fullName,
    reason: 'Deed: was D-12, now D-21. The deed says so.',
  })
  await setRight(testApp.context, rightID, { deedNumber: 'E-1' })
  expect((await correct(clerk, bookingID, { deed: 'D-22' })).status).toBe(200)
  expect([await deed(), (await read(bookingID)).register?.deed]).toEqual(['E-1', 'D-22'])
  await expectHistoryKept()
})

test('two people correct since when and until when a right is, which its holders read', async () => {
  const bookingID = await makeImported()
  const { corrected } = await correctByTwo(bookingID, { right_from: '1991', right_until: '2042' })
  expect(corrected).toBe(false)
  const until = { rightFrom: '1991', rightUntil: '2042-12-31' }
  expect((await read(bookingID)).register).toMatchObject(until)
  expect(await rightOfBooking(bookingID)).toMatchObject({ state: 'living', basis: 'fixedDay', endsOn: '2042-12-31' })
  const told = await testApp.letters({ to: 'ng@old.example', kind: 'right-news' })
  expect(told.map(({ text }) => text).join()).toContain('Right until: was not recorded, now 2042-12-31.')
  const tooEarly = await correct(clerk, bookingID, { right_until: '1980' })
  expect(tooEarly.refusal.errors).toEqual({ right_until: 'The right ends before it begins.' })
  await correctByTwo(bookingID, { right_until: '' })
  expect(await rightOfBooking(bookingID)).toMatchObject({ basis: 'perpetual', endsOn: null })
  await expectHistoryKept()
})

test('a right that ended too early by a mistake in the register lives again, without the steps after its end', async () => {
  const { db } = testApp.context
  const bookingID = await makeImported()
  await correctByTwo(bookingID, { right_until: '2024' })
  while (await endTerms(testApp.context));
  const { number, rightID } = await rightOf(testApp.context, bookingID)
  const step = { number, position: 0, note: 'Nobody answers.' }
  expect((await clerk.call(rightApi.recordStep, { body: step })).status).toBe(200)
  await correctByTwo(bookingID, { right_until: '2023' })
  expect(await rightOfBooking(bookingID)).toMatchObject({ state: 'ended', endsOn: '2023-12-31' })
  expect(await db.select().from(rightSteps).where(eq(rightSteps.rightID, rightID))).not.toEqual([])
  await correctByTwo(bookingID, { right_until: '2042' })
  const right = await rightOfBooking(bookingID)
  expect(right).toMatchObject({ state: 'living', endsOn: '2042-12-31' })
  expect(right.history.at(-1)).toMatchObject({ event: 'correctEnd', endsOn: '2042-12-31' })
  expect(await db.select().from(rightSteps).where(eq(rightSteps.rightID, rightID))).toEqual([])
  await expectHistoryKept()
})

test('the last day of a right that was extended, or is blocked, is not corrected', async () => {
  const bookingID = await makeImported()
  const { rightID, number } = await rightOf(testApp.context, bookingID)
  const extended = { extended: 1, firstEndsOn: '2032-12-31', extensionYears: 10, extensionTimes: 2 }
  await setRight(testApp.context, rightID, { basis: 'fixedDay', endsOn: '2042-12-31', ...extended })
  expect((await correct(clerk, bookingID, { right_until: '2052' })).refusal.error).toContain('The bill of an extension')
  await setRight(testApp.context, rightID, { extended: 0, firstEndsOn: null })
  await object(clerk, number)
  expect((await correct(clerk, bookingID, { right_until: '2052' })).refusal.code).toBe('RIGHT_BLOCKED')
})
