import { eq } from 'drizzle-orm'
import { accountApi } from '#contract/accounts/api.ts'
import { bookingApi } from '#contract/bookings/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import type { Role } from '#contract/roles.ts'
import { niches, users } from '#server/database/schema.ts'
import { sendDueLetters } from '#server/mail/outbox-worker.ts'
import { createMailTransport } from '#server/mail/transport.ts'
import { applicantFields, application, certificateFiles, deathCertFile } from '#test/booking-forms.ts'
import { type Caller, createCaller } from '#test/caller.ts'
import { makeUser, type Person } from '#test/factories.ts'
import { signInWithoutPassword } from '#test/sign-in-without-password.ts'
import type { OwnServer } from './own-server.ts'

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
/** Two hundred characters, with nothing to break at but the @. */
const emailOf = (mark: string) => `${mark}${'w'.repeat(99 - mark.length)}@${'w'.repeat(95)}.test`

const ofBeneficiary = {
  beneficiaryName: longest.name,
  beneficiaryNationality: longest.nationality,
  beneficiaryNationalID: wide(20),
  beneficiaryAddress: longest.street,
  beneficiaryUnitNumber: longest.unit,
}
const withInscription = { ...ofBeneficiary, inscription: longest.text }

type Type = 'Current' | 'PreOrder'

/** Fills a server with people, bookings, payments and letters of the longest values, by the calls that people use. */
export async function seedLongestValues({ app, context }: OwnServer) {
  const { db } = context
  await db.update(niches).set({ priceCents: longest.price })
  const free = await db.select().from(niches).where(eq(niches.status, 'Available')).limit(20)
  const nextNiche = () => free.pop()?.nicheID ?? ''

  const personOf = async (role: Role, contactNumber: string): Promise<[Person, Caller]> => {
    const person = await makeUser(context, { role, fullName: longest.name, email: emailOf(role), contactNumber })
    await db
      .update(users)
      .set({ ...ofAddress, username: `${role}${'w'.repeat(200 - role.length)}` })
      .where(eq(users.userID, person.userID))
    const { cookie } = await createCaller(app).call(signInWithoutPassword, {
      body: { userID: person.userID, stage: 'full' },
    })
    return [person, createCaller(app, cookie)]
  }
  const [applicant, family] = await personOf('user', '90000001')
  const [clerk, counter] = await personOf('staff', '90000002')
  const [admin, office] = await personOf('admin', '90000003')

  const submit = async (type: Type) => {
    const body = { ...application(nextNiche(), type), ...(type === 'Current' ? withInscription : ofBeneficiary) }
    return must(await family.call(bookingApi.submit, { body, files: certificateFiles(type) })).bookingID
  }
  const pay = async (bookingID: string) =>
    must(
      await counter.call(paymentApi.update, {
        body: { bookingID, paymentMethod: 'Cash', paymentAmount: '999999.00', note: longest.text },
      }),
    )
  const paid = async (type: Type) => {
    const bookingID = await submit(type)
    await pay(bookingID)
    return bookingID
  }
  const act = async (how: 'approve' | 'confirm' | 'archive', bookingID: string) =>
    must(await counter.call(bookingApi[how], { body: { bookingID } }))

  const approved = await paid('Current')
  await act('approve', approved)
  const reopened = await paid('Current')
  await act('approve', reopened)
  must(await counter.call(bookingApi.reopen, { body: { bookingID: reopened, reason: longest.text } }))
  const archived = await paid('Current')
  await act('approve', archived)
  await act('archive', archived)
  const confirmed = await paid('PreOrder')
  await act('confirm', confirmed)
  const released = await paid('PreOrder')
  await act('confirm', released)
  must(await counter.call(bookingApi.release, { body: { bookingID: released, reason: longest.text } }))
  const denied = await paid('Current')
  must(await counter.call(bookingApi.deny, { body: { bookingID: denied, to: applicant.email, reason: longest.text } }))
  const urnRequested = await paid('PreOrder')
  await act('confirm', urnRequested)
  const urn = { bookingID: urnRequested, dateOfDeath: '2026-01-31', inscription: longest.text }
  must(await family.call(bookingApi.placeUrn, { body: urn, files: { deathCertFile } }))
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
  const made = must(await counter.call(bookingApi.submit, { body, files: certificateFiles('Current') }))
  must(await office.call(accountApi.resetSecondFactor, { body: { userID: made.userID, reason: longest.text } }))
  const [overridden] = free
  const override = { nicheID: overridden?.nicheID ?? '', newStatus: 'Blocked' as const, reason: longest.text }
  must(await office.call(nicheApi.override, { body: override }))

  await sendDueLetters(context, createMailTransport(context.config))
  return {
    people: { user: applicant, staff: clerk, admin },
    bookings: { approved, reopened, confirmed, urnRequested, unpaid, denied, atCounter: made.bookingID },
    overridden: overridden?.nicheCode ?? '',
    blockID: overridden?.blockID ?? '',
  }
}

const ofAddress = { street: longest.street, unitNumber: longest.unit, nationality: longest.nationality }

function must<T>({ status, body }: { status: number; body: T }): T {
  if (status !== 200) throw new Error(`A call was answered with ${status}: ${JSON.stringify(body)}`)
  return body
}
