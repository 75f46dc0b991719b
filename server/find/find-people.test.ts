import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { findApi } from '#contract/find/api.ts'
import { blocks, buildings, throttles } from '#server/database/schema.ts'
import { importRegister } from '#server/registers/import-register.ts'
import { registerFilesOf } from '#test/register-files.ts'
import { makeRestingPerson } from '#test/resting-person.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { makeListedUrn, moveTogether } from '#test/urn-factory.ts'
import { visitorSearches } from './find-people.ts'

const testApp = prepareTestApp()
beforeAll(async () => {
  testApp.time.now = new Date('2026-06-15T04:00:00Z')
})

const find = async (name: string, diedIn: string) =>
  (await testApp.anonymous.call(findApi.find, { body: { name, diedIn } })).body
const countFound = async (name: string, diedIn: string) => (await find(name, diedIn)).length

test('a visitor with full name and year of death gets name, years, place and directions', async () => {
  await makeRestingPerson(testApp.context, {
    name: 'Tan Mei Ling',
    dateOfBirth: '1938-11-02',
    dateOfDeath: '2024-01-31',
    shared: true,
  })
  await testApp.context.db.update(buildings).set({ directions: 'Past the pond.' })
  expect(await find('mei-ling TAN', ' 2024 ')).toEqual([
    {
      name: 'Tan Mei Ling',
      bornIn: '1938',
      diedIn: '2024',
      nicheCode: expect.stringMatching(/-03-05$/),
      nicheColumn: 3,
      nicheRow: 5,
      half: '',
      blockID: expect.any(String),
      blockName: 'A',
      view: null,
      levelNumber: 1,
      buildingName: expect.stringMatching(/^Hall /),
      directions: 'Past the pond.',
    },
  ])
  expect(await find('Tan Mei Ling', '2023')).toEqual([])
})

test.each(['陳亞九', '陈亚九', '陳亚九 Tan Ah Kow', 'Ah Kow Tan', 'tan ah kow', '陳亞九 Tan Ah Kow'])(
  '%s finds TAN Ah Kow 陳亞九',
  async (name) => {
    if ((await countFound('陳亞九', '2022')) === 0)
      await makeRestingPerson(testApp.context, { name: 'TAN Ah Kow 陳亞九', dateOfDeath: '2022-05-01', shared: true })
    expect((await find(name, '2022')).map((person) => person.name)).toEqual(['TAN Ah Kow 陳亞九'])
  },
)

test('a visitor who searches in traditional characters finds a name in simplified ones, and nobody with another character', async () => {
  await makeRestingPerson(testApp.context, { name: '吴丽珍', dateOfDeath: '2021-05-01', shared: true })
  expect((await find('吳麗珍', '2021')).map((person) => person.name)).toEqual(['吴丽珍'])
  for (const name of ['吳麗真', '吳麗', '麗', '伍麗珍']) expect(await countFound(name, '2021'), name).toBe(0)
})

test('a visitor is not sent to a niche whose urn has been taken out', async () => {
  const [clerk, colleague] = [await testApp.signIn('staff'), await testApp.signIn('admin')]
  const person = { beneficiaryName: 'Ong Kim Huat', dateOfDeath: '2019-03-01', sharedAt: testApp.time.now }
  const urn = await makeListedUrn(testApp.context, { person })
  expect(await countFound('Ong Kim Huat', '2019')).toBe(1)
  await moveTogether(urn, 'see', [clerk, colleague])
  expect(await countFound('Ong Kim Huat', '2019')).toBe(1)
  await moveTogether(urn, 'takeOut', [clerk, colleague])
  expect(await countFound('Ong Kim Huat', '2019')).toBe(0)
})

test.each([
  ['Tan', 'a part of the name'],
  ['Tan Mei L%', 'a wildcard of the database'],
  ['Tan Mei *', 'a wildcard'],
  ['Nat Mei Ling', 'other words of the same letters'],
])('a visitor who searches for "%s", %s, finds nobody', async (name) => {
  expect(await find(name, '2024')).toEqual([])
})

test.each([
  [{ name: '', diedIn: '2019' }, { name: 'Please enter the full name.' }],
  [{ name: '%', diedIn: '2019' }, { name: 'Please enter the full name.' }],
  [{ name: 'Tan Mei Ling', diedIn: '' }, { diedIn: 'Please enter the year of death, such as 2019.' }],
  [{ name: 'Tan Mei Ling', diedIn: '20__' }, { diedIn: 'Please enter the year of death, such as 2019.' }],
])('a search by a visitor with %j is refused at its field', async (body, errors) => {
  const { status, refusal } = await testApp.anonymous.call(findApi.find, { body })
  expect([status, refusal.errors]).toEqual([400, errors])
})

test.each([
  ['the day before the tenth anniversary', { dateOfDeath: '2016-06-16' }, 0],
  ['on the tenth anniversary', { dateOfDeath: '2016-06-15' }, 1],
  ['if only the month is known, while its last day can be less than ten years ago', { diedIn: '2016-06' }, 0],
  ['if only the month is known, after ten years', { diedIn: '2016-05' }, 1],
  ['if only the year is known, while its last day can be less than ten years ago', { diedIn: '2016' }, 0],
  ['if only the year is known, after ten years', { diedIn: '2015' }, 1],
])('people are found without the agreement of the holder ten years after their death: %s', async (_, dates, count) => {
  const name = `Lim ${Object.values(dates).join('').replaceAll(/\D/g, '')} Hwa`
  await makeRestingPerson(testApp.context, { name, dateOfBirth: null, ...dates })
  expect(await countFound(name, Object.values(dates).join('').slice(0, 4))).toBe(count)
})

test('everyone of the same name and year is listed, the eldest first; those who may not be found are not', async () => {
  const name = 'Ong Bee Lian'
  const dates = { dateOfDeath: '2020-02-02' }
  await makeRestingPerson(testApp.context, { name, ...dates, dateOfBirth: '1951-01-01', shared: true })
  await makeRestingPerson(testApp.context, { name: 'Ong Beelian', ...dates, dateOfBirth: '1932-01-01', shared: true })
  await makeRestingPerson(testApp.context, { name, ...dates, dateOfBirth: '1941-01-01' })
  expect((await find(name, '2020')).map(({ bornIn }) => bornIn)).toEqual(['1932', '1951'])
})

test.each([
  ['a pre-order', { type: 'PreOrder' }],
  ['a booking that waits for a decision', { status: 'Pending' }],
  ['an archived booking', { type: 'Archived' }],
  ['a cancelled booking', { status: 'Cancelled' }],
] as const)('the person of %s does not rest here and is not found', async (what, state) => {
  const name = `Koh ${what}`
  await makeRestingPerson(testApp.context, { name, dateOfDeath: '2024-02-02', shared: true, state })
  expect(await countFound(name, '2024')).toBe(0)
})

test('a person is not found any more once the booking is archived', async () => {
  const { bookingID } = await makeRestingPerson(testApp.context, {
    name: 'Seah Wei',
    dateOfDeath: '2024-02-02',
    shared: true,
  })
  expect(await countFound('Seah Wei', '2024')).toBe(1)
  const clerk = await testApp.signIn('staff')
  await clerk.call(bookingApi.archive, { body: { bookingID } })
  expect(await countFound('Seah Wei', '2024')).toBe(0)
})

test('a block that is numbered in another way is described by its view', async () => {
  await makeRestingPerson(testApp.context, { name: 'Chan Ah Huat', dateOfDeath: '2024-02-02', shared: true })
  const [found] = await find('Chan Ah Huat', '2024')
  const view = { columns: [5, 4, 3, 2, 1], rows: [6, 5] }
  await testApp.context.db
    .update(blocks)
    .set({ view })
    .where(eq(blocks.blockID, found?.blockID ?? ''))
  expect((await find('Chan Ah Huat', '2024'))[0]?.view).toEqual(view)
})

test('searches beyond the limit of an address are refused, those of other addresses are not', async () => {
  const remoteAddress = '203.0.113.9'
  await testApp.context.db.insert(throttles).values({
    key: `${visitorSearches.key}:${remoteAddress}`,
    count: visitorSearches.limit - 1,
    resetsAt: new Date(testApp.time.now.getTime() + 60_000),
  })
  const search = (from: string) => {
    const payload = { name: 'Tan Mei Ling', diedIn: '2019' }
    return testApp.app.inject({ method: 'POST', url: findApi.find.path, remoteAddress: from, payload })
  }
  expect((await search(remoteAddress)).statusCode).toBe(200)
  const refused = await search(remoteAddress)
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'THROTTLED'])
  expect((await search('203.0.113.10')).statusCode).toBe(200)
})

test('people of an imported register are found by name and year, ten years after the year of their death, once their block is published', async () => {
  const files = {
    niches:
      'building,level,block,code,column,row,price,status\n' +
      ['A-1', 'A-2', 'A-3', 'A-4'].map((code, at) => `St Anne,1,E,${code},${at + 1},1,1200,Occupied\n`).join(''),
    people:
      'code,holder_name,beneficiary_name,born,died\nA-1,,Lim Ah Bee,1932,2001\nA-2,,LIM AHBEE,,2001-05\nA-3,,Lim Ah Bee,,\nA-4,Ng Siew Lan,,,2001\n',
  }
  await importRegister(testApp.context, registerFilesOf(files), { report: () => undefined })
  expect(await countFound('Ah-Bee Lim', '2001')).toBe(0)
  await testApp.context.db.update(blocks).set({ isDraft: false })
  const found = await find('Ah-Bee Lim', '2001')
  expect(found.map(({ nicheCode, bornIn }) => [nicheCode, bornIn])).toEqual([
    ['A-1', '1932'],
    ['A-2', null],
  ])
})
