import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { accountApi } from '#contract/accounts/api.ts'
import { bookingApi } from '#contract/bookings/api.ts'
import { chargeApi } from '#contract/charges/api.ts'
import { toDay } from '#contract/dates.ts'
import { familyApi } from '#contract/family/api.ts'
import { staffPersonApi } from '#contract/family/staff-person-api.ts'
import { hallApi } from '#contract/halls/api.ts'
import { defaultLayout } from '#contract/halls/block-layout.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { priceApi } from '#contract/prices/api.ts'
import { rightApi } from '#contract/rights/api.ts'
import type { Role } from '#contract/roles.ts'
import { type UrnDetail, urnApi } from '#contract/urns/api.ts'
import { hashToken } from '#server/core/link-token.ts'
import {
  closingRequests,
  niches,
  paymentProblems,
  payments,
  relatives,
  unknownPayments,
  users,
} from '#server/database/schema.ts'
import { createMailTransport } from '#server/mail/transport.ts'
import { applicantFields, application, certificateFiles, deathCertFile } from '#test/booking-forms.ts'
import { type Caller, createCaller } from '#test/caller.ts'
import { makeUser, type Person } from '#test/factories.ts'
import { seenDraft } from '#test/hall-factory.ts'
import { sendDueLetters } from '#test/send-due-letters.ts'
import { startSessionOf } from '#test/sign-in-without-password.ts'
import type { OwnServer } from './own-server.ts'
import { seedContact } from './seed-contact.ts'
import { seedStockTakes } from './seed-stock-takes.ts'

/** The longest values that validation allows, of the widest letter and without a space to break at. */
const wide = (length: number) => 'W'.repeat(length)
export const longest = {
  name: wide(200),
  nationality: wide(200),
  street: wide(200),
  unit: wide(200),
  userAddress: wide(400),
  text: wide(500),
  price: 99_999_900,
}
/** Two hundred characters that can break only at the @. */
const emailOf = (mark: string) => `${mark}${'w'.repeat(99 - mark.length)}@${'w'.repeat(95)}.test`

const beneficiaryFields = {
  beneficiaryName: longest.name,
  beneficiaryNationality: longest.nationality,
  beneficiaryNationalID: wide(20),
  beneficiaryAddress: longest.street,
  beneficiaryUnitNumber: longest.unit,
}
const withInscription = { ...beneficiaryFields, inscription: longest.text }

type Type = 'Current' | 'PreOrder'

/** Fills a server with people, bookings, payments and letters of the longest values, through the API. */
export async function seedLongestValues({ app, context }: OwnServer) {
  const { db } = context
  await db.update(niches).set({ priceCents: longest.price, capacity: 8, furtherPriceCents: longest.price })
  const free = await db.select().from(niches).where(eq(niches.status, 'Available')).limit(20)
  const nextNiche = () => free.pop()?.nicheID ?? ''

  const personOf = async (role: Role, contactNumber: string): Promise<[Person, Caller]> => {
    const person = await makeUser(context, { role, fullName: longest.name, email: emailOf(role), contactNumber })
    await db
      .update(users)
      .set({ ...addressFields, username: `${role}${'w'.repeat(200 - role.length)}` })
      .where(eq(users.userID, person.userID))
    return [person, createCaller(app, await startSessionOf(app, person.userID))]
  }
  const [applicant, applicantCaller] = await personOf('user', '90000001')
  const [clerk, clerkCaller] = await personOf('staff', '90000002')
  const [admin, adminCaller] = await personOf('admin', '90000003')
  const [witness] = await personOf('witness', '90000009')
  // This user gives the list an ordinary name, too.
  await makeUser(context, { contactNumber: '90000008' })

  const submit = async (type: Type) => {
    const body = { ...application(nextNiche(), type), ...(type === 'Current' ? withInscription : beneficiaryFields) }
    return expectOk(await applicantCaller.call(bookingApi.submit, { body, files: certificateFiles(type) })).bookingID
  }
  const pay = async (bookingID: string) =>
    expectOk(
      await clerkCaller.call(paymentApi.update, {
        body: {
          bookingID,
          paymentMethod: 'Cash',
          paymentAmount: '999999.00',
          note: longest.text,
          confirmedAmount: true,
        },
      }),
    )
  const paid = async (type: Type) => {
    const bookingID = await submit(type)
    await pay(bookingID)
    return bookingID
  }
  const decide = async (decision: 'approve' | 'confirm' | 'archive', bookingID: string) =>
    expectOk(await clerkCaller.call(bookingApi[decision], { body: { bookingID } }))

  const approved = await paid('Current')
  await decide('approve', approved)
  const sold = { taxCategory: 'standard', amount: '999999.00' } as const
  const listed = {
    ...sold,
    kind: 'furtherPerson',
    name: wide(80),
    accountCode: wide(20),
    chargedWhen: 'anotherPerson',
  } as const
  expectOk(await adminCaller.call(priceApi.save, { body: { ...listed, validFrom: toDay(context.clock()) } }))
  const charge = { ...sold, chargeID: randomUUID(), bookingID: approved, text: wide(120), reason: longest.text }
  expectOk(await clerkCaller.call(chargeApi.addFree, { body: charge }))
  const billed = { ...charge, chargeID: randomUUID() }
  expectOk(await clerkCaller.call(chargeApi.addFree, { body: billed }))
  const organisation = {
    name: longest.name,
    address: wide(300),
    registrationNumber: wide(30),
    email: emailOf('parish'),
    daysToPay: '30',
  } as const
  const { number: bill } = expectOk(
    await clerkCaller.call(chargeApi.billOrganisation, {
      body: { ...organisation, bookingID: approved, chargeIDs: [billed.chargeID] },
    }),
  )
  const stopped = await paid('Current')
  await decide('approve', stopped)
  const placed = await paid('Current')
  await decide('approve', placed)
  const reopened = await paid('Current')
  await decide('approve', reopened)
  expectOk(await clerkCaller.call(bookingApi.reopen, { body: { bookingID: reopened, reason: longest.text } }))
  const archived = await paid('Current')
  await decide('approve', archived)
  await decide('archive', archived)
  const confirmed = await paid('PreOrder')
  await decide('confirm', confirmed)
  const released = await paid('PreOrder')
  await decide('confirm', released)
  expectOk(await clerkCaller.call(bookingApi.release, { body: { bookingID: released, reason: longest.text } }))
  const denied = await paid('Current')
  expectOk(
    await clerkCaller.call(bookingApi.deny, { body: { bookingID: denied, to: applicant.email, reason: longest.text } }),
  )
  const urnRequested = await paid('PreOrder')
  await decide('confirm', urnRequested)
  const urnRequest = { bookingID: urnRequested, dateOfDeath: '2026-01-31', inscription: longest.text }
  expectOk(await applicantCaller.call(bookingApi.placeUrn, { body: urnRequest, files: { deathCertFile } }))
  const unpaid = await submit('PreOrder')

  const walkIn = {
    ...applicantFields({ ...applicant, email: emailOf('walkin'), nric: 'S7654321Z', contactNumber: '90000004' }),
  }
  const atCounter = {
    ...walkIn,
    nationality: longest.nationality,
    address: longest.street,
    unitNumber: longest.unit,
    remarks: longest.text,
  }
  const body = { ...atCounter, ...application(nextNiche()), ...withInscription }
  const made = expectOk(await clerkCaller.call(bookingApi.submit, { body, files: certificateFiles('Current') }))
  expectOk(
    await adminCaller.call(accountApi.resetSecondFactor, { body: { userID: made.userID, reason: longest.text } }),
  )
  const [overridden] = free
  const override = { nicheID: overridden?.nicheID ?? '', newStatus: 'Blocked' as const, reason: longest.text }
  expectOk(await adminCaller.call(nicheApi.override, { body: override }))

  const shared = expectOk(await applicantCaller.call(familyApi.makeLink, { body: { bookingID: approved } }))
  const invited = { bookingID: approved, email: emailOf('sister') }
  expectOk(await applicantCaller.call(familyApi.invite, { body: invited }))
  await db.update(relatives).set({ tokenHash: hashToken(invited.email) })

  const hall = await seedHall(adminCaller)
  const urn = await seedUrns(clerkCaller, approved, stopped)
  const { userID } = await makeUser(context, { role: 'staff' })
  const colleague = createCaller(app, await startSessionOf(app, userID))
  const counts = await seedStockTakes(db, [clerkCaller, adminCaller, colleague], longest.name, longest.text)
  const certificate = await seedPlacedUrn(placed, [clerkCaller, adminCaller])
  const right = await readDeedOf(clerkCaller, approved)
  const contact = await seedContact(context, [clerkCaller, clerk.userID], {
    bookingID: approved,
    number: right.number,
    name: longest.name,
    relationship: wide(100),
    email: emailOf('contact'),
    phone: wide(40),
    address: wide(400),
    reason: longest.text,
  })
  await seedStaffTasks(context, { applicant, bookingID: denied })

  await sendDueLetters(context, createMailTransport(context.config))
  return {
    people: { user: applicant, staff: clerk, admin, witness },
    bookings: {
      urn,
      placed,
      certificate,
      bill,
      right: right.number,
      deed: right.code,
      approved,
      reopened,
      confirmed,
      urnRequested,
      unpaid,
      denied,
      atCounter: made.bookingID,
    },
    overridden: overridden?.nicheCode ?? '',
    counts,
    familyTokens: { link: shared.url.split('#')[1] ?? '', invitation: invited.email, contact },
    blockID: overridden?.blockID ?? '',
    hall,
  }
}

/** A hall with a block that opens on a later day and has a change of prices, and with a draft. */
async function seedHall(admin: Caller) {
  const hall = { buildingName: wide(80), directions: wide(1000) }
  const { buildingID } = expectOk(await admin.call(hallApi.add, { body: hall }))
  const { levelID } = expectOk(await admin.call(hallApi.addLevel, { body: { buildingID, levelNumber: 99 } }))
  const save = async (letter: string) => {
    const codePattern = `${letter.repeat(35)}{column}-{row}`
    const layout = { ...defaultLayout, codePattern, basePrice: '999999' }
    return expectOk(await admin.call(hallApi.saveDraft, { body: { ...layout, levelID, blockName: letter.repeat(20) } }))
  }
  const { draftID } = await save('M')
  const opensAt = '2999-12-31T23:59'
  const seen = await seenDraft(admin, (await save('W')).draftID)
  const { blockID } = expectOk(await admin.call(hallApi.publish, { body: { ...seen, opensAt } }))
  const [niche] = expectOk(await admin.call(nicheApi.niches, { params: { blockID } }))
  const change = {
    requestID: randomUUID(),
    blockID,
    nicheIDs: [niche?.nicheID ?? ''],
    kind: 'set' as const,
    value: '1',
    effectiveOn: '2999-12-31',
  }
  expectOk(await admin.call(hallApi.changePrices, { body: change }))
  return { buildingID, levelID, draftID, blockID }
}

const urnFacts = { widthMm: '9999', heightMm: '9999', cremationNumber: wide(60) }

async function receiveUrn(clerk: Caller, bookingID: string) {
  const body = { ...urnFacts, ...papers, requestID: randomUUID(), bookingID }
  const { tag } = expectOk(await clerk.call(urnApi.receive, { body }))
  return expectOk(await clerk.call(urnApi.detail, { params: { tag } }))
}

const papers = { name: longest.name, identifier: 'nric', value: wide(4) } as const

const confirmPlacing = ({ tag, nicheCode }: UrnDetail) => ({
  ...({ requestID: randomUUID(), event: 'place', tag, nicheCode } as const),
  ...papers,
  reason: longest.text,
})

/** An urn of which a move waits for its second person, and one of which a move was stopped. Returns the tag of the first. */
async function seedUrns(clerk: Caller, waiting: string, stopped: string) {
  const [first, second] = [await receiveUrn(clerk, waiting), await receiveUrn(clerk, stopped)]
  expectOk(await clerk.call(urnApi.shelve, { body: { requestID: randomUUID(), tag: first.tag, shelf: wide(60) } }))
  const confirm = (urn: UrnDetail, wrong = {}) =>
    clerk.call(urnApi.confirm, { body: { ...confirmPlacing(urn), ...wrong } })
  expectOk(await confirm(first))
  await confirm(second, { value: '0000' })
  expectOk(await clerk.call(urnApi.reportLoss, { body: { tag: first.tag, note: longest.text } }))
  return first.tag
}

/** Returns the code of its certificate. */
async function seedPlacedUrn(bookingID: string, [first, second]: readonly [Caller, Caller]) {
  const urn = await receiveUrn(first, bookingID)
  const { tag, nicheCode } = urn
  expectOk(await first.call(urnApi.confirm, { body: confirmPlacing(urn) }))
  const seen = { requestID: randomUUID(), event: 'place', tag, nicheCode } as const
  const { first: attempt } = expectOk(await second.call(urnApi.check, { body: seen }))
  const body = { ...confirmPlacing(urn), ...(attempt && { attemptID: attempt.attemptID }) }
  expectOk(await second.call(urnApi.confirm, { body }))
  return expectOk(await first.call(urnApi.certificate, { query: { bookingID } })).code
}

async function readDeedOf(clerk: Caller, bookingID: string) {
  const { booking } = expectOk(await clerk.call(staffPersonApi.person, { params: { bookingID } }))
  return expectOk(await clerk.call(rightApi.deed, { params: { number: booking.right?.number ?? '' } }))
}

/** The tasks that only staff see, and only while they wait: money to settle by hand, and an account to close. */
async function seedStaffTasks(
  { db }: OwnServer['context'],
  { applicant, bookingID }: { applicant: Person; bookingID: string },
) {
  const [payment] = await db.select().from(payments).where(eq(payments.bookingID, bookingID))
  const problem = {
    paymentID: payment?.paymentID ?? '',
    intentID: 'pi_longest',
    amountCents: 99_999_900,
    foundAt: new Date(),
  }
  await db.insert(paymentProblems).values([
    { ...problem, problemID: randomUUID(), kind: 'SurplusRefundFailed', failureCode: wide(40) },
    { ...problem, problemID: randomUUID(), kind: 'WrongAmount' },
    { ...problem, problemID: randomUUID(), kind: 'Disputed', failureCode: wide(40) },
  ])
  const unknown = { amountCents: 99_999_900, startedAt: new Date(), isRefunded: true, foundAt: new Date() }
  await db.insert(unknownPayments).values([
    { ...unknown, intentID: `pi_${wide(24)}`, bookingID: 'B-WWWWWWWWWW', currency: 'sgd' },
    { ...unknown, intentID: 'pi_longest', bookingID: null, currency: 'usd', isRefunded: false },
  ])
  const request = { userID: applicant.userID, message: longest.text, requestedAt: new Date() }
  await db.insert(closingRequests).values(request)
}

const addressFields = { street: longest.street, unitNumber: longest.unit, nationality: longest.nationality }

function expectOk<T>({ status, body }: { status: number; body: T }): T {
  if (status !== 200) throw new Error(`A call was answered with ${status}: ${JSON.stringify(body)}`)
  return body
}
