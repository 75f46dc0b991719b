import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { dayMs } from '#contract/dates.ts'
import { nicheApi } from '#contract/niches/api.ts'
import type { NicheStatus } from '#contract/niches/niche.ts'
import { rightApi } from '#contract/rights/api.ts'
import { urnApi } from '#contract/urns/api.ts'
import { stockTakeApi } from '#contract/urns/stock-take-api.ts'
import { inTransaction } from '#server/core/context.ts'
import { bookings, niches, urnMoves, urns } from '#server/database/schema.ts'
import { setNicheStatus } from '#server/niches/public.ts'
import { verifyAudit } from '#server/urns/verify-audit.ts'
import { readNicheStatus } from '#test/booking-reads.ts'
import { registerFilesOf } from '#test/register-files.ts'
import { addHolder, rightOf } from '#test/right-factory.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { type MadeUrn, moveTogether, readUrn } from '#test/urn-factory.ts'
import { exportRegister } from './export-register.ts'
import { importRegister } from './import-register.ts'
import { enterUrnsOfMarkedNiches } from './marked-urns.ts'
import { listImports } from './queries.ts'
import { undoImport } from './undo-import.ts'

const nicheLines = [
  'building,level,block,code,column,row,price,status,capacity',
  'St Anne,1,East,A-1,1,1,1200.00,Occupied,2',
  'St Anne,1,East,A-2,2,1,1200.00,Reserved,',
  'St Anne,1,East,A-3,3,1,1200.00,Available,',
  'St Anne,1,East,A-4,4,1,1200.00,Occupied,',
].join('\n')
const people = [
  'code,holder_name,beneficiary_name,died',
  'A-1,Ng Siew Lan,Ng Ah Kow,1988',
  'A-1,Ng Siew Lan,Ng Mui,',
].join('\n')
const named = registerFilesOf({ niches: nicheLines, people })
const silent = { report: () => undefined }

const testApp = prepareTestApp(undefined, 'each')
const clerk = prepareCaller(testApp, 'staff', 'each')
const colleague = prepareCaller(testApp, 'admin', 'each')

const importFiles = async (files = named) => (await importRegister(testApp.context, files, silent)).importID ?? ''
const problems = async () => (await verifyAudit(testApp.context)).problems

/** The urns that the ledger has in this niche. */
async function urnsIn(nicheCode: string): Promise<MadeUrn[]> {
  const rows = await testApp.context.db
    .select({ tag: urns.tag, bookingID: bookings.bookingID, nicheID: niches.nicheID, nicheCode: niches.nicheCode })
    .from(niches)
    .innerJoin(bookings, eq(bookings.nicheID, niches.nicheID))
    .innerJoin(urns, eq(urns.bookingID, bookings.bookingID))
    .where(eq(niches.nicheCode, nicheCode))
  return rows.map((row) => ({ ...row, owner: clerk.person, name: '' }))
}

async function firstUrnIn(nicheCode: string): Promise<MadeUrn> {
  const [urn] = await urnsIn(nicheCode)
  if (!urn) throw new Error(`There is no urn in ${nicheCode}`)
  return urn
}

test('each person of an Occupied niche has an urn in the ledger, and so has one of which the register names nobody', async () => {
  await importFiles()
  expect(await Promise.all(['A-1', 'A-2', 'A-3', 'A-4'].map(async (code) => (await urnsIn(code)).length))).toEqual([
    2, 0, 0, 1,
  ])
  const urn = await readUrn(clerk, await firstUrnIn('A-4'))
  expect(urn).toMatchObject({
    beneficiaryName: '',
    place: 'listed',
    where: 'In niche A-4, from the register, not yet seen',
    moves: [{ event: 'enter', by: 'Columba', witness: null }],
  })
  expect(await problems()).toEqual([])
})

test('an export leaves out the bookings without a name, and its files can be imported again', async () => {
  await importFiles()
  const lines: string[] = []
  for await (const part of exportRegister(testApp.context, 'people', { livingNRICs: true })) lines.push(part)
  expect(lines.join('')).not.toContain('A-4')
  const again = await importRegister(testApp.context, registerFilesOf({ niches: `${nicheLines}\n`, people }), silent)
  expect(again).toMatchObject({ problems: 0, added: { niches: 0, people: 0 } })
})

test('people who are imported after their niches get the urns that are there', async () => {
  await importFiles(registerFilesOf({ niches: nicheLines }))
  const before = await urnsIn('A-1')
  expect(before).toHaveLength(1)
  const later = await importFiles()
  const tags = (await urnsIn('A-1')).map(({ tag }) => tag)
  expect(tags).toHaveLength(2)
  expect(tags).toContain(before[0]?.tag)

  await undoImport(testApp.context, later)
  expect(await urnsIn('A-1')).toEqual(before)
  expect(await problems()).toEqual([])
})

const findNiche = async (code: string) =>
  (await testApp.context.db.select().from(niches).where(eq(niches.nicheCode, code)))[0] ?? { nicheID: '', status: '' }

/** Overrides the niche as an admin. Returns the code of a refusal, or its new status. */
async function mark(code: string, newStatus: NicheStatus, as = colleague) {
  const { nicheID } = await findNiche(code)
  const { refusal } = await as.call(nicheApi.override, { body: { nicheID, newStatus, reason: 'An old urn' } })
  return refusal.code ?? (await findNiche(code)).status
}

test('a niche that an admin marks as Occupied has its urn at once, and taking the mark back withdraws it', async () => {
  await importFiles()
  for (const from of ['Available', 'Blocked', 'Available'] as const) {
    expect(await mark('A-3', from)).toBe(from)
    expect(await mark('A-3', 'Occupied')).toBe('Occupied')
    expect(await mark('A-3', 'Occupied')).toBe('Occupied')
    const [urn, ...others] = await urnsIn('A-3')
    expect(others).toEqual([])
    expect(urn && (await readUrn(clerk, urn))).toMatchObject({ place: 'listed', moves: [{ event: 'enter' }] })
    expect(await mark('A-3', from)).toBe(from)
    expect(await urnsIn('A-3')).toEqual([])
  }
  expect(await testApp.context.db.$count(bookings, eq(bookings.nicheID, (await findNiche('A-3')).nicheID))).toBe(0)
  expect(await listImports(testApp.context.db)).toHaveLength(1)
  expect(await problems()).toEqual([])
})

test('a marked niche keeps its urn if another status follows than the one before, or if it was labelled', async () => {
  await importFiles()
  expect(await mark('A-3', 'Occupied')).toBe('Occupied')
  const urn = await firstUrnIn('A-3')
  expect(await mark('A-3', 'Blocked')).toBe('Blocked')
  expect(await urnsIn('A-3')).toHaveLength(1)
  expect(await mark('A-3', 'Available')).toBe('URN_IN_NICHE')

  expect(await mark('A-3', 'Occupied')).toBe('Occupied')
  await clerk.call(urnApi.labels, { query: { tags: urn.tag } })
  expect(await mark('A-3', 'Blocked')).toBe('Blocked')
  expect(await urnsIn('A-3')).toHaveLength(1)
})

test('a mark is not taken back after a day, also if the niche is marked again', async () => {
  await importFiles()
  await mark('A-3', 'Occupied')
  testApp.advanceTime(dayMs)
  const later = await testApp.signIn(colleague.person)
  expect(await mark('A-3', 'Available', later)).toBe('URN_IN_NICHE')
  for (const status of ['Blocked', 'Occupied', 'Blocked'] as const)
    expect(await mark('A-3', status, later)).toBe(status)
  expect(await urnsIn('A-3')).toHaveLength(1)
  expect(await mark('A-3', 'Available', later)).toBe('URN_IN_NICHE')
})

test('a mark is taken back by the admin who made it, and not by another, also if they mark the niche again', async () => {
  await importFiles()
  await mark('A-3', 'Occupied')
  const other = await testApp.signIn('admin')
  expect(await mark('A-3', 'Available', other)).toBe('URN_IN_NICHE')
  for (const status of ['Blocked', 'Occupied', 'Blocked'] as const)
    expect(await mark('A-3', status, other)).toBe(status)
  expect(await mark('A-3', 'Available', other)).toBe('URN_IN_NICHE')
  expect(await urnsIn('A-3')).toHaveLength(1)
})

test('a marked niche that another person holds has no urn', async () => {
  await importFiles(registerFilesOf({ niches: nicheLines, people: `${people}\nA-2,Ng Siew Lan,Ng Boon,` }))
  expect(await mark('A-2', 'Occupied')).toBe('Occupied')
  expect(await urnsIn('A-2')).toEqual([])
})

test('people who are imported later have the urn of a marked niche, and undoing that import gives it back', async () => {
  await importFiles()
  await mark('A-3', 'Occupied')
  const urn = await firstUrnIn('A-3')
  const files = { niches: nicheLines.replace('Available', 'Occupied'), people: `${people}\nA-3,Ng Siew Lan,Ng Boon,` }
  const importID = await importFiles(registerFilesOf(files))
  expect(await urnsIn('A-3')).toEqual([urn])
  expect(await readUrn(clerk, urn)).toMatchObject({ beneficiaryName: 'Ng Boon' })
  await undoImport(testApp.context, importID)
  expect(await urnsIn('A-3')).toEqual([urn])
  expect(await readUrn(clerk, urn)).toMatchObject({
    beneficiaryName: '',
    holders: [{ name: '' }],
    bookingID: urn.bookingID,
  })
  expect(await mark('A-3', 'Available')).toBe('Available')
  expect(await problems()).toEqual([])
})

test('the background job enters the urns of niches that were marked for a day before marks did that', async () => {
  await importFiles()
  const { context, time } = testApp
  const { nicheID } = await findNiche('A-3')
  const change = { from: 'Available', to: 'Occupied', onlyFrom: 'Available', reason: 'An old urn' } as const
  await inTransaction(context, (context) => setNicheStatus(context, nicheID, change))
  const enterAfter = (ms: number) =>
    enterUrnsOfMarkedNiches({ ...context, clock: () => new Date(time.now.getTime() + ms) })
  await enterAfter(dayMs - 1)
  expect(await urnsIn('A-3')).toEqual([])
  await Promise.all([enterAfter(dayMs), enterAfter(dayMs)])
  expect(await urnsIn('A-3')).toHaveLength(1)
  expect(await problems()).toEqual([])
})

test('undoing an import removes its urns from the ledger, and nothing else can', async () => {
  const importID = await importFiles()
  await expect(testApp.context.db.delete(urnMoves)).rejects.toThrow()
  await undoImport(testApp.context, importID)
  expect(await testApp.context.db.$count(urnMoves)).toBe(0)
  expect(await problems()).toEqual([])
})

test('no single person makes a niche available in which a register has an urn', async () => {
  await importFiles()
  const { bookingID, nicheID } = await firstUrnIn('A-4')
  expect((await clerk.call(bookingApi.archive, { body: { bookingID } })).status).toBe(409)
  const override = { nicheID, newStatus: 'Available' as const, reason: 'It looks empty' }
  const { status, refusal } = await colleague.call(nicheApi.override, { body: override })
  expect([status, refusal.code]).toEqual([409, 'URN_IN_NICHE'])
  expect(await readNicheStatus(clerk, nicheID)).toBe('Occupied')
})

test('two people who find the niche empty correct the register, and then its booking can be archived', async () => {
  await importFiles()
  const urn = await firstUrnIn('A-4')
  const body = { requestID: randomUUID(), event: 'disprove' as const, tag: urn.tag, nicheCode: urn.nicheCode }
  expect((await clerk.call(urnApi.check, { body })).body).toMatchObject({ names: [], identifiers: [] })
  expect((await moveTogether(urn, 'disprove', [clerk, colleague])).body).toEqual({ state: 'done' })
  expect(await readUrn(clerk, urn)).toMatchObject({ place: 'nowhere', where: 'Not here: the register was wrong' })
  expect((await clerk.call(bookingApi.archive, { body: { bookingID: urn.bookingID } })).status).toBe(200)
  expect(await readNicheStatus(clerk, urn.nicheID)).toBe('Available')
  expect(await problems()).toEqual([])
})

test('the holder at the address in the register reads once that two people found no urn in the niche, and so does a further holder on paper', async () => {
  const row = 'A-4,Ng Siew Lan,siew.lan@old.example,Ng Ah Hock'
  const withEmail = `code,holder_name,holder_email,beneficiary_name\n${row}`
  await importFiles(registerFilesOf({ niches: nicheLines, people: withEmail }))
  const urn = await firstUrnIn('A-4')
  const { rightID } = await rightOf(testApp.context, urn.bookingID)
  await addHolder(testApp.context, rightID, 'Ng Ah Lian', '1 Hill Street')
  expect((await moveTogether(urn, 'disprove', [clerk, colleague])).body).toEqual({ state: 'done' })
  const words = 'that the urn of Ng Ah Hock rests in its niche. Two of our staff have looked, and it is not there.'
  const [letter, ...more] = await testApp.letters({ to: 'siew.lan@old.example' })
  expect([letter?.text, more]).toEqual([expect.stringContaining(words), []])
  const printed = (await clerk.call(rightApi.lettersToPost)).body
  expect(printed).toMatchObject([{ holder: 'Ng Ah Lian', text: expect.stringContaining(words) }])
})

test('a stock-take lists the urns of a register, and those that both people saw are seen from then on', async () => {
  await importFiles()
  const [block] = (await clerk.call(stockTakeApi.blocks)).body
  const { countID } = (await clerk.call(stockTakeApi.begin, { body: { blockID: block?.blockID ?? '' } })).body
  await colleague.call(stockTakeApi.begin, { body: { blockID: block?.blockID ?? '' } })
  const expected = [...(await urnsIn('A-1')), ...(await urnsIn('A-4'))]
  const missing = expected.at(-1)
  for (const person of [clerk, colleague]) {
    expect((await person.call(stockTakeApi.finish, { body: { countID } })).refusal.code).toBe('COUNT_INCOMPLETE')
    for (const { tag, nicheID, nicheCode } of expected) {
      const expectedTag = nicheCode === 'A-1' ? tag : ''
      const found =
        tag === missing?.tag ? { finding: 'missing' as const, tag: '' } : { finding: 'present' as const, tag }
      await person.call(stockTakeApi.mark, {
        body: { requestID: randomUUID(), countID, nicheID, expectedTag, ...found },
      })
    }
    expect((await person.call(stockTakeApi.finish, { body: { countID } })).status).toBe(200)
  }
  const [seen] = expected
  expect(await readUrn(clerk, seen as MadeUrn)).toMatchObject({
    place: 'niche',
    where: expect.stringMatching(/^In niche A-1, seen on .+, by two people$/),
    moves: [{ event: 'see', by: clerk.person.fullName, witness: colleague.person.fullName }, { event: 'enter' }],
  })
  expect((await readUrn(clerk, missing as MadeUrn)).place).toBe('listed')
  expect((await clerk.call(stockTakeApi.differences)).body).toMatchObject([{ nicheCode: 'A-4' }])
  expect(await problems()).toEqual([])
})
