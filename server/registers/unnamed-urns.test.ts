import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { familyApi } from '#contract/family/api.ts'
import { nameInNiche } from '#contract/registers/partial-date.ts'
import { urnApi } from '#contract/urns/api.ts'
import { beneficiaries, bookings, niches, registerEntries, urns } from '#server/database/schema.ts'
import { verifyAudit } from '#server/urns/verify-audit.ts'
import { registerFilesOf } from '#test/register-files.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { exportRegister } from './export-register.ts'
import { checkRegister, importRegister } from './import-register.ts'
import { undoImport } from './undo-import.ts'

const header = 'building,level,block,code,column,row,price,status,capacity,urns'
const nicheLines = [
  header,
  'St Anne,1,East,A-1,1,1,1200.00,Occupied,4,3',
  'St Anne,1,East,A-2,2,1,1200.00,Occupied,2,',
  'St Anne,1,East,A-3,3,1,1200.00,Occupied,,0',
  'St Anne,1,East,A-4,4,1,1200.00,Occupied,2,0',
].join('\n')
const people = [
  'code,holder_name,beneficiary_name,died,is_here,for_later',
  'A-1,Ng Siew Lan,Ng Ah Kow,1988,yes,',
  'A-2,Lim Bee,Lim Ah Seng,1990,,',
  'A-2,Lim Bee,Lim Bee,,no,',
  'A-4,Goh Mui,Goh Boon,,no,',
].join('\n')

const testApp = prepareTestApp(undefined, 'each')

async function run(action: typeof checkRegister, niches = nicheLines, names = people) {
  const messages: string[] = []
  const report = { report: ({ message }: { message: string }) => void messages.push(message) }
  const result = await action(testApp.context, registerFilesOf({ niches, people: names }), report)
  return { ...result, messages }
}

/** Who has a booking in the niche, each with the tag of their urn. */
const inNiche = (code: string) =>
  testApp.context.db
    .select({ name: beneficiaries.beneficiaryName, type: bookings.bookingType, tag: urns.tag })
    .from(niches)
    .innerJoin(bookings, eq(bookings.nicheID, niches.nicheID))
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .leftJoin(urns, eq(urns.bookingID, bookings.bookingID))
    .where(eq(niches.nicheCode, code))
    .orderBy(asc(bookings.placeNumber))

const tag = expect.stringMatching(/^U-/)

test('each urn that a register counts is in the ledger, with or without a name, and nobody who is not here has one', async () => {
  expect(await run(importRegister)).toMatchObject({ messages: [], added: { niches: 4, people: 4 } })
  expect(await inNiche('A-1')).toEqual([
    { name: 'Ng Ah Kow', type: 'Current', tag },
    { name: '', type: 'Current', tag },
    { name: '', type: 'Current', tag },
  ])
  expect(await inNiche('A-2')).toEqual([
    { name: 'Lim Ah Seng', type: 'Current', tag },
    { name: 'Lim Bee', type: 'Current', tag: null },
  ])
  expect(await inNiche('A-3')).toEqual([])
  expect(await inNiche('A-4')).toEqual([{ name: 'Goh Boon', type: 'Current', tag: null }])
  expect((await verifyAudit(testApp.context)).problems).toEqual([])
})

test('an export says how many urns are in each niche and who is here', async () => {
  await run(importRegister)
  const read = async (file: 'niches' | 'people') => {
    const parts: string[] = []
    for await (const part of exportRegister(testApp.context, file, { livingNRICs: true })) parts.push(part)
    return parts.join('')
  }
  const [niches, names] = [await read('niches'), await read('people')]
  expect([...niches.matchAll(/(A-\d),.*?,Occupied,,(\d?),,(\d?),/g)].map(([, ...found]) => found)).toEqual([
    ['A-1', '4', '3'],
    ['A-2', '2', '1'],
    ['A-3', '', '0'],
    ['A-4', '2', '0'],
  ])
  expect([...names.matchAll(/,(yes|no),,/g)].map(([, isHere]) => isHere)).toEqual(['yes', 'yes', 'no', 'no'])
})

test('staff see an urn without a name as one in its niche, at the wall and in the list of urns', async () => {
  await run(importRegister)
  const clerk = await testApp.signIn('staff')
  const [first, second] = await inNiche('A-1')
  const niche = await testApp.context.db.select().from(niches).where(eq(niches.nicheCode, 'A-1'))
  const nicheID = niche[0]?.nicheID ?? ''
  const people = (await clerk.call(bookingApi.inNiche, { query: { nicheID } })).body
  const unnamed = 'An urn without a name'
  expect(people.map(nameInNiche)).toEqual(['Ng Ah Kow', unnamed, unnamed])
  const look = { requestID: randomUUID(), event: 'disprove' as const, nicheCode: 'A-1' }
  const { others } = (await clerk.call(urnApi.check, { body: { ...look, tag: first?.tag ?? '' } })).body
  expect(others).toEqual([unnamed, unnamed])
  const list = await clerk.call(urnApi.csv, { query: {} })
  expect(String(list.body)).toContain(`${second?.tag},${unnamed},A-1`)
})

test('the deed is shown with the booking and with the urn', async () => {
  await run(importRegister, nicheLines, 'code,beneficiary_name,deed\nA-1,Ng Ah Kow,D 17/1988')
  const clerk = await testApp.signIn('staff')
  const [booking] = await testApp.context.db.select().from(registerEntries).where(eq(registerEntries.deed, 'D 17/1988'))
  const { bookingID = '' } = booking ?? {}
  const { register } = (await clerk.call(bookingApi.approval, { params: { bookingID } })).body
  expect(register?.deed).toBe('D 17/1988')
  const [urn] = await testApp.context.db.select().from(urns).where(eq(urns.bookingID, bookingID))
  expect((await clerk.call(urnApi.detail, { params: { tag: urn?.tag ?? '' } })).body.deed).toBe('D 17/1988')
})

test('the number of an old receipt is kept as text, and shown with the booking and on its statement', async () => {
  await run(importRegister, nicheLines, 'code,holder_name,beneficiary_name,receipt_no\nA-1,Ng Siew Lan,Ng Ah Kow,0117')
  const clerk = await testApp.signIn('staff')
  const [entry] = await testApp.context.db.select().from(registerEntries).where(eq(registerEntries.receiptNo, '0117'))
  const { bookingID = '' } = entry ?? {}
  const { register } = (await clerk.call(bookingApi.approval, { params: { bookingID } })).body
  expect(register?.receiptNo).toBe('0117')
  const statement = (await clerk.call(familyApi.statement, { query: { bookingID } })).body
  expect(statement).toMatchObject({ holderName: 'Ng Siew Lan', receiptNo: '0117', entries: [], balance: '0.00' })
})

test('people who are imported later take the places of urns without a name, and undoing that gives the urns back', async () => {
  await run(importRegister)
  const before = await inNiche('A-1')
  const more = `${people}\nA-1,Ng Siew Lan,Ng Mui,1999,,\nA-1,Ng Siew Lan,Ng Boon,,,yes`
  const { importID } = await run(importRegister, nicheLines, more)
  expect(await inNiche('A-1')).toEqual([
    before[0],
    { ...before[1], name: 'Ng Mui' },
    before[2],
    { name: 'Ng Boon', type: 'PreOrder', tag: null },
  ])
  await undoImport(testApp.context, importID ?? '')
  expect(await inNiche('A-1')).toEqual(before)
  expect((await verifyAudit(testApp.context)).problems).toEqual([])
})

test('names that an import of an earlier build gave to urns are taken away again, too', async () => {
  const { db } = testApp.context
  await run(importRegister)
  const before = await inNiche('A-1')
  testApp.advanceTime(1000)
  const { importID } = await run(importRegister, nicheLines, `${people}\nA-1,Ng Siew Lan,Ng Mui,1999,,`)
  await db.update(registerEntries).set({ unnamedByID: null })
  const folder = 'server/database/migrations'
  const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('fill_named_urns.sql'))
  const backfill = readFileSync(join(folder, name), 'utf8')
  expect((await db.execute(sql.raw(backfill))).rows).toHaveLength(1)
  expect((await db.execute(sql.raw(backfill))).rows).toEqual([])
  await undoImport(testApp.context, importID ?? '')
  expect(await inNiche('A-1')).toEqual(before)
})

test('a person whose urn has not come takes no urn without a name, and needs a place of their own', async () => {
  await run(importRegister)
  const messages = async (line: string) => (await run(checkRegister, nicheLines, `${people}\n${line}`)).messages
  expect(await messages('A-1,Ng Siew Lan,Ng Mui,,no,')).toEqual([])
  expect(await messages('A-1,Ng Siew Lan,Ng Mui,,no,\nA-1,Ng Siew Lan,Ng Boon,,no,')).toEqual([
    'The niche has places for 4, and its row says 3 urns: none is left for somebody who is not here.',
  ])
  const unsaid = nicheLines.replace('Occupied,4,3', 'Occupied,4,')
  const away = `${people}\nA-1,Ng Siew Lan,Ng Mui,,no,\nA-1,Ng Siew Lan,Ng Boon,,no,`
  expect((await run(checkRegister, unsaid, away)).messages).toEqual(['Columba has no place left in this niche.'])
})

test('a row that says another number of urns, or that somebody is here, contradicts the ledger', async () => {
  await run(importRegister)
  expect(await run(checkRegister, nicheLines.replace('4,3', '4,2'))).toMatchObject({
    messages: ['In Columba, this niche has 3 here.'],
  })
  const here = people.replace('Lim Bee,,no', 'Lim Bee,,yes')
  expect((await run(checkRegister, nicheLines, here)).messages).toEqual([
    expect.stringMatching(/^In Columba, booking \S+ of this niche has no here\.$/),
  ])
  const unsaid = `${nicheLines.replaceAll(/,\d$/gm, ',')}\n`
  const noUrnSaid = people.replaceAll(/,(yes|no),/g, ',,')
  expect(await run(checkRegister, unsaid, noUrnSaid)).toMatchObject({ messages: [], added: { niches: 0, people: 0 } })
})

test('halls, blocks and codes in another case are those of the house', async () => {
  await run(importRegister)
  const other = nicheLines.replaceAll('St Anne,1,East,A', 'ST ANNE,1,EAST,a')
  expect(await run(importRegister, `${other}\nst anne,1,east,a-5,5,1,900.00,Available,,`)).toMatchObject({
    messages: [],
    added: { niches: 1, people: 0 },
    unchanged: { niches: 4, people: 4 },
  })
  expect(await testApp.context.db.$count(niches)).toBe(5)
})
