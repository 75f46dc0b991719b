import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { familyApi } from '#contract/family/api.ts'
import { findApi } from '#contract/find/api.ts'
import { rightApi } from '#contract/rights/api.ts'
import { noteNRICSeen } from '#server/accounts/public.ts'
import { bookings, niches, rightHolders, users } from '#server/database/schema.ts'
import { submit } from '#test/booking-forms.ts'
import { makeUser } from '#test/factories.ts'
import { addHolder, makeRight, passOn, shownHolder } from '#test/right-factory.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { makeUserWithTwoFactor, memberPassword } from '#test/two-factor-users.ts'

const testApp = prepareTestApp()
const clerk = prepareCaller(testApp, 'staff')

/** The account that paid for a niche for three people. */
async function makeFamily() {
  const { context } = testApp
  const father = await testApp.signIn(await makeUserWithTwoFactor(testApp))
  const right = await makeRight(context, father.person)
  await context.db.update(niches).set({ capacity: 3, furtherPriceCents: 0 }).where(eq(niches.nicheID, right.nicheID))
  return { father, ...right }
}
const done = ['done', 'done', 'done', 'done']
const refused = done.map(() => 'NOT_THE_HOLDER')
type Family = Awaited<ReturnType<typeof makeFamily>>

/** What this account is answered when it books another person, shares the page, invites a relative and lets visitors find the person. */
async function answersTo(caller: SignedInCaller, bookingID: string, { nicheID }: Pick<Family, 'nicheID'>) {
  const beside = { besideBookingID: bookingID, besideRelationship: 'Spouse', beneficiaryName: 'Lim Siew Hoon' }
  const replies = [
    await submit(caller, nicheID, 'PreOrder', beside),
    await caller.call(familyApi.makeLink, { body: { bookingID } }),
    await caller.call(familyApi.invite, { body: { bookingID, email: 'brother@test.example' } }),
    await caller.call(findApi.share, { body: { bookingID, shared: true } }),
  ]
  return replies.map(({ status, refusal }) => (status < 300 ? 'done' : refusal.code))
}

/** A booking of another account in the niche, which the counter has made and confirmed. */
async function makeBookingOfDaughter(family: Family) {
  const { context } = testApp
  const daughter = await testApp.signIn(await makeUser(context))
  const { bookingID } = (await submitBeside(family)).body
  const own = { userID: daughter.person.userID, bookingStatus: 'Confirmed' as const, rightID: family.rightID }
  await context.db.update(bookings).set(own).where(eq(bookings.bookingID, bookingID))
  return { daughter, bookingID }
}

const submitBeside = ({ father, nicheID, bookingID }: Family) =>
  submit(father, nicheID, 'PreOrder', { besideBookingID: bookingID, besideRelationship: 'Spouse' })

test('whoever holds the right books another person, shares the page, invites a relative and lets visitors find the person', async () => {
  const { father, ...right } = await makeFamily()
  expect(await answersTo(father, right.bookingID, right)).toEqual(done)
})

test('the account that paid does none of it once the right has passed on, and does again as one of two holders', async () => {
  const { father, ...right } = await makeFamily()
  const { context } = testApp
  await passOn(context, right.rightID, 'Tan Mei')
  expect(await answersTo(father, right.bookingID, right)).toEqual(refused)
  await context.db.insert(rightHolders).values({ ...right, addedAt: context.clock() })
  expect(await answersTo(father, right.bookingID, right)).toEqual(done)
})

test('another account with a booking in the niche does it only once it is a holder by an identity number that staff have seen', async () => {
  const family = await makeFamily()
  const { daughter, bookingID } = await makeBookingOfDaughter(family)
  const { context } = testApp
  expect(await answersTo(daughter, bookingID, family)).toEqual(refused)
  await addHolder(context, family.rightID, daughter.person.fullName)
  expect(await answersTo(daughter, bookingID, family)).toEqual(refused)
  const [account] = await context.db.select().from(users).where(eq(users.userID, daughter.person.userID))
  await context.db
    .update(rightHolders)
    .set({ nricSealed: account?.nricSealed ?? null })
    .where(eq(rightHolders.name, daughter.person.fullName))
  expect(await answersTo(daughter, bookingID, family)).toEqual(refused)
  await noteNRICSeen(context, daughter.person.userID)
  expect(await answersTo(daughter, bookingID, family)).toEqual(done)
})

test('the account of a holder who is recorded as dead decides nothing, and does again once that is taken back', async () => {
  const { father, ...right } = await makeFamily()
  const of = await shownHolder(clerk, right.number)
  await clerk.call(rightApi.recordDeath, { body: { ...of, diedOn: '', toldBy: 'his son' } })
  expect(await answersTo(father, right.bookingID, right)).toEqual(done.map(() => 'HOLDER_RECORDED_AS_DEAD'))
  const contact = { kind: 'ashes' as const, name: 'Tan Ah Seng', address: '1 Hill Street' }
  const { refusal } = await father.call(rightApi.saveContact, {
    body: { number: right.number, ...contact, password: memberPassword },
  })
  expect(refusal.code).toBe('HOLDER_RECORDED_AS_DEAD')
  await clerk.call(rightApi.retractDeath, { body: { ...of, reason: 'He came to the counter.' } })
  expect(await answersTo(father, right.bookingID, right)).toEqual(done)
})
