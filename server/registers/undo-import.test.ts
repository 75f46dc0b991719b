import { randomUUID } from 'node:crypto'
import { eq, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { appointmentApi } from '#contract/appointments/api.ts'
import { everyDay } from '#contract/appointments/hours.ts'
import { bookingApi } from '#contract/bookings/api.ts'
import { correctionApi } from '#contract/bookings/correction-api.ts'
import { addDays, toDay } from '#contract/dates.ts'
import { findApi } from '#contract/find/api.ts'
import { hallApi, toOpeningTime } from '#contract/halls/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { registerApi } from '#contract/registers/api.ts'
import { urnApi } from '#contract/urns/api.ts'
import { stockTakeApi } from '#contract/urns/stock-take-api.ts'
import { readStatCounts } from '#server/dashboard/queries.ts'
import {
  beneficiaries,
  blocks,
  bookings,
  buildings,
  hallSchedules,
  levels,
  niches,
  priceChanges,
  registerEntries,
  urns,
} from '#server/database/schema.ts'
import { openDueBlocks } from '#server/halls/opening-times.ts'
import { makeAppointment } from '#test/appointment-factory.ts'
import { applicantFields, application, certificateFiles, submit } from '#test/booking-forms.ts'
import { makeUser } from '#test/factories.ts'
import { finishFirstSteps } from '#test/first-steps.ts'
import { linkToAccount } from '#test/link-to-account.ts'
import { registerFilesOf } from '#test/register-files.ts'
import { prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { makeUrn, moveTogether } from '#test/urn-factory.ts'
import { importRegister } from './import-register.ts'
import { undoImport } from './undo-import.ts'

const nicheLines = [
  'building,level,block,code,column,row,price,status',
  'St Anne,1,East,A-1,1,1,1200,Occupied',
  'St Anne,1,East,A-2,2,1,1200,Reserved',
  'St Anne,1,East,A-3,3,1,1200.50,Available',
].join('\n')
const files = registerFilesOf({
  niches: nicheLines,
  people: ['code,holder_name', 'A-1,Ng Siew Lan', 'A-2,Lim Bee'].join('\n'),
})
const silent = { report: () => undefined }

const testApp = prepareTestApp(undefined, 'each')

test('an import that was not used can be undone, and then imported again', async () => {
  const before = await readStatCounts(testApp.context.db)
  const { importID } = await importRegister(testApp.context, files, silent)
  await undoImport(testApp.context, importID ?? '')
  const { db } = testApp.context
  const left = [bookings, beneficiaries, niches, buildings, registerEntries].map((table) => db.$count(table))
  expect(await Promise.all(left)).toEqual([0, 0, 0, 0, 0])
  const figures = [...(await readStatCounts(db))].filter(([, amount]) => amount !== 0)
  expect(figures).toEqual([...before].filter(([, amount]) => amount !== 0))
  expect((await importRegister(testApp.context, files, silent)).importID).not.toBeNull()
})

const undoByAdmin = async (importID: string) => {
  const admin = await testApp.signIn('admin')
  expect((await admin.call(registerApi.undo, { body: { importID } })).status).toBe(200)
}
test.each([
  ['the command', (importID: string) => undoImport(testApp.context, importID)],
  ['an admin alone', undoByAdmin],
])('all admins are told when %s undoes an import that brought people or urns', async (_, undo) => {
  const admin = await testApp.signIn('admin')
  const niches = (status: string) => nicheLines.replaceAll(/Occupied|Reserved/g, status)
  const importAndUndo = async (content: Parameters<typeof registerFilesOf>[0]) => {
    const { importID } = await importRegister(testApp.context, registerFilesOf(content), silent)
    await undo(importID ?? '')
    return (await testApp.letters({ to: admin.person.email, kind: 'import-undone' })).length
  }
  expect(await importAndUndo({ niches: niches('Occupied') })).toBe(1)
  expect(await importAndUndo({ niches: niches('Reserved'), people: 'code,holder_name\nA-2,Lim Bee\n' })).toBe(2)
  expect(await importAndUndo({ niches: niches('Available') })).toBe(2)
})

test('an import cannot be undone once one of its bookings was released', async () => {
  const { importID } = await importRegister(testApp.context, files, silent)
  testApp.advanceTime(1000)
  const clerk = await testApp.signIn('staff')
  const [booking] = await testApp.context.db.select().from(bookings).where(eq(bookings.bookingType, 'PreOrder'))
  const released = await clerk.call(bookingApi.release, {
    body: { bookingID: booking?.bookingID ?? '', reason: 'They moved' },
  })
  expect(released.status).toBe(200)
  await expect(undoImport(testApp.context, importID ?? '')).rejects.toMatchObject({ code: 'REGISTER_IN_USE' })
})

test('an import cannot be undone once another person was placed beside one of its people', async () => {
  const { db } = testApp.context
  const niche = 'building,level,block,code,column,row,price,status,capacity\nSt Anne,1,East,A-1,1,1,1200,Reserved,3'
  const people = 'code,beneficiary_name\nA-1,Ng Siew Lan'
  await importRegister(testApp.context, registerFilesOf({ niches: niche, people }), silent)
  await db.update(blocks).set({ isDraft: false })
  const later = registerFilesOf({ niches: niche, people: `${people}\nA-1,Lim Bee` })
  const { importID } = await importRegister(testApp.context, later, silent)
  const [second] = await db.select().from(bookings).where(isNotNull(bookings.besideBookingID))
  const { bookingID = '', nicheID = '' } = second ?? {}
  const body = {
    ...applicantFields(await makeUser(testApp.context)),
    ...application(nicheID, 'PreOrder'),
    besideBookingID: bookingID,
    besideRelationship: 'Spouse' as const,
  }
  const clerk = await testApp.signIn('staff')
  expect((await clerk.call(bookingApi.submit, { body, files: certificateFiles('PreOrder') })).status).toBe(200)
  await expect(undoImport(testApp.context, importID ?? '')).rejects.toMatchObject({
    details: { why: `Another person was placed beside the one of booking ${bookingID} of this import.` },
  })
})

const uses: readonly (readonly [string, (used: UsedImport) => Promise<unknown>, RegExp])[] = [
  [
    'one of its bookings was linked to an account',
    async ({ clerk, bookingID }) => {
      const holder = await makeUser(testApp.context)
      return linkToAccount(testApp, clerk, holder, { bookingID, papers: 'The deed', nricSeen: true })
    },
    /^Booking B-\w+ of this import was changed or linked\.$/,
  ],
  [
    'one of its bookings was corrected',
    ({ clerk, bookingID }) =>
      clerk.call(correctionApi.correct, { body: { bookingID, reason: 'The deed says so.', holder_name: 'Ng S. L.' } }),
    /^Booking B-\w+ of this import was corrected\.$/,
  ],
  [
    'one of its bookings has an appointment',
    async ({ bookingID, nicheID, buildingID }) => {
      await makeAppointment(testApp.context, { bookingID, nicheID, buildingID }, 'confirmed', testApp.time.now)
    },
    /^Booking B-\w+ of this import has an appointment\.$/,
  ],
  [
    'somebody asked for one of its urns without documents',
    ({ clerk, tag }) => clerk.call(urnApi.reportLoss, { body: { tag, note: 'The son called.' } }),
    /^The urn of booking B-\w+ of this import was asked for\.$/,
  ],
  [
    'the niche of one of its urns was found empty',
    async ({ clerk, tag, bookingID, nicheID }) => {
      const urn = { tag, bookingID, nicheID, nicheCode: 'A-1', owner: clerk.person, name: '' }
      return moveTogether(urn, 'disprove', [clerk, await testApp.signIn('staff')])
    },
    /^The urn of booking B-\w+ of this import was (moved or seen|brought to a niche)\.$/,
  ],
  [
    'one of its niches was blocked',
    async ({ freeID }) => {
      const admin = await testApp.signIn('admin')
      const body = { nicheID: freeID, newStatus: 'Blocked', reason: 'The door is broken.' } as const
      return admin.call(nicheApi.override, { body })
    },
    /^The status of niche A-3 was changed\.$/,
  ],
]

interface UsedImport {
  clerk: SignedInCaller
  bookingID: string
  tag: string
  nicheID: string
  freeID: string
  buildingID: string
}

test.each(uses)('an import cannot be undone once %s', async (_, use, why) => {
  const { db } = testApp.context
  const { importID } = await importRegister(testApp.context, files, silent)
  testApp.advanceTime(1000)
  const [urn] = await db.select().from(urns)
  const [niche] = await db.select().from(niches).where(eq(niches.nicheCode, 'A-1'))
  const [free] = await db.select().from(niches).where(eq(niches.nicheCode, 'A-3'))
  const [hall] = await db.select().from(buildings)
  const { tag = '', bookingID = '' } = urn ?? {}
  const ids = { nicheID: niche?.nicheID ?? '', freeID: free?.nicheID ?? '', buildingID: hall?.buildingID ?? '' }
  const clerk = await testApp.signIn('staff')
  await use({ clerk, tag, bookingID, ...ids })
  await expect(undoImport(testApp.context, importID ?? '')).rejects.toMatchObject({
    code: 'REGISTER_IN_USE',
    details: { why: expect.stringMatching(why) },
  })
})

test('an import whose file withholds one person from visitors and shares another can be undone', async () => {
  const people = [
    'code,beneficiary_name,holder_name,visitors,withheld_reason',
    'A-1,Ng Ah Moi,Ng Siew Lan,withheld,The widow asked.',
    'A-2,Lim Ah Lek,Lim Bee,shared,',
  ].join('\n')
  const { importID } = await importRegister(testApp.context, registerFilesOf({ niches: nicheLines, people }), silent)
  testApp.advanceTime(1000)
  expect(await undoImport(testApp.context, importID ?? '')).toEqual({ niches: 3, people: 2 })
})

test('an import cannot be undone once one of its people is withheld from visitors', async () => {
  const { importID } = await importRegister(testApp.context, files, silent)
  testApp.advanceTime(1000)
  const clerk = await testApp.signIn('staff')
  const [booking] = await testApp.context.db.select().from(bookings).where(eq(bookings.bookingType, 'Current'))
  const body = { bookingID: booking?.bookingID ?? '', reason: 'A sister asked us to.' }
  expect((await clerk.call(findApi.withhold, { body })).status).toBe(200)
  await expect(undoImport(testApp.context, importID ?? '')).rejects.toMatchObject({
    details: { why: `The person of booking ${body.bookingID} of this import is withheld or shared.` },
  })
})

test('an import can still be undone after the opening time of its draft has passed, which then opens once it is published', async () => {
  const opensAt = toOpeningTime(new Date(testApp.time.now.getTime() + 3_600_000))
  const niches = `building,level,block,code,column,row,price,status,opens_at\nSt Anne,1,East,A-1,1,1,1200,Available,${opensAt}`
  const { importID } = await importRegister(testApp.context, registerFilesOf({ niches }), silent)
  testApp.advanceTime(3_600_000)
  await openDueBlocks(testApp.context)
  expect(await testApp.context.db.select().from(blocks)).toMatchObject([{ isDraft: true, opensAt: null }])
  expect(await undoImport(testApp.context, importID ?? '')).toEqual({ niches: 1, people: 0 })
})

test('an import cannot be undone once one of its urns was measured', async () => {
  const { importID } = await importRegister(testApp.context, files, silent)
  const clerk = await testApp.signIn('staff')
  const [urn] = await testApp.context.db.select().from(urns)
  const body = { tag: urn?.tag ?? '', widthMm: '200', heightMm: '250', cremationNumber: '' }
  expect((await clerk.call(urnApi.change, { body })).status).toBe(200)
  await expect(undoImport(testApp.context, importID ?? '')).rejects.toMatchObject({ code: 'REGISTER_IN_USE' })
})

test('an import cannot be undone once labels of its urns were opened', async () => {
  const { importID } = await importRegister(testApp.context, files, silent)
  const clerk = await testApp.signIn('staff')
  const [niche] = await testApp.context.db
    .select()
    .from(niches)
    .where(eq(niches.importID, importID ?? ''))
  await clerk.call(urnApi.inBlock, { query: { blockID: niche?.blockID ?? '' } })
  await expect(undoImport(testApp.context, importID ?? '')).rejects.toMatchObject({
    details: { why: expect.stringMatching(/^The labels of the block of niche A-\d were opened\.$/) },
  })
})

test('an import cannot be undone once the label of one of its urns was opened', async () => {
  const { importID } = await importRegister(testApp.context, files, silent)
  const clerk = await testApp.signIn('staff')
  const [urn] = await testApp.context.db.select().from(urns)
  await clerk.call(urnApi.detail, { params: { tag: urn?.tag ?? '' } })
  const labels = await clerk.call(urnApi.labels, { query: { tags: urn?.tag ?? '' } })
  expect(labels.body).toMatchObject([{ tag: urn?.tag, nicheCode: expect.stringMatching(/^A-\d$/) }])
  await expect(undoImport(testApp.context, importID ?? '')).rejects.toMatchObject({
    details: { why: `The urn of booking ${urn?.bookingID} of this import was labelled.` },
  })
})

test.each([
  [
    'labels were opened',
    (clerk: SignedInCaller, blockID: string) => clerk.call(urnApi.inBlock, { query: { blockID } }),
    /^The labels of the block of niche A-1 were opened\.$/,
  ],
  [
    'stock-take was begun',
    (clerk: SignedInCaller, blockID: string) => clerk.call(stockTakeApi.begin, { body: { blockID } }),
    /^The block of niche A-1 was counted in a stock-take\.$/,
  ],
])('an import that names the urns of an earlier one, whose %s before, cannot be undone', async (_, use, why) => {
  const earlier = await importRegister(testApp.context, registerFilesOf({ niches: nicheLines }), silent)
  testApp.advanceTime(1000)
  const answer = await use(await testApp.signIn('staff'), await findBlockID(earlier.importID))
  expect(answer.status).toBe(200)
  testApp.advanceTime(1000)
  const { importID } = await importRegister(testApp.context, files, silent)
  await expect(undoImport(testApp.context, importID ?? '')).rejects.toMatchObject({
    details: { why: expect.stringMatching(why) },
  })
})

test('an import can be undone whose urns were entered after the labels of their block were opened', async () => {
  const niche = 'building,level,block,code,column,row,price,status,capacity\nSt Anne,1,East,A-1,1,1,1200,Occupied,2'
  const people = 'code,beneficiary_name\nA-1,Ng Siew Lan'
  const earlier = await importRegister(testApp.context, registerFilesOf({ niches: niche, people }), silent)
  const clerk = await testApp.signIn('staff')
  await clerk.call(urnApi.inBlock, { query: { blockID: await findBlockID(earlier.importID) } })
  testApp.advanceTime(1000)
  const later = registerFilesOf({ niches: niche, people: `${people}\nA-1,Lim Bee` })
  const { importID } = await importRegister(testApp.context, later, silent)
  expect(await undoImport(testApp.context, importID ?? '')).toEqual({ niches: 0, people: 1 })
})

interface SetUpPlace {
  buildingID: string
  levelID: string
  blockID: string
  nicheID: string
}

const opening = { widthMm: '200', heightMm: '250' }
const setUps: readonly (readonly [string, (admin: SignedInCaller, at: SetUpPlace) => Promise<{ status: number }>])[] = [
  [
    'placement hours were entered',
    (admin, { buildingID }) => {
      const hours = { ...everyDay('9:00-17:00'), exceptions: '', slotMinutes: 30, capacity: 1 }
      return admin.call(appointmentApi.saveSchedule, { body: { buildingID, ...hours } })
    },
  ],
  [
    'its hall was renamed',
    (admin, { buildingID }) =>
      admin.call(hallApi.change, { body: { buildingID, buildingName: 'St Joachim', directions: '' } }),
  ],
  [
    'its level got another number',
    (admin, { levelID }) => admin.call(hallApi.changeLevel, { body: { levelID, levelNumber: 2 } }),
  ],
  [
    'its block was renamed',
    (admin, { blockID }) => admin.call(hallApi.renameBlock, { body: { blockID, blockName: 'West' } }),
  ],
  [
    'its wall was numbered from the right',
    (admin, { blockID }) =>
      admin.call(hallApi.changeNumbering, { body: { blockID, firstColumnAt: 'right', rowOneAt: 'top' } }),
  ],
  [
    'its doors were measured',
    (admin, { blockID }) => admin.call(hallApi.measureOpening, { body: { blockID, ...opening } }),
  ],
  [
    'one of its niches got more places',
    (admin, { nicheID }) =>
      admin.call(hallApi.changeCapacity, { body: { nicheIDs: [nicheID], capacity: 2, furtherPrice: '100.00' } }),
  ],
]

test.each(setUps)('an import can still be undone after %s', async (_, setUp) => {
  const { db } = testApp.context
  const { importID } = await importRegister(testApp.context, files, silent)
  testApp.advanceTime(1000)
  const admin = await testApp.signIn('admin')
  const [hall] = await db.select().from(buildings)
  const [niche] = await db.select().from(niches).where(eq(niches.nicheCode, 'A-3'))
  const [level] = await db.select().from(levels)
  const { buildingID = '' } = hall ?? {}
  const at = { buildingID, levelID: level?.levelID ?? '', blockID: niche?.blockID ?? '', nicheID: niche?.nicheID ?? '' }
  expect((await setUp(admin, at)).status).toBe(200)
  expect(await undoImport(testApp.context, importID ?? '')).toEqual({ niches: 3, people: 2 })
  expect([await db.$count(buildings), await db.$count(hallSchedules)]).toEqual([0, 0])
})

/** As families see it, with everything that a house needs before it opens. */
async function openHouse(importID: string | null) {
  const admin = await testApp.signIn('admin')
  await finishFirstSteps(testApp, admin)
  const body = { blockIDs: [await findBlockID(importID)], opensAt: '', opensHouse: true }
  expect((await admin.call(hallApi.publishBlocks, { body })).status).toBe(200)
}

test('an import whose block was published can be undone', async () => {
  const { importID } = await importRegister(testApp.context, files, silent)
  testApp.advanceTime(1000)
  await openHouse(importID)
  expect(await undoImport(testApp.context, importID ?? '')).toEqual({ niches: 3, people: 2 })
})

test('an import cannot be undone once somebody has booked one of its niches', async () => {
  const { importID } = await importRegister(testApp.context, files, silent)
  testApp.advanceTime(1000)
  await openHouse(importID)
  const [niche] = await testApp.context.db.select().from(niches).where(eq(niches.nicheCode, 'A-3'))
  expect((await submit(await testApp.signIn('user'), niche?.nicheID ?? '')).status).toBe(200)
  await expect(undoImport(testApp.context, importID ?? '')).rejects.toMatchObject({
    details: { why: 'Niche A-3 of this import was booked.' },
  })
})

test('niches that are added to a wall numbered from the right appear on it, and are gone from it after an undo', async () => {
  const header = 'building,level,block,code,column,row,price,status,first_column_at'
  const line = (column: number) => `\nSt Anne,1,East,A-${column},${column},1,1200,Available,right`
  const view = async () => (await testApp.context.db.select().from(blocks))[0]?.view
  await importRegister(testApp.context, registerFilesOf({ niches: header + line(1) + line(2) }), silent)
  expect(await view()).toEqual({ columns: [2, 1], rows: [1] })
  const more = registerFilesOf({ niches: header + line(1) + line(2) + line(3) })
  const { importID } = await importRegister(testApp.context, more, silent)
  expect(await view()).toEqual({ columns: [3, 2, 1], rows: [1] })
  expect(await undoImport(testApp.context, importID ?? '')).toEqual({ niches: 1, people: 0 })
  expect(await view()).toEqual({ columns: [2, 1], rows: [1] })
})

test('undoing an import whose block is counted in a stock-take is refused, and the refusal names the stock-take', async () => {
  const { importID } = await importRegister(testApp.context, files, silent)
  testApp.advanceTime(1000)
  const clerk = await testApp.signIn('staff')
  const body = { blockID: await findBlockID(importID) }
  expect((await clerk.call(stockTakeApi.begin, { body })).status).toBe(200)
  await expect(undoImport(testApp.context, importID ?? '')).rejects.toMatchObject({
    details: { why: expect.stringMatching(/^The block of niche A-\d was counted in a stock-take\.$/) },
  })
})

/** Changes the prices of all niches of the import, from this day on. */
async function changePrices(admin: SignedInCaller, importID: string | null, effectiveOn: string) {
  const imported = await testApp.context.db
    .select()
    .from(niches)
    .where(eq(niches.importID, importID ?? ''))
  const nicheIDs = imported.map(({ nicheID }) => nicheID)
  const change = { requestID: randomUUID(), kind: 'set', value: '1500', effectiveOn } as const
  const body = { ...change, blockID: await findBlockID(importID), nicheIDs }
  expect((await admin.call(hallApi.changePrices, { body })).status).toBe(200)
}

test('an import cannot be undone while a change of its prices is planned, and can once that is withdrawn', async () => {
  const { db } = testApp.context
  const { importID } = await importRegister(testApp.context, files, silent)
  testApp.advanceTime(1000)
  const admin = await testApp.signIn('admin')
  await changePrices(admin, importID, addDays(toDay(testApp.time.now), 1))
  await expect(undoImport(testApp.context, importID ?? '')).rejects.toMatchObject({
    details: { why: expect.stringMatching(/^A change of the price of niche A-\d is planned\.$/) },
  })
  const [change] = await db.select().from(priceChanges)
  const { status } = await admin.call(hallApi.withdrawPrices, { body: { changeID: change?.changeID ?? '' } })
  expect(status).toBe(200)
  expect(await undoImport(testApp.context, importID ?? '')).toEqual({ niches: 3, people: 2 })
  expect(await db.$count(priceChanges)).toBe(0)
})

test('an import cannot be undone once its prices were changed', async () => {
  const { importID } = await importRegister(testApp.context, files, silent)
  testApp.advanceTime(1000)
  await changePrices(await testApp.signIn('admin'), importID, '')
  await expect(undoImport(testApp.context, importID ?? '')).rejects.toMatchObject({
    details: { why: expect.stringMatching(/^The price of niche A-\d was changed\.$/) },
  })
})

test('the same files are imported again after a block that they added was deleted', async () => {
  const free = registerFilesOf({
    niches: 'building,level,block,code,column,row,price,status\nSt Anne,1,East,A-9,1,1,1200,Available',
  })
  const { importID } = await importRegister(testApp.context, free, silent)
  const admin = await testApp.signIn('admin')
  const blockID = await findBlockID(importID)
  expect((await admin.call(hallApi.deleteBlock, { body: { blockID } })).status).toBe(200)
  expect(await importRegister(testApp.context, free, silent)).toMatchObject({
    importedBefore: null,
    added: { niches: 1, people: 0 },
  })
})

async function findBlockID(importID: string | null): Promise<string> {
  const [niche] = await testApp.context.db
    .select()
    .from(niches)
    .where(eq(niches.importID, importID ?? ''))
  return niche?.blockID ?? ''
}

test('an import cannot be undone once the wrong urn was brought to one of its niches', async () => {
  const { importID } = await importRegister(testApp.context, files, silent)
  const clerk = await testApp.signIn('staff')
  const { tag } = await makeUrn(testApp.context, clerk)
  const [niche] = await testApp.context.db
    .select()
    .from(niches)
    .where(eq(niches.importID, importID ?? ''))
  const body = { requestID: randomUUID(), event: 'place' as const, tag, nicheCode: niche?.nicheCode ?? '' }
  expect((await clerk.call(urnApi.check, { body })).refusal.code).toBe('URN_MISMATCH')
  await expect(undoImport(testApp.context, importID ?? '')).rejects.toMatchObject({ code: 'REGISTER_IN_USE' })
})

test('an import cannot be undone once one of its urns was looked for in a niche of another', async () => {
  const { importID } = await importRegister(testApp.context, files, silent)
  const clerk = await testApp.signIn('staff')
  const [urn] = await testApp.context.db.select().from(urns)
  const { nicheCode } = await makeUrn(testApp.context, clerk)
  const body = { requestID: randomUUID(), event: 'disprove' as const, tag: urn?.tag ?? '', nicheCode }
  expect((await clerk.call(urnApi.check, { body })).refusal.code).toBe('URN_MISMATCH')
  await expect(undoImport(testApp.context, importID ?? '')).rejects.toMatchObject({
    details: { why: `The urn of booking ${urn?.bookingID} of this import was brought to a niche.` },
  })
})
