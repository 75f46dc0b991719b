import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { auditApi } from '#contract/audit/api.ts'
import { hallApi } from '#contract/halls/api.ts'
import { formatRightNumber } from '#contract/rights/term.ts'
import {
  blockLocations,
  charges,
  niches,
  priceItems,
  registerImports,
  rightClaims,
  rights,
  staffInvitations,
  stockTakeDifferences,
  stockTakes,
  urnAttempts,
} from '#server/database/schema.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { makeNiche, makeUser } from '#test/factories.ts'
import { emptyAuditLog } from '#test/tamper-with-audit-log.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { makeListedUrn } from '#test/urn-factory.ts'
import { record } from './public.ts'

const testApp = prepareTestApp()
const admin = prepareCaller(testApp, 'admin')
beforeEach(() => emptyAuditLog(testApp.context.db))

async function addEntries(...subjects: string[]) {
  for (const subject of subjects) await record(testApp.context, 'export', subject)
}

test('the admin reads the audit log page by page, newest first', async () => {
  await addEntries(...Array.from({ length: 60 }, (_, index) => `B-${index}`))
  const first = await admin.call(auditApi.list, { query: {} })
  expect(first.body.entries.map(({ subject }) => subject).slice(0, 2)).toEqual(['B-59', 'B-58'])
  expect((await admin.call(auditApi.list, { query: { cursor: '' } })).body).toEqual(first.body)
  const rest = await admin.call(auditApi.list, { query: { cursor: Number(first.body.next) } })
  expect(rest.body).toMatchObject({ next: null })
  expect([...first.body.entries, ...rest.body.entries]).toHaveLength(60)
})

test('the admin filters the audit log by person, action, booking and period', async () => {
  await addEntries('B-1', 'B-2')
  const staff = await testApp.signIn('staff')
  const actor = { userID: staff.person.userID, name: staff.person.fullName, role: 'staff' as const, sessionHash: '' }
  await record({ ...testApp.context, actor }, 'lookup.nric', 'someone')
  expect(await subjects({ person: staff.person.email })).toEqual(['someone'])
  expect(await subjects({ actor: staff.person.email })).toEqual(['someone'])
  expect(await subjects({ action: 'export' })).toEqual(['B-2', 'B-1'])
  expect(await subjects({ booking: ' b-1 ' })).toEqual(['B-1'])
  expect(await subjects({ from: '2999-01-01' })).toEqual([])
  expect(await subjects({ person: 'nobody at all' })).toEqual([])
})

test('a person in the filter is who did it or whom it is about, by email or the beginnings of the name', async () => {
  const clerk = await makeUser(testApp.context, { role: 'staff', fullName: 'Nurul Huda' })
  const applicant = await makeUser(testApp.context, { fullName: 'Quek Boon Huat' })
  const actor = { userID: clerk.userID, name: clerk.fullName, role: 'staff' as const, sessionHash: '' }
  await record({ ...testApp.context, actor }, 'lookup.user', applicant.userID)
  for (const person of [clerk.email, 'huda nur', applicant.email.toUpperCase(), 'quek'])
    expect(await subjects({ person }), person).toEqual([applicant.userID])
  expect(await subjects({ person: 'uek' })).toEqual([])
})

test('a niche code finds the entries of the niche and of all its bookings, in any case, with spaces around it and without its hyphens', async () => {
  const owner = await makeUser(testApp.context)
  const { bookingID, nicheID } = await makeBooking(testApp.context, owner)
  await makeBooking(testApp.context, owner)
  await addEntries('B-ELSEWHERE')
  await record(testApp.context, 'niche.overridden', nicheID)
  await record(testApp.context, 'booking.release', bookingID)
  const code = await codeOf(nicheID)
  for (const niche of [
    code,
    ` ${code.toLowerCase()} `,
    code.replaceAll('-', ''),
    code.toLowerCase().replaceAll('-', ' '),
  ])
    expect(await subjects({ niche }), niche).toEqual([bookingID, nicheID])
  expect(await subjects({ niche: code, action: 'booking.release' })).toEqual([bookingID])
  expect(await subjects({ niche: code.slice(0, -1) })).toEqual([])
  expect(await subjects({ niche: 'XX-9Z-01-01' })).toEqual([])
})

test('an entry names its right by number and niche, and a hall, a level, a block, an import or an item by its name', async () => {
  const { context } = testApp
  const { db } = context
  const { nicheID, blockID } = await makeNiche(context)
  const [right] = await db
    .insert(rights)
    .values({ rightID: randomUUID(), nicheID, basis: 'perpetual', state: 'living' })
    .returning()
  const [place] = await db.select().from(blockLocations).where(eq(blockLocations.blockID, blockID))
  const { itemID, importID } = { itemID: randomUUID(), importID: randomUUID() }
  const price = {
    itemID,
    kind: 'plaque',
    grossCents: 8000,
    taxCategory: 'standard',
    accountCode: '',
    chargedWhen: 'byHand',
  }
  for (const [name, validFrom] of [
    ['Plaque', '2026-01-01'],
    ['Brass plaque', '2026-02-01'],
  ] as const)
    await db.insert(priceItems).values({
      ...(price as typeof priceItems.$inferInsert),
      ...{ priceID: randomUUID(), name, validFrom, isWithdrawn: false, addedAt: testApp.time.now },
    })
  await db.insert(registerImports).values({
    ...{ importID, filesHash: importID, niches: 1, people: 1, created: {} as never },
    importedAt: new Date('2026-03-01T17:00:00Z'),
  })
  const { buildingName, buildingID = '', levelID = '', levelNumber, blockName } = place ?? {}
  await addEntries(right?.rightID ?? '', buildingID, levelID, blockID, importID, itemID, randomUUID())
  const { entries } = (await admin.call(auditApi.list, { query: {} })).body
  expect(entries.map(({ about }) => about)).toEqual([
    null,
    'Brass plaque',
    'Import of 2 Mar 2026',
    `${buildingName}, level ${levelNumber}, block ${blockName}`,
    `${buildingName}, level ${levelNumber}`,
    buildingName,
    formatRightNumber(right?.number ?? 0),
  ])
  expect(entries.at(-1)?.nicheCode).toBe(await codeOf(nicheID))
})

test('an entry names an invitation by its address, a charge by its booking, a claim by its right, and an urn or niche by its tag or code', async () => {
  const { context, time } = testApp
  const { db } = context
  const { nicheID, nicheCode, bookingID, tag } = await makeListedUrn(context)
  const [niche] = await db.select().from(niches).where(eq(niches.nicheID, nicheID))
  const [invitationID, chargeID, claimID, attemptID, countID, differenceID] = Array.from({ length: 6 }, () =>
    randomUUID(),
  )
  const { userID } = admin.person
  const email = 'invited@post.sg'
  await db.insert(staffInvitations).values({
    ...{ invitationID, email, role: 'admin', tokenHash: invitationID, invitedBy: userID },
    ...{ invitedAt: time.now, expiresAt: time.now },
  } as typeof staffInvitations.$inferInsert)
  const sold = { text: 'Flowers', cents: 5000, taxRate: 0, taxCategory: 'standard', accountCode: '', addedAt: time.now }
  await db.insert(charges).values({ chargeID, bookingID, ...sold } as typeof charges.$inferInsert)
  const [right] = await db
    .insert(rights)
    .values({ rightID: randomUUID(), nicheID, basis: 'perpetual', state: 'living' })
    .returning()
  const asked = { kind: 'succession', state: 'asked', name: 'Tan Mei', guardian: '', by: 'counter', papers: 'Will' }
  await db.insert(rightClaims).values({
    ...{ claimID, rightID: right?.rightID, ...asked, askedAt: time.now, objectUntil: '2026-12-01' },
  } as typeof rightClaims.$inferInsert)
  await db.insert(urnAttempts).values({
    ...{ attemptID, tag, event: 'takeOut', nicheID, outcome: 'mismatch', mismatch: 'identifier', details: {} },
    ...{ firstByID: userID, firstRequestID: randomUUID(), firstAt: time.now, expiresAt: time.now, endedAt: time.now },
  } as typeof urnAttempts.$inferInsert)
  await db.insert(stockTakes).values({
    ...{
      countID,
      blockID: niche?.blockID,
      state: 'cancelled',
      firstByID: userID,
      startedAt: time.now,
      endedAt: time.now,
    },
  } as typeof stockTakes.$inferInsert)
  await db.insert(stockTakeDifferences).values({
    ...{ differenceID, countID, nicheID, at: time.now },
  } as typeof stockTakeDifferences.$inferInsert)
  await emptyAuditLog(db)
  for (const id of [invitationID, chargeID, claimID, attemptID, differenceID]) await addEntries(id ?? '')
  const { entries } = (await admin.call(auditApi.list, { query: {} })).body
  expect(entries.map(({ about }) => about)).toEqual([
    `Niche ${nicheCode}`,
    `Urn ${tag}`,
    formatRightNumber(right?.number ?? 0),
    `Charge of booking ${bookingID}`,
    email,
  ])
})

test('a niche code finds its urns and changes of its price too, and a booking, a tag or a name its urn', async () => {
  const { db } = testApp.context
  const [urn, other] = [await makeListedUrn(testApp.context), await makeNiche(testApp.context)]
  const blockID = other.blockID
  await db.update(niches).set({ blockID, nicheColumn: 99 }).where(eq(niches.nicheID, urn.nicheID))
  const reprice = (nicheID: string, value: string) => {
    const body = { requestID: randomUUID(), blockID, nicheIDs: [nicheID], kind: 'set' as const, value, effectiveOn: '' }
    return admin.call(hallApi.changePrices, { body })
  }
  expect((await reprice(other.nicheID, '4000')).status).toBe(200)
  expect((await reprice(urn.nicheID, '4100')).status).toBe(200)
  expect(await subjects({ niche: urn.nicheCode })).toEqual([blockID, urn.tag])
  expect(await subjects({ booking: urn.bookingID })).toEqual([urn.tag])
  expect(await subjects({ booking: urn.tag.toLowerCase() })).toEqual([urn.tag])
  expect(await subjects({ booking: 'kow tan ah' })).toContain(urn.tag)
  expect(await subjects({ booking: 'Nobody At All' })).toEqual([])
})

test('an entry names the booking, the niche and the people that it is about', async () => {
  const owner = await makeUser(testApp.context, { fullName: 'Zainal Abidin' })
  const other = await makeUser(testApp.context, { fullName: 'Aminah Yusof' })
  const { bookingID, nicheID } = await makeBooking(testApp.context, owner)
  const nicheCode = await codeOf(nicheID)
  const actor = { userID: owner.userID, name: 'Zainal', role: 'user' as const, sessionHash: '' }
  await record({ ...testApp.context, actor }, 'booking.submit', bookingID)
  await record(testApp.context, 'niche.overridden', nicheID)
  await record(testApp.context, 'lookup.user', `${owner.userID} ${other.userID}`)
  await record(testApp.context, 'export', 'payments')
  const { body } = await admin.call(auditApi.list, { query: {} })
  const nothing = { bookingID: null, nicheCode: null, people: [] }
  expect(body.entries).toMatchObject([
    { ...nothing, subject: 'payments', actorName: 'Columba', actorEmail: null },
    {
      ...nothing,
      people: [
        { fullName: 'Aminah Yusof', email: other.email },
        { fullName: 'Zainal Abidin', email: owner.email },
      ],
    },
    { ...nothing, nicheCode },
    { bookingID, nicheCode, people: [], actorName: 'Zainal', actorEmail: owner.email },
  ])
})

const subjects = async (query: object) =>
  (await admin.call(auditApi.list, { query })).body.entries.map(({ subject }) => subject)

async function codeOf(nicheID: string) {
  const [niche] = await testApp.context.db.select().from(niches).where(eq(niches.nicheID, nicheID))
  return niche?.nicheCode ?? ''
}
