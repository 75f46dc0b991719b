import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/dates.ts'
import type { RemembranceChoice } from '#contract/family/remembrance.ts'
import { remembranceApi } from '#contract/family/remembrance-api.ts'
import { inTransaction } from '#server/core/context.ts'
import { beneficiaries, bookings, remembrances, users } from '#server/database/schema.ts'
import { makeUser } from '#test/factories.ts'
import { makeRestingPerson } from '#test/resting-person.ts'
import { prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { makeListedUrn, moveTogether } from '#test/urn-factory.ts'
import { endRemembrancesOf, writeRemembrances } from './remembrance.ts'

const testApp = prepareTestApp()
const solar: RemembranceChoice = { calendar: 'solar', leapMonth: 'ordinary', shortMonth: 'earlier' }
let holder: SignedInCaller
let bookingID: string
beforeEach(async () => {
  goTo('2026-06-15', '12:00')
  holder = await testApp.signIn(await makeUser(testApp.context))
  const name = 'Tan Ah Kow'
  const made = await makeRestingPerson(testApp.context, { name, dateOfDeath: '2025-09-01', holder: holder.person })
  bookingID = made.bookingID
})

function goTo(day: string, time = '09:00') {
  testApp.time.now = new Date(`${day}T${time}:00+08:00`)
}
/** Signs in again, because sessions end while the tests let months pass. */
const asHolder = () => testApp.signIn(holder.person)
const ask = async (choice = solar, caller?: SignedInCaller) =>
  (caller ?? (await asHolder())).call(remembranceApi.askRemembrance, { body: { bookingID, ...choice } })
const read = async () => (await (await asHolder()).call(remembranceApi.remembrance, { query: { bookingID } })).body
const letters = () => testApp.letters({ kind: 'remembrance', to: holder.person.email })
/** Runs the job on this day, and counts all letters about anniversaries so far. */
async function lettersOn(day: string, time = '09:00') {
  goTo(day, time)
  while (await writeRemembrances(testApp.context));
  return (await letters()).length
}
const tokenIn = ({ text }: { text: string }) => /end-reminder#(\S+)/.exec(text)?.[1] ?? ''
const rows = () => testApp.context.db.select().from(remembrances).where(eq(remembrances.bookingID, bookingID))

test('nobody is reminded of an anniversary without asking', async () => {
  expect(await read()).toEqual({ died: '2025-09-01', asked: null })
  expect(await lettersOn('2026-08-02')).toBe(0)
})

test('whoever asks gets one letter thirty days before each anniversary, not at night', async () => {
  expect((await ask()).status).toBe(200)
  expect(await read()).toEqual({ died: '2025-09-01', asked: { ...solar, nextOn: '2026-09-01' } })
  expect(await lettersOn('2026-06-15')).toBe(0)
  expect(await lettersOn('2026-08-01', '23:59')).toBe(0)
  expect(await lettersOn('2026-08-02', '08:59')).toBe(0)
  expect(await lettersOn('2026-08-02')).toBe(1)
  expect(await lettersOn('2026-08-02', '10:00')).toBe(1)
  expect((await read()).asked?.nextOn).toBe('2027-09-01')
  for (const day of ['2026-09-01', '2027-03-01', '2027-08-01']) expect(await lettersOn(day), day).toBe(1)
  expect(await lettersOn('2027-08-02')).toBe(2)
  const [letter] = await letters()
  expect(letter?.subject).toBe('The anniversary of Tan Ah Kow is on 1 Sep 2026')
})

test('the lunar anniversary is another day, and the letter says by which calendar', async () => {
  await ask({ ...solar, calendar: 'lunar' })
  const nextOn = (await read()).asked?.nextOn ?? ''
  expect(nextOn).toBe('2026-08-22')
  expect(await lettersOn('2026-07-22')).toBe(0)
  expect(await lettersOn('2026-07-23')).toBe(1)
  expect((await letters())[0]?.text).toContain('22 Aug 2026, by the lunar calendar')
})

test('an anniversary that is less than thirty days away when somebody asks has no letter', async () => {
  goTo('2026-08-10')
  await ask()
  expect((await read()).asked?.nextOn).toBe('2027-09-01')
  expect(await lettersOn('2026-08-17')).toBe(0)
  expect(await lettersOn('2027-08-02')).toBe(1)
})

test('a job that could not run for days writes late, until the anniversary is over', async () => {
  await ask()
  expect(await lettersOn('2026-08-20')).toBe(1)
  await testApp.context.db.update(remembrances).set({ writtenFor: null, lookOn: '2026-08-21' })
  expect(await lettersOn('2026-09-02')).toBe(1)
})

test('one press on the link in the letter ends the reminder, without signing in, and works once', async () => {
  await ask()
  await lettersOn('2026-08-02')
  const [letter] = await letters()
  const press = () =>
    testApp.anonymous.call(remembranceApi.endRemembranceByLink, { body: { token: tokenIn(letter ?? { text: '' }) } })
  expect((await press()).status).toBe(200)
  expect(await read()).toEqual({ died: '2025-09-01', asked: null })
  const again = await press()
  expect([again.status, again.refusal.code]).toEqual([404, 'REMINDER_LINK_ENDED'])
  expect(await lettersOn('2027-08-02')).toBe(1)
  const actions = (await testApp.auditEntries({ subject: bookingID })).map(({ action }) => action)
  expect(actions.filter((action) => action.startsWith('remembrance'))).toEqual([
    'remembrance.asked',
    'remembrance.ended',
  ])
})

test('the holder ends the reminder on the page of the person', async () => {
  await ask()
  expect((await holder.call(remembranceApi.endRemembrance, { body: { bookingID } })).status).toBe(200)
  expect(await lettersOn('2026-08-02')).toBe(0)
})

test('another choice replaces the one before', async () => {
  await ask()
  await ask({ ...solar, calendar: 'lunar' })
  expect(await rows()).toMatchObject([{ calendar: 'lunar' }])
})

test('a corrected date of death is noticed within a week', async () => {
  await ask()
  await lettersOn('2026-06-15')
  await testApp.context.db.update(beneficiaries).set({ dateOfDeath: '2025-08-01' })
  expect(await lettersOn('2026-06-22')).toBe(0)
  expect(await lettersOn('2026-07-02')).toBe(1)
})

test('a released urn ends the reminder without a letter', async () => {
  const both = [await testApp.signIn('staff'), await testApp.signIn('admin')] as const
  const urn = await makeListedUrn(testApp.context, { person: { dateOfDeath: '2025-09-01' } })
  holder = await testApp.signIn(urn.owner)
  bookingID = urn.bookingID
  await ask()
  for (const event of ['see', 'takeOut', 'release'] as const) await moveTogether(urn, event, both)
  expect(await read()).toEqual({ died: null, asked: null })
  expect(await lettersOn('2026-08-02')).toBe(0)
  expect(await rows()).toEqual([])
})

test.each([
  ['the booking is archived', { bookingType: 'Archived' as const }],
  ['the booking is somebody else’s', { userID: null }],
])('the reminder ends without a letter if %s', async (_, change) => {
  await ask()
  await testApp.context.db.update(bookings).set(change).where(eq(bookings.bookingID, bookingID))
  expect(await lettersOn('2026-08-02')).toBe(0)
  expect(await rows()).toEqual([])
})

test('the reminder ends without a letter if the date of death was removed', async () => {
  await ask()
  await testApp.context.db.update(beneficiaries).set({ dateOfDeath: null })
  expect(await lettersOn('2026-08-02')).toBe(0)
  expect(await rows()).toEqual([])
})

test('closing the account ends its reminders', async () => {
  await ask()
  await inTransaction(testApp.context, (context) => endRemembrancesOf(context, holder.person.userID))
  expect(await rows()).toEqual([])
})

test('a suspended holder gets no letter, and one as soon as the suspension is lifted', async () => {
  await ask()
  const suspend = (suspendedAt: Date | null) =>
    testApp.context.db.update(users).set({ suspendedAt }).where(eq(users.userID, holder.person.userID))
  await suspend(testApp.time.now)
  expect(await lettersOn('2026-08-02')).toBe(0)
  await suspend(null)
  expect(await lettersOn('2026-08-09')).toBe(1)
})

test('another person cannot ask, read or end', async () => {
  const stranger = await testApp.signIn(await makeUser(testApp.context))
  expect((await ask(solar, stranger)).status).toBe(404)
  expect((await stranger.call(remembranceApi.remembrance, { query: { bookingID } })).status).toBe(404)
  expect((await stranger.call(remembranceApi.endRemembrance, { body: { bookingID } })).status).toBe(404)
})

test('nobody can ask for somebody who is not with us, or whose day of death is not known', async () => {
  await testApp.context.db.update(beneficiaries).set({ dateOfDeath: null })
  expect((await ask()).refusal.code).toBe('NO_ANNIVERSARY')
  const made = await makeRestingPerson(testApp.context, {
    name: 'Lim',
    state: { type: 'PreOrder' },
    holder: holder.person,
  })
  bookingID = made.bookingID
  expect((await ask()).refusal.code).toBe('NO_ANNIVERSARY')
})

test('two replicas that look at the same time write one letter', async () => {
  await ask()
  goTo('2026-08-02')
  await Promise.all([writeRemembrances(testApp.context), writeRemembrances(testApp.context)])
  testApp.advanceTime(dayMs)
  expect(await lettersOn('2026-08-03')).toBe(1)
})
