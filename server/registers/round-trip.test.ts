import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { expect, test as onEachEngine } from 'vitest'
import { hallApi } from '#contract/halls/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { readStatCounts } from '#server/dashboard/queries.ts'
import {
  beneficiaries,
  blocks,
  bookings,
  buildings,
  niches,
  payments,
  registerEntries,
  rights,
} from '#server/database/schema.ts'
import { endTerms } from '#server/rights/after-end.ts'
import { listHolders } from '#server/rights/holders.ts'
import { seedDemo } from '#server/seed/seed-demo.ts'
import { type RegisterContent, registerFilesOf } from '#test/register-files.ts'
import { passOn, setRight } from '#test/right-factory.ts'
import { sampleRegister } from '#test/sample-register.ts'
import { prepareTestApp, startTestApp, type TestApp } from '#test/test-app.ts'
import { exportRegister } from './export-register.ts'
import { checkRegister, importRegister } from './import-register.ts'
import { listImports } from './queries.ts'
import { undoImport } from './undo-import.ts'

const nicheText = [
  'building,level,block,code,column,row,price,status,reason',
  'St Anne,1,East,A-1,1,1,1200,Occupied,',
  'St Anne,1,East,A-2,2,1,1200,Reserved,',
  'St Anne,1,East,A-3,3,1,1200.50,Available,',
  'St Anne,2,"East, upper",B-1,1,1,900,Blocked,Cracked shelf',
].join('\n')
const peopleText = [
  'code,holder_name,holder_contact,beneficiary_name,born,died,identity_number,inscription,booked_on',
  'A-1,Ng Siew Lan,9123 4567,Ng Ah Hock,1932,1998-07,S1234567D,"Rest\nin peace",1998',
  'A-2,=Lim Bee,,,,,,,',
].join('\n')
const files = registerFilesOf({ niches: nicheText, people: peopleText })
const silent = { report: () => undefined }

/** What a row means does not depend on the engine. */
const test = onEachEngine.runIf(process.env.TEST_ENGINE === 'postgres')

const testApp = prepareTestApp(undefined, 'each')

test('a register is imported as confirmed bookings without payment, and missing values stay empty', async () => {
  const result = await importRegister(testApp.context, files, silent)
  expect(result).toMatchObject({ problems: 0, added: { niches: 4, people: 2 } })
  const rows = await testApp.context.db
    .select()
    .from(bookings)
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .innerJoin(niches, eq(niches.nicheID, bookings.nicheID))
    .innerJoin(registerEntries, eq(registerEntries.bookingID, bookings.bookingID))
    .orderBy(niches.nicheCode)
  expect(rows.map((row) => row.bookings)).toMatchObject([
    { bookingStatus: 'Confirmed', bookingType: 'Current', madeBy: 'import', userID: null, nicheStatus: 'Occupied' },
    { bookingStatus: 'Confirmed', bookingType: 'PreOrder', madeBy: 'import', userID: null, nicheStatus: 'Reserved' },
  ])
  expect(rows[0]?.beneficiaries).toMatchObject({ dateOfBirth: null, bornIn: '1932', diedIn: '1998-07', address: '' })
  expect(rows[1]?.beneficiaries).toMatchObject({ beneficiaryName: '', dateOfBirth: null, relationship: null })
  expect(rows[0] && JSON.parse(testApp.context.vault.openText(rows[0].register_entries.sourceSealed))).toMatchObject({
    holder_contact: '9123 4567',
    inscription: 'Rest\nin peace',
  })
  expect(await testApp.context.db.$count(payments)).toBe(0)
  expect((await readStatCounts(testApp.context.db)).get('bookings')).toBe(2)
})

test('couples, and a place kept beside somebody, come out of an export as they went in', async () => {
  const couples = {
    niches:
      'building,level,block,code,column,row,price,status,capacity,further_price\nSt Anne,1,E,A-1,1,1,1200,Occupied,2,300\nSt Anne,1,E,A-2,2,1,1200,Occupied,4,\n',
    people:
      'code,beneficiary_name,died,for_later\nA-1,Ng Ah Hock,1998,\nA-1,Lim Siew Hoon,2008,\nA-2,Tan Ah Kow,1990,\nA-2,Goh Bee Choo,,yes\n',
  }
  await expectRoundTrip(couples, { niches: 2, people: 4 })
  const rows = await testApp.context.db.select().from(bookings).orderBy(bookings.nicheID, bookings.placeNumber)
  expect(rows.map(({ placeNumber, besideBookingID }) => [placeNumber, besideBookingID !== null])).toEqual([
    ...[
      [1, false],
      [2, true],
      [1, false],
      [2, true],
    ],
  ])
  expect(String((await exported(testApp)).people)).toMatch(/A-2,.*Goh Bee Choo.*,yes,/)
})

test('a person beyond the capacity of a niche is a problem', async () => {
  const people = 'code,beneficiary_name\nA-1,Ng Ah Hock\nA-1,Lim Siew Hoon\n'
  const problems: string[] = []
  const report = { report: ({ message }: { message: string }) => problems.push(message) }
  await checkRegister(testApp.context, registerFilesOf({ niches: nicheText, people }), report)
  expect(problems).toEqual(['This niche already has a person in row 2.'])
})

test('importing the same files again changes nothing, also with the rows in another order', async () => {
  await importRegister(testApp.context, files, silent)
  expect(await importRegister(testApp.context, files, silent)).toMatchObject({
    importID: null,
    importedBefore: expect.any(Date),
  })
  const [header = '', ...rows] = nicheText.split('\n')
  const reordered = registerFilesOf({ niches: [header, ...rows.toReversed()].join('\n'), people: peopleText })
  expect(await importRegister(testApp.context, reordered, silent)).toMatchObject({
    importID: null,
    problems: 0,
    added: { niches: 0, people: 0 },
    unchanged: { niches: 4, people: 2 },
  })
})

test('a row that contradicts what Columba has is reported', async () => {
  await importRegister(testApp.context, files, silent)
  const other = registerFilesOf({ niches: nicheText.replace('1200.50', '1300') })
  const problems: unknown[] = []
  await checkRegister(testApp.context, other, { report: (problem) => problems.push(problem) })
  expect(problems).toMatchObject([
    { file: 'niches', row: 4, column: 'price', value: '1300.00', message: expect.stringContaining('has 1200.50') },
  ])
})

onEachEngine(
  'an export of the demo data, imported into an empty database and exported again, has identical bytes',
  async () => {
    await seedDemo(testApp.context)
    const first = await exported(testApp)
    const empty = await startTestApp()
    const problems: unknown[] = []
    const result = await importRegister(empty.context, registerFilesOf(first), {
      report: (problem) => problems.push(problem),
    })
    expect(problems).toEqual([])
    expect(result.importID).not.toBeNull()
    const second = await exported(empty)
    expect(second.niches.equals(first.niches)).toBe(true)
    expect(second.people.equals(first.people)).toBe(true)
    expect(first.people.toString().split('\r\n').length).toBeGreaterThan(3)
    await empty.close()
  },
)

test('values that a spreadsheet would run as formulas, and values of several lines, survive import and export', async () => {
  const niches = [
    'building,level,block,code,column,row,price,status',
    '=Hall,-1,@E,+A-1,1,1,0,Occupied',
    '"Hall, ""old""",-1,＝E,A_2 陳,1,1,1,Occupied',
  ].join('\n')
  const people = [
    'code,holder_name,holder_contact,beneficiary_name,inscription,remarks',
    `+A-1,"=HYPERLINK(""x"")",+65 9123 4567,-Tan,"Rest\nin peace\r\n\t@home",'quoted'`,
    `A_2 陳,＝Lim,,+,"one\rtwo",'`,
  ].join('\n')
  await expectRoundTrip({ niches, people }, { niches: 2, people: 2 })
  const stored = await testApp.context.db.select().from(registerEntries).orderBy(registerEntries.rowNumber)
  expect(stored.map(({ holderName, holderContact }) => [holderName, holderContact])).toEqual([
    ['=HYPERLINK("x")', '+65 9123 4567'],
    ['＝Lim', ''],
  ])
  const { people: text } = await exported(testApp)
  expect(text.toString()).toContain(`'+A-1,"'=HYPERLINK(""x"")",'+65 9123 4567,,'-Tan,`)
  expect(text.toString()).toContain('"Rest\nin peace\r\n\t@home"')
})

test('the register of the parish survives import and export, and is undone', async () => {
  const parish = {
    niches: readFileSync('docs/samples/parish-niches.csv'),
    people: readFileSync('docs/samples/parish-people.csv'),
  }
  await expectRoundTrip(parish, { niches: 300, people: 240 })
  const [{ importID } = { importID: '' }] = await listImports(testApp.context.db)
  await undoImport(testApp.context, importID)
  const { db } = testApp.context
  expect([await db.$count(niches), await db.$count(bookings)]).toEqual([0, 0])
})

/** Three parts of a thousand rows. `npm run bench -- import` imports fifty times as many. */
test('the register of a town survives import and export', { timeout: 600_000 }, async () => {
  const [niches, people] = [2400, 2100]
  await expectRoundTrip(sampleRegister(niches, people), { niches, people })
})

/** Imports the files, exports them, imports that into another database, and compares with its export. */
async function expectRoundTrip(files: RegisterContent, added: object) {
  expect(await importRegister(testApp.context, registerFilesOf(files), silent)).toMatchObject({ problems: 0, added })
  const first = await exported(testApp)
  const empty = await startTestApp()
  expect(await importRegister(empty.context, registerFilesOf(first), silent)).toMatchObject({ problems: 0, added })
  const second = await exported(empty)
  await empty.close()
  expect(second.niches.equals(first.niches)).toBe(true)
  expect(second.people.equals(first.people)).toBe(true)
}

async function exported({ context }: TestApp, hall?: string) {
  const read = async (file: 'niches' | 'people') => {
    const parts: string[] = []
    for await (const part of exportRegister(context, file, { livingNRICs: true, hall })) parts.push(part)
    return Buffer.from(parts.join(''))
  }
  return { niches: await read('niches'), people: await read('people') }
}

const ownRights = async ({ context }: TestApp) => {
  const found = await context.db
    .select({ right: rights, code: niches.nicheCode })
    .from(rights)
    .innerJoin(niches, eq(niches.nicheID, rights.nicheID))
    .orderBy(niches.nicheCode)
  return Promise.all(
    found.map(async ({ code, right: { rightID, grantedOn, endsOn, deedNumber, state } }) => {
      const names = (await listHolders(context, rightID)).map(({ name }) => name)
      return { code, grantedOn, endsOn, deedNumber, state, names }
    }),
  )
}

test('a hall that passes to another house keeps deed, first and last day and holders of each right there, and leaves the other hall', async () => {
  const content = {
    niches: `building,level,block,code,column,row,price,status,capacity
${['A-1', 'A-2', 'A-3', 'A-4'].map((code, at) => `St Anne,1,East,${code},${at + 1},1,1200,Occupied,2`).join('\n')}
St Jude,1,East,J-1,1,1,1200,Occupied,
`,
    people: `code,holder_name,second_holder,beneficiary_name,died,deed,right_from,right_until
A-1,Ng Siew Lan,,Ng Ah Hock,1998,D-1,1998-07-14,2028-07-14
A-2,Lim Bee,Lim Ah Seng; Lim Ah Hua,Lim Ah Kow,2001,D-2,2001,2031
A-3,Goh Mui,,Goh Ah Tee,2003,,2003-02,
A-4,Koh Ah Moy,,Koh Ah Lek,1990,D-4,1990-01-02,2020-01-02
J-1,Tan Bee Choo,,Tan Ah Beng,2005,J-1,2005-01-01,2035-01-01
`,
  }
  expect(await importRegister(testApp.context, registerFilesOf(content), silent)).toMatchObject({ problems: 0 })
  const [first] = await testApp.context.db.select().from(rights).where(eq(rights.deedNumber, 'D-1'))
  await passOn(testApp.context, first?.rightID ?? '', 'Ng Mei')
  await setRight(testApp.context, first?.rightID ?? '', {
    endsOn: '2038-07-14',
    extended: 1,
    firstEndsOn: '2028-07-14',
  })
  const files = await exported(testApp, 'St Anne')
  const other = await startTestApp()
  const problems: unknown[] = []
  const report = (problem: unknown) => problems.push(problem)
  await importRegister(other.context, registerFilesOf(files), { report })
  expect(problems).toEqual([])
  expect(await exported(other)).toEqual(files)
  while (await endTerms(testApp.context));
  while (await endTerms(other.context));
  const passed = await ownRights(other)
  expect(passed).toEqual((await ownRights(testApp)).filter(({ code }) => code.startsWith('A')))
  expect(passed).toMatchObject([
    { grantedOn: '1998-07-14', endsOn: '2038-07-14', deedNumber: 'D-1', state: 'living', names: ['Ng Mei'] },
    { grantedOn: '2001', endsOn: '2031-12-31', deedNumber: 'D-2', names: ['Lim Bee', 'Lim Ah Seng', 'Lim Ah Hua'] },
    { grantedOn: '2003-02', endsOn: null, deedNumber: null, names: ['Goh Mui'] },
    { grantedOn: '1990-01-02', endsOn: '2020-01-02', deedNumber: 'D-4', state: 'ended' },
  ])
  await other.close()
})

test('walls, openings, opening times and directions come out of an export as they went in, and the database is the same', async () => {
  const header =
    'building,level,block,code,column,row,price,status,first_column_at,row_one_at,opening_width_mm,opening_height_mm,opens_at,directions'
  const wall = 'right,bottom,250,300,2030-04-05T09:30,"Past the pond,\nthen left"'
  const content = {
    niches: `${header}\n${[1, 2, 3].map((column) => `St Anne,1,E,A-${column},${column},1,1200.00,Reserved,${wall}`).join('\n')}\nSt Anne,1,F,F-1,1,1,1200.00,Available,,,,,,"Past the pond,\nthen left"\n`,
  }
  await expectRoundTrip(
    { ...content, people: 'code,holder_name\nA-1,Ng Siew Lan\nA-2,Lim Bee\nA-3,Goh Mui\n' },
    { niches: 4, people: 3 },
  )
  const [wide, usual] = await testApp.context.db.select().from(blocks).orderBy(blocks.blockName)
  expect(wide).toMatchObject({
    view: { columns: [3, 2, 1], rows: [1] },
    openingWidthMm: 250,
    openingHeightMm: 300,
    opensAt: new Date('2030-04-05T01:30:00Z'),
  })
  expect(usual).toMatchObject({ view: null, openingWidthMm: null, opensAt: null })
  const [hall] = await testApp.context.db.select().from(buildings)
  expect(hall?.directions).toBe('Past the pond,\nthen left')
})

test('an imported wall is drawn with the numbers of its niches, also after more were added', async () => {
  const viewAfter = async (...columns: number[]) => {
    const lines = columns.map((column) => `St Anne,1,E,A-${column},${column},2,1200.00,Available`)
    const niches = ['building,level,block,code,column,row,price,status', ...lines].join('\n')
    await importRegister(testApp.context, registerFilesOf({ niches }), silent)
    return (await testApp.context.db.select().from(blocks))[0]?.view
  }
  expect(await viewAfter(14, 15, 17)).toEqual({ columns: [14, 15, 17], rows: [2] })
  expect(await viewAfter(13, 18)).toEqual({ columns: [13, 14, 15, 17, 18], rows: [2] })
})

test('halves behind one door come out of an export as they went in, and no whole niche is at their place', async () => {
  const header = 'building,level,block,code,column,row,half,price,status'
  const halves = ['a', 'b'].map((half) => `St Anne,1,E,A-1-${half},1,1,${half},600.00,Reserved`)
  const people = 'code,holder_name\nA-1-a,Ng Siew Lan\nA-1-b,Lim Bee\n'
  await expectRoundTrip({ niches: [header, ...halves, ''].join('\n'), people }, { niches: 2, people: 2 })
  const whole = 'St Anne,1,E,A-1,1,1,,1200.00,Available'
  const check = (...rows: string[]) =>
    checkRegister(testApp.context, registerFilesOf({ niches: [header, ...rows, ''].join('\n') }), silent)
  expect(await check(whole)).toMatchObject({ problems: 1 })
  expect(await check(...halves, whole)).toMatchObject({ problems: 1 })
})

test('a file that says nothing about a wall does not contradict one that was corrected since', async () => {
  await importRegister(testApp.context, files, silent)
  const admin = await testApp.signIn('admin')
  const [block] = await testApp.context.db.select().from(blocks).where(eq(blocks.blockName, 'East'))
  const body = { blockID: block?.blockID ?? '', firstColumnAt: 'right' as const, rowOneAt: 'top' as const }
  expect((await admin.call(hallApi.changeNumbering, { body })).status).toBe(200)
  expect((await admin.call(nicheApi.block, { query: { blockID: body.blockID } })).body.view?.columns).toEqual([3, 2, 1])
  const again = registerFilesOf({ niches: `${nicheText}\n`, people: peopleText })
  expect(await checkRegister(testApp.context, again, silent)).toMatchObject({ problems: 0, added: { niches: 0 } })
})
