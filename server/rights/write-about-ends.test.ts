import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { addDays, addMonths, formatDay, toDay } from '#contract/dates.ts'
import { rightApi } from '#contract/rights/api.ts'
import { lettersBeforeEnd } from '#contract/rights/right.ts'
import { house, registerEntries, rightContacts, rightHolders, rights } from '#server/database/schema.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { makeImportedBooking } from '#test/imported-booking.ts'
import { addHolder, rightOf, setEnd } from '#test/right-factory.ts'
import { sampleHouse } from '#test/sample-house.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { type ContactRow, sealReach } from './contacts.ts'
import { writeAboutEnds } from './write-about-ends.ts'

const testApp = prepareTestApp({}, 'each')
const daughter = prepareCaller(testApp, 'user', 'each')
const clerk = prepareCaller(testApp, 'staff', 'each')

let bookingID: string
beforeEach(async () => {
  bookingID = (await makeBooking(testApp.context, daughter.person, { status: 'Confirmed' })).bookingID
})

const db = () => testApp.context.db
const rightsOf = () => db().select().from(rights)
const today = () => toDay(testApp.time.now)
const end = (of: string, endsOn: string) => setEnd(testApp.context, of, endsOn)
const write = async () => {
  while (await writeAboutEnds(testApp.context));
}
const sent = async () =>
  (await testApp.letters({ kind: 'right-ends' })).map(({ text }) => /in (a month|\d+ months)\./.exec(text)?.[1])
const toPost = async () => (await clerk.call(rightApi.lettersToPost)).body

test('a family whose right ends in thirty years gets five letters before that, once each, although two servers write them and the house changes its rules', async () => {
  const endsOn = addMonths(`${Number(today().slice(0, 4)) + 30}-02-29`, 0)
  await setEnd(testApp.context, bookingID, endsOn, { extensionYears: 10, extensionTimes: 1 })
  await db().insert(house).values(sampleHouse)
  /** After ten and twenty years; the right keeps those of its own. */
  const changes = [
    { rightBasis: 'purchase', rightYears: 5, rightUntil: null, rightExtensionYears: 1, rightExtensionTimes: 9 },
    {
      rightBasis: 'perpetual',
      rightYears: null,
      rightUntil: null,
      rightExtensionYears: null,
      rightExtensionTimes: null,
    },
  ] as const
  const first = today().slice(0, 4)
  const due: Record<string, string> = {}
  /** Four days of each year, and the days before, on and after which a letter is due. */
  const quarters = Array.from({ length: 4 * 29 }, (_, quarter) => addMonths(today(), 3 * (quarter + 1)))
  const near = lettersBeforeEnd.flatMap((months) => [-1, 0, 1].map((days) => addDays(addMonths(endsOn, -months), days)))
  for (const day of [...new Set([...quarters, ...near])].filter((day) => day <= endsOn).sort()) {
    testApp.advanceTime(Date.parse(day) - Date.parse(today()))
    const years = Number(day.slice(0, 4)) - Number(first)
    const rules = years >= 20 ? changes[1] : years >= 10 ? changes[0] : undefined
    if (rules)
      await db()
        .update(house)
        .set({ ...rules, rightRulesAt: testApp.time.now })
    const before = (await sent()).length
    await Promise.all([write(), write()])
    const written = await sent()
    if (written.length > before) due[written.at(-1) ?? ''] = today()
  }
  expect(due).toEqual({
    '24 months': addMonths(endsOn, -24),
    '12 months': addMonths(endsOn, -12),
    '6 months': addMonths(endsOn, -6),
    '3 months': addMonths(endsOn, -3),
    'a month': addMonths(endsOn, -1),
  })
  expect(await sent()).toHaveLength(5)
  for (const { text } of await testApp.letters({ kind: 'right-ends' }))
    expect(text).toContain(`You can extend it until ${formatDay(addMonths(endsOn, 120))}`)
  expect((await rightsOf())[0]).toMatchObject({ endsOn, basis: 'fixedDay', extensionYears: 10 })
})

test('a right that is first seen five months before its end gets the letter of that time, and none of those before', async () => {
  await end(bookingID, addMonths(today(), 5))
  await write()
  expect(await sent()).toEqual(['6 months'])
  await end(bookingID, addDays(today(), -1))
  await write()
  expect(await sent()).toHaveLength(1)
})

test('an extended right gets its letters again before the new end', async () => {
  await end(bookingID, addMonths(today(), 12))
  await write()
  await end(bookingID, addMonths(today(), 24))
  await write()
  await write()
  expect(await sent()).toEqual(['12 months', '24 months'])
})

test('a family without an email address gets its letter by post, and a clerk records that it was posted, once', async () => {
  const imported = await makeImportedBooking(testApp.context)
  await testApp.context.db
    .update(registerEntries)
    .set({ holderEmail: '' })
    .where(eq(registerEntries.bookingID, imported))
  await end(imported, addMonths(today(), 3))
  await write()
  expect(await sent()).toEqual([])
  const address = '1 Hill Street'
  const addressSealed = testApp.context.vault.seal(address)
  await testApp.context.db.update(rightHolders).set({ addressSealed }).where(eq(rightHolders.bookingID, imported))
  const [letter] = await toPost()
  expect(letter).toMatchObject({ bookingID: imported, holder: 'Ng Boon Teck', address, months: 3 })
  expect(letter?.text).toContain('Ng Boon Teck')
  expect(letter?.text).toContain('nothing is given to anybody else')
  const body = { letterIDs: [letter?.letterID ?? ''] }
  expect((await daughter.call(rightApi.recordPosted, { body })).status).toBe(403)
  for (const _ of ['once', 'again']) expect((await clerk.call(rightApi.recordPosted, { body })).status).toBe(200)
  expect(await toPost()).toEqual([])
  const entries = await testApp.auditEntries({ action: 'right.letter_posted' })
  expect(entries).toMatchObject([{ actorID: clerk.person.userID }])
})

test('a closed account and a right that was extended meanwhile leave nothing to post but what is true', async () => {
  await testApp.context.db.execute(`update users set email = 'closed-${daughter.person.userID}@columba.invalid'
    where user_id = '${daughter.person.userID}'`)
  await end(bookingID, addMonths(today(), 6))
  await write()
  expect((await toPost()).map(({ months }) => months)).toEqual([6])
  await end(bookingID, addMonths(today(), 120))
  expect(await toPost()).toEqual([])
})

test('the letter goes to every holder of today, and not to the account that held the right before', async () => {
  const { rightID } = await rightOf(testApp.context, bookingID)
  const { db } = testApp.context
  await addHolder(testApp.context, rightID, 'Tan Ah Hua', '1 Hill Street')
  await addHolder(testApp.context, rightID, 'Tan Ah Beng', '2 Hill Street')
  await end(bookingID, addMonths(today(), 12))
  await write()
  const posted = async () => (await toPost()).map(({ holder, address, months }) => [holder, address, months])
  expect(await sent()).toEqual(['12 months'])
  expect((await posted()).sort()).toEqual([
    ['Tan Ah Beng', '2 Hill Street', 12],
    ['Tan Ah Hua', '1 Hill Street', 12],
  ])
  await db.delete(rightHolders).where(eq(rightHolders.bookingID, bookingID))
  await end(bookingID, addMonths(today(), 6))
  await write()
  expect(await sent()).toHaveLength(1)
  expect((await posted()).map(([, , months]) => months)).toEqual([6, 6])
})

/** Names a contact of the right of this booking, who has accepted. */
async function nameContact(of: string, reach: { email?: string; address?: string }, contact: Partial<ContactRow> = {}) {
  const { db, vault, clock } = testApp.context
  const { rightID } = await rightOf(testApp.context, of)
  const nowhere = { email: '', phone: '', address: '' }
  await db.insert(rightContacts).values({
    contactID: randomUUID(),
    rightID,
    kind: 'notices',
    name: 'Tan Ah Lian',
    reachSealed: sealReach(vault, { ...nowhere, ...reach }),
    addedAt: clock(),
    acceptedAt: clock(),
    acceptedBy: 'counter',
    ...contact,
  })
}

test('contacts who have accepted get the letter once, by email or by post, and read who named them', async () => {
  await end(bookingID, addMonths(today(), 6))
  await nameContact(bookingID, { email: 'lian@test.example' })
  await nameContact(bookingID, { address: '1 Hill Street' }, { kind: 'successor', place: 1, name: 'Tan Ah Hua' })
  for (const _ of ['once', 'again']) await write()
  const [letter, ...others] = await testApp.letters({ kind: 'right-ends', to: 'lian@test.example' })
  expect(others).toEqual([])
  expect(letter?.text).toContain(`${daughter.person.fullName} named you as a contact`)
  expect(letter?.text).not.toContain('My Bookings')
  expect(await testApp.letters({ kind: 'right-ends', to: daughter.person.email })).toHaveLength(1)
  const [posted, ...rest] = await toPost()
  expect(posted).toMatchObject({ holder: 'Tan Ah Hua', address: '1 Hill Street', months: 6 })
  expect(posted?.text).toContain(`${daughter.person.fullName} named you as a contact`)
  expect(rest).toEqual([])
})

test.each<[string, Partial<ContactRow>]>([
  ['who has not answered', { acceptedAt: null, acceptedBy: null }],
  ['who was removed', { removedAt: new Date('2026-01-01T00:00:00Z') }],
  ['who may collect the ashes only', { kind: 'ashes' }],
])('a contact %s gets no letter before the end of the right', async (_, contact) => {
  await end(bookingID, addMonths(today(), 6))
  await nameContact(bookingID, { email: 'lian@test.example' }, contact)
  await write()
  expect(await testApp.letters({ to: 'lian@test.example' })).toEqual([])
  expect(await sent()).toHaveLength(1)
})

test('a contact at the address of the holder gets no second letter', async () => {
  await end(bookingID, addMonths(today(), 6))
  await nameContact(bookingID, { email: daughter.person.email })
  await write()
  expect(await sent()).toHaveLength(1)
})
