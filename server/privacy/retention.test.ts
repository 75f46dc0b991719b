import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { dayMs } from '#contract/dates.ts'
import { emailLinks, outbox, resetTokens, users } from '#server/database/schema.ts'
import { runAllJobsOnce } from '#server/start/background-jobs.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { makeUserWithTwoFactor, signInFully, type UserWithTwoFactor } from '#test/two-factor-users.ts'

const testApp = prepareTestApp()
let person: UserWithTwoFactor
beforeEach(async () => {
  person = await makeUserWithTwoFactor(testApp)
  await signInFully(testApp, person)
})

const goTo = async (instant: Date) => {
  testApp.time.now = instant
  await runAllJobsOnce(testApp.context)
}
const daysLater = (days: number) => goTo(new Date(testApp.time.now.getTime() + days * dayMs))
const monthsAfter = (instant: Date, months: number) => {
  const later = new Date(instant)
  later.setUTCMonth(later.getUTCMonth() + months)
  return later
}
const stored = async (userID = person.userID) =>
  (await testApp.context.db.select().from(users).where(eq(users.userID, userID)))[0]
/** The kinds of the letters, without those about signing in. */
const letterKinds = async () =>
  (await testApp.letters({ to: person.email })).map(({ kind }) => kind).filter((kind) => kind !== 'new-device')
/** 24 months after the last sign-in, moved by this many days. */
const endOfUse = async (days: number) => {
  const { lastSignInAt } = (await stored()) ?? { lastSignInAt: testApp.time.now }
  return new Date(monthsAfter(lastSignInAt, 24).getTime() + days * dayMs)
}

test('a sign-in with both factors is remembered', async () => {
  const before = (await stored())?.lastSignInAt
  testApp.advanceTime(dayMs)
  await signInFully(testApp, person)
  const after = (await stored())?.lastSignInAt
  expect(after?.getTime()).toBeGreaterThan(before?.getTime() ?? 0)
})

test('an account without bookings is closed 24 months after its last sign-in, and its owner told 30 days before', async () => {
  const [early, notice, almost, end] = [
    await endOfUse(-32),
    await endOfUse(-29.9),
    await endOfUse(-1),
    await endOfUse(1),
  ]
  await goTo(early)
  expect(await letterKinds()).toEqual([])
  await goTo(notice)
  expect(await letterKinds()).toEqual(['closing-notice'])
  await goTo(almost)
  expect(await stored()).toMatchObject({ closedAt: null })
  await goTo(end)
  expect(await stored()).toMatchObject({ closedAt: testApp.time.now, fullName: 'Closed account' })
  expect(await letterKinds()).toEqual(['closing-notice', 'account-closed'])
})

test('an unused account of a former clerk keeps its name', async () => {
  const staff = await makeUserWithTwoFactor(testApp, { role: 'staff' })
  const admin = await testApp.signIn('admin')
  const body = { userID: staff.userID, role: 'applicant' } as const
  expect((await admin.call(accountApi.updateRole, { body })).status).toBe(200)
  person = staff
  await signInFully(testApp, person)
  const [notice, end] = [await endOfUse(-29.9), await endOfUse(1)]
  await goTo(notice)
  await goTo(end)
  expect(await stored()).toMatchObject({ closedAt: testApp.time.now, fullName: staff.fullName })
})

test('a sign-in after the notice keeps the account', async () => {
  const [notice, end] = [await endOfUse(-29.9), await endOfUse(1)]
  await goTo(notice)
  await signInFully(testApp, person)
  expect(await stored()).toMatchObject({ closingNoticeAt: null })
  await goTo(end)
  expect(await stored()).toMatchObject({ closedAt: null })
})

test('after a long pause of the jobs, an unused account still gets its notice first', async () => {
  await goTo(await endOfUse(300))
  expect(await letterKinds()).toEqual(['closing-notice'])
  expect(await stored()).toMatchObject({ closedAt: null })
  await daysLater(31)
  expect((await stored())?.closedAt).toBeInstanceOf(Date)
})

test('an unused account with a booking is kept', async () => {
  await makeBooking(testApp.context, person, { status: 'Confirmed' })
  await goTo(await endOfUse(1))
  await daysLater(40)
  expect(await stored()).toMatchObject({ closedAt: null })
  expect(await letterKinds()).toEqual([])
})

test.each(['staff', 'admin'] as const)('an unused %s account is kept', async (role) => {
  await testApp.context.db.update(users).set({ role }).where(eq(users.userID, person.userID))
  await goTo(await endOfUse(1))
  await daysLater(40)
  expect(await stored()).toMatchObject({ closedAt: null })
})

test('a letter is deleted 90 days after it was sent, one that waits is kept', async () => {
  const { db, clock } = testApp.context
  const now = clock()
  const letter = { kind: 'test', to: person.email, subject: 'Test', createdAt: now, dueAt: now }
  const [sent, waiting] = [crypto.randomUUID(), crypto.randomUUID()]
  await db.insert(outbox).values([
    { ...letter, letterID: sent, sentAt: now },
    { ...letter, letterID: waiting },
  ])
  const left = async () =>
    (await db.select().from(outbox).where(eq(outbox.kind, 'test'))).map(({ letterID }) => letterID).sort()
  await daysLater(89)
  expect(await left()).toEqual([sent, waiting].sort())
  await daysLater(2)
  expect(await left()).toEqual([waiting])
})

test('a link is deleted a day after it expired', async () => {
  const { db, clock } = testApp.context
  const { userID } = person
  const link = { tokenHash: userID, userID, expiresAt: clock() }
  await db.insert(resetTokens).values({ ...link, purpose: 'reset' })
  await db.insert(emailLinks).values({ ...link, purpose: 'undo', email: person.email })
  const left = async () => [
    await db.$count(resetTokens, eq(resetTokens.userID, userID)),
    await db.$count(emailLinks, eq(emailLinks.userID, userID)),
  ]
  await daysLater(0.9)
  expect(await left()).toEqual([1, 1])
  await daysLater(0.2)
  expect(await left()).toEqual([0, 0])
})
