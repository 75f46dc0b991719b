import { expect, test } from 'vitest'
import { dayMs } from '#contract/dates.ts'
import { type RegisterEvent, registerApi } from '#contract/registers/api.ts'
import { type Draft, draftApi, shownWalls } from '#contract/registers/draft-api.ts'
import { kindOf } from '#contract/registers/problem.ts'
import { niches, registerDraftRows, registerDrafts, registerEntries, rights, urns } from '#server/database/schema.ts'
import { type MoveInSample, moveInSamples } from '#test/move-in-samples.ts'
import { createProductionServices, prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { makeWorkbook } from '#test/workbook.ts'
import { deleteOldDrafts } from './drafts.ts'

const testApp = prepareTestApp({ makeServices: createProductionServices }, 'each')
const admin = prepareCaller(testApp, 'admin', 'each')
const otherAdmin = prepareCaller(testApp, 'admin', 'each')
/** A house in which a second person can be asked. */
for (const role of ['staff', 'staff'] as const) prepareCaller(testApp, role, 'each')

const upload = async (content: Uint8Array, name: string) =>
  admin.call(draftApi.upload, { body: { name }, files: { file: { name, content: Buffer.from(content) } } })
const choose = ({ draftID, version, choices }: Draft, changes: MoveInSample['answers']) =>
  admin.call(draftApi.choose, {
    body: {
      draftID,
      version,
      choices: { ...choices, ...changes, columns: { ...choices.columns, ...changes.columns } },
    },
  })

async function run(endpoint: typeof registerApi.check | typeof registerApi.import, draftID: string, more = {}) {
  const { status, body } = await admin.call(endpoint, { body: { draftID, ...more }, files: {} })
  if (status !== 200) return { status, body }
  /** A slow run sends heartbeats between its events. */
  const lines = String(body)
    .split('\n\n')
    .filter((line) => line.startsWith('data: '))
  const events = lines.map((line) => JSON.parse(line.replace(/^data: /, '')) as RegisterEvent)
  return {
    problems: events.filter((event) => 'problem' in event),
    result: events.find((event) => 'result' in event)?.result,
  }
}

test.each(moveInSamples.map((sample) => [sample.name, sample] as const))(
  'the list %s comes in as its old book counts it, at the first try',
  async (name, { content, answers, totals }) => {
    const uploaded = await upload(content, name)
    expect(uploaded.status).toBe(200)
    const { body: draft } = await choose(uploaded.body, answers)
    const checked = await run(registerApi.check, draft.draftID)
    expect(checked.problems).toEqual([])
    const sum = (column: keyof typeof totals) => checked.result?.totals.reduce((all, block) => all + block[column], 0)
    expect(
      Object.fromEntries(Object.keys(totals).map((column) => [column, sum(column as keyof typeof totals)])),
    ).toEqual(totals)
    const imported = await run(registerApi.import, draft.draftID)
    expect(imported.result).toMatchObject({ importID: expect.any(String), problems: 0 })
    const { db } = testApp.context
    expect([await db.$count(niches), await db.$count(urns)]).toEqual([totals.niches, totals.urns])
    expect([await db.$count(registerDraftRows), (await admin.call(draftApi.find)).body]).toEqual([0, { draft: null }])
  },
)

test('an import asks first what it means that no date of death is given', async () => {
  const { body: draft } = await upload(
    Buffer.from('Niche,Hall,Level,Wall,Col,Tier,Fee,Name\nA-1,East,1,A,1,1,0,Tan Ah Kow\n'),
    'book.csv',
  )
  expect([draft.undated, draft.places.map(({ code }) => code)]).toEqual([1, ['A-1']])
  expect(await run(registerApi.check, draft.draftID)).toMatchObject({ status: 409, body: { code: 'DRAFT_UNANSWERED' } })
  const { body: answered } = await choose(draft, { undated: 'here' })
  expect((await run(registerApi.check, answered.draftID)).result).toMatchObject({
    problems: 0,
    added: { niches: 1, people: 1 },
  })
})

test.each([
  ['here', 7],
  ['living', 5],
] as const)(
  'rows without a name whose answer is "%s" make as many urns in the ledger as the totals say',
  async (undated, expected) => {
    const rows = [
      '1,occ.,Tan Ah Kow,1996,,',
      '1,occ.,,,,name worn off',
      '2,occ.,Goh Mui,1990,,',
      '2,occ.,,,Lim Soo,',
      '3,occ.,,,,left',
      '3,occ.,,,,right',
      '4,Sold,,,Ong Bee,',
      '5,occ.,Lee Ah Hock,,,',
    ]
    const content = rows.map((row) => `A-${row},East,1,A,${row[0]},1,0`).join('\n')
    const header = 'Niche,Status,Name,Died,Owner,Remarks,Hall,Level,Wall,Col,Tier,Fee'
    const { body: draft } = await upload(Buffer.from(`${header}\n${content}\n`), 'book.csv')
    expect(draft.undated).toBe(2)
    const { body: answered } = await choose(draft, { undated })
    const checked = await run(registerApi.check, answered.draftID)
    expect([checked.problems, checked.result?.totals.map(({ urns }) => urns)]).toEqual([[], [expected]])
    expect((await run(registerApi.import, answered.draftID)).result).toMatchObject({ problems: 0 })
    expect(await testApp.context.db.$count(urns)).toBe(expected)
  },
)

test('urns and dates of sold niches, and niches without an urn, are imported as the list says, without a problem', async () => {
  const rows = [
    '1,sold,1,Tan,,yes,',
    '2,sold,1,Lim,,,1',
    '3,sold,1,Goh,1988,,',
    '4,sold,1,Ong,1988,no,',
    '5,occ.,2,Lee,,,0',
    '6,occ.,1,Ng,,no,',
    '7,occ.,1,Koh,1990,,0',
    '8,sold,1,Teo,,,',
  ]
  const content = rows.map((row) => `A-${row},East,1,A,${row[0]},1,0`).join('\n')
  const header = 'Niche,Status,Capacity,Name,Died,Urn here,Number of urns,Hall,Level,Wall,Col,Tier,Fee'
  const { body: draft } = await upload(Buffer.from(`${header}\n${content}\n`), 'book.csv')
  expect(draft.undated).toBe(0)
  const checked = await run(registerApi.check, draft.draftID)
  expect(checked.problems).toEqual([])
  expect(checked.result?.totals).toMatchObject([{ niches: 8, Reserved: 1, Occupied: 7, people: 8, urns: 3 }])
  expect((await run(registerApi.import, draft.draftID)).result).toMatchObject({ problems: 0 })
  expect(await testApp.context.db.$count(urns)).toBe(3)
})

test('the dates of a right are read as other dates are, and the end of a lease lies in the future', async () => {
  const { body: draft } = await upload(
    Buffer.from(
      'Niche,Hall,Level,Wall,Col,Tier,Fee,Name,Died,Right from,Lease until\nA-1,East,1,A,1,1,0,Tan Ah Kow,1996,01/03/2012,Mar 2042\n',
    ),
    'book.csv',
  )
  expect(await run(registerApi.check, draft.draftID)).toMatchObject({ problems: [] })
  await run(registerApi.import, draft.draftID)
  expect(await testApp.context.db.select().from(rights)).toMatchObject([
    { grantedOn: '2012-03-01', endsOn: '2042-03-31' },
  ])
})

test('a draft shows each column with examples, survives until it is given up, and belongs to its admin', async () => {
  const { body: draft } = await upload(Buffer.from('Niche;Colour;Status\nA-1;red;SOLD\nA-2;;pillared\n'), 'book.csv')
  expect(draft.columns).toEqual([
    { name: 'Niche', filled: 2, examples: ['A-1', 'A-2'] },
    { name: 'Colour', filled: 1, examples: ['red'] },
    { name: 'Status', filled: 2, examples: ['SOLD', 'pillared'] },
    expect.objectContaining({ examples: ['book.csv'] }),
  ])
  expect(draft.values.map(({ value, becomes }) => [value, becomes])).toEqual([
    ['pillared', null],
    ['SOLD', 'Reserved'],
  ])
  expect((await admin.call(draftApi.find)).body.draft?.draftID).toBe(draft.draftID)
  expect((await otherAdmin.call(draftApi.find)).body).toEqual({ draft: null })
  expect((await otherAdmin.call(draftApi.discard, { body: { draftID: draft.draftID } })).status).toBe(409)
  expect((await admin.call(draftApi.discard, { body: { draftID: draft.draftID } })).status).toBe(200)
  expect(await testApp.context.db.$count(registerDraftRows)).toBe(0)
})

test('a draft shows three different values of each column, the first of the file, and none twice', async () => {
  const rows = ['red', 'red', '', 'blue', 'green', 'white'].map((colour, at) => `A-${at};${colour}\n`)
  const { body: draft } = await upload(Buffer.from(`Niche;Colour\n${rows.join('')}`), 'book.csv')
  expect(draft.columns.slice(0, 2)).toEqual([
    { name: 'Niche', filled: 6, examples: ['A-0', 'A-1', 'A-2'] },
    { name: 'Colour', filled: 5, examples: ['red', 'blue', 'green'] },
  ])
})

test('what was said of a file is suggested for the next with the same columns, and a second tab overwrites nothing', async () => {
  const book = Buffer.from('Niche;Colour;Status\nA-1;red;verkauft\n')
  const { body: draft } = await upload(book, 'book.csv')
  const said = {
    columns: { Colour: 'remarks' },
    values: { status: { verkauft: 'Reserved' } },
    same: { price: '0' },
  } as const
  expect((await choose(draft, said)).status).toBe(200)
  expect(await choose(draft, { codePattern: '{block}' })).toMatchObject({
    status: 409,
    body: { code: 'DRAFT_CHANGED' },
  })
  const other = Buffer.from('Niche;Hall;Status\nA-1;East;verkauft\n')
  expect((await upload(other, 'another hall.csv')).body.choices).toMatchObject({ values: said.values, same: {} })
  expect((await choose((await upload(book, 'book.csv')).body, said)).status).toBe(200)
  const { body: next } = await upload(book, 'book of next year.csv')
  expect(next.choices).toMatchObject({
    columns: { Niche: 'code', Colour: 'remarks', Status: 'status' },
    values: said.values,
    same: said.same,
  })
})

test('problems name the sheet, the row and the column of the file, and one kind of them can count as not recorded', async () => {
  const rows =
    'Niche,Hall,Level,Wall,Col,Tier,Fee,Name,Passed away,Mobile\nA-1,East,1,A,1,1,0,Tan,3014,book 4\nA-2,East,1,A,2,1,0,Lim,1999,12 34 56\n'
  const { body: draft } = await upload(Buffer.from(rows), 'book.csv')
  const { problems, result } = await run(registerApi.check, draft.draftID)
  expect(problems).toMatchObject([
    { problem: { sheet: 'book.csv', row: 2, header: 'Mobile', column: 'holder_contact', value: 'book 4' } },
    { problem: { sheet: 'book.csv', row: 2, header: 'Passed away', column: 'died', value: '3014' } },
  ])
  const kinds = result?.kinds.map(kindOf) ?? []
  expect(kinds).toHaveLength(2)
  await choose(draft, { notRecorded: kinds, furtherPeople: true })
  /** The answers are kept with the draft, for whoever closes the browser. */
  expect((await admin.call(draftApi.find)).body.draft?.choices).toMatchObject({
    notRecorded: kinds,
    furtherPeople: true,
  })
  const left = await run(registerApi.check, draft.draftID)
  expect(left.result).toMatchObject({ problems: 0, added: { people: 2 } })
})

test('a problem names the column of its own sheet, whatever other sheets call theirs', async () => {
  const sheet = (name: string, code: string, ofDeath: string, died: string) => ({
    name,
    rows: [
      ['Niche', 'Hall', 'Level', 'Wall', 'Col', 'Tier', 'Fee', 'Name', ofDeath],
      [code, 'East', 1, 'A', Number(code.slice(2)), 1, 0, 'Tan', died],
    ],
  })
  const book = makeWorkbook([
    sheet('East', 'A-1', 'Passed away', '3014'),
    sheet('West', 'A-2', 'Date of death', '1988'),
    sheet('Old', 'A-3', 'Died', '1988'),
  ])
  const { body: draft } = await upload(book, 'book.xlsx')
  await choose(draft, { sheets: draft.choices.sheets.map((each, at) => ({ ...each, isUsed: at < 2 })) })
  const { problems } = await run(registerApi.check, draft.draftID)
  expect(problems).toMatchObject([{ problem: { sheet: 'East', header: 'Passed away', value: '3014' } }])
})

test('sheets that each count their niches from 1 have niches of their own if the name of the sheet comes before the code', async () => {
  const sheet = (name: string) => ({
    name,
    rows: [
      ['Niche', 'Hall', 'Level', 'Fee', 'Name', 'Died'],
      [1, 'East', 1, 0, `Tan of ${name}`, '1988'],
      [2, 'East', 1, 0, '', ''],
      ['', 'East', 1, 0, '', ''],
    ],
  })
  const { body: draft } = await upload(makeWorkbook([sheet('North'), sheet('South')]), 'book.xlsx')
  const { body: said } = await choose(draft, { columns: { 'Name of the sheet': 'code' } })
  expect(said.places.map(({ code, block }) => [code, block])).toEqual([
    ['North-1', 'North'],
    ['North-2', 'North'],
    ['', ''],
  ])
  const { problems, result } = await run(registerApi.check, said.draftID)
  expect(problems).toHaveLength(2)
  expect(result).toMatchObject({ added: { niches: 4, people: 2 } })
})

test('a name of a column that means something else in another sheet is followed by the name of its sheet', async () => {
  const book = makeWorkbook([
    {
      name: 'East',
      rows: [
        ['No.', 'Name'],
        ['E-1', 'Tan'],
      ],
    },
    {
      name: 'West',
      rows: [
        ['No.', 'Niche', 'Name', 'Deceased'],
        ['1', 'W-1', 'Lim', 'Goh'],
      ],
    },
  ])
  const { body: draft } = await upload(book, 'book.xlsx')
  expect(draft.choices.columns).toEqual({
    'No. (East)': 'code',
    'Name (East)': 'beneficiary_name',
    'No. (West)': '',
    Niche: 'code',
    'Name (West)': '',
    Deceased: 'beneficiary_name',
  })
  expect(draft.places.map(({ code }) => code)).toEqual(['E-1', 'W-1'])
})

test.each([
  [
    'a column with a better name, which that file did not have, is not joined with it',
    [['No.,Name', {}]],
    'No.,Niche,Name,Name of deceased',
    { 'No.': '', Niche: 'code', Name: '', 'Name of deceased': 'beneficiary_name' },
  ],
  [
    'a use that the admin preferred to a better name is kept',
    [['Niche,Old code', { Niche: '', 'Old code': 'code' }]],
    'Niche,Old code',
    { Niche: '', 'Old code': 'code' },
  ],
  [
    'two columns that became one become it again',
    [['Niche,Given,Family', { Given: 'beneficiary_name', Family: 'beneficiary_name' }]],
    'Niche,Given,Family',
    { Niche: 'code', Given: 'beneficiary_name', Family: 'beneficiary_name' },
  ],
  [
    'a column that was not used is matched by its name',
    [['No.,Niche', {}]],
    'No.,Colour',
    { 'No.': 'code', Colour: '' },
  ],
  [
    'an earlier file is asked, too',
    [
      ['Niche,Colour', { Colour: 'remarks' }],
      ['Niche,Name', {}],
    ],
    'Niche,Colour',
    { Niche: 'code', Colour: 'remarks' },
  ],
] as const)('of what was said of earlier files, %s', async (_, earlier, header, expected) => {
  const file = (header: string) => upload(Buffer.from(`${header}\n${header.replaceAll(/[^,]+/g, 'x')}\n`), 'book.csv')
  for (const [columns, said] of earlier) {
    await choose((await file(columns)).body, { columns: said })
    testApp.advanceTime(1000)
  }
  expect((await file(header)).body.choices.columns).toEqual(expected)
})

test('a problem that names another row names its sheet as well, if rows of several sheets are read', async () => {
  const header = ['Niche', 'Hall', 'Level', 'Block', 'Column', 'Row', 'Fee', 'Capacity', 'Name', 'Died']
  const sheet = (name: string, ...codes: string[]) => ({
    name,
    rows: [header, ...codes.map((code) => [code, 'East', 1, 'A', Number(code.slice(2)), 1, 0, 1, '', ''])],
  })
  const book = makeWorkbook([sheet('Wall A', 'A-1', 'A-2'), sheet('Wall "B"', 'B-1', 'B-2')])
  const { body: draft } = await upload(book, 'book.xlsx')
  const { problems, result } = await run(registerApi.check, draft.draftID)
  expect(problems?.map((event) => 'problem' in event && [event.problem.sheet, event.problem.message])).toEqual([
    ['Wall "B"', 'Column and row of this block are also in row 2 of "Wall A".'],
    ['Wall "B"', 'Column and row of this block are also in row 3 of "Wall A".'],
  ])
  expect(result?.kinds).toMatchObject([{ count: 2 }])
})

test('what the rows of one niche say differently of it is a problem, and so is each row without a code', async () => {
  const rows = [
    'Niche,Hall,Level,Wall,Col,Tier,Fee,Name,Passed away',
    'A-1,East,1,A,1,1,800,Tan Ah Kow,1988',
    'a-1,EAST,01,A,1,1,800.00,Lim Mui,1999',
    'A-1,East,1,A,1,1,900,Tan Mei,2001',
    ',,,,,,,Total,',
    ',,,,,,,Goh,1999',
  ]
  const { body: draft } = await upload(Buffer.from(rows.join('\n')), 'book.csv')
  await choose(draft, { undated: 'here' })
  const { problems } = await run(registerApi.check, draft.draftID)
  const ofNiches = problems?.flatMap((event) =>
    'problem' in event && event.problem.file === 'niches' ? [event.problem] : [],
  )
  expect(ofNiches?.map(({ row, header, message }) => [row, header, message])).toEqual([
    [2, 'Fee', 'Row 4 says something else of this niche.'],
    [5, 'Niche', 'Code is missing.'],
    [6, 'Niche', 'Code is missing.'],
  ])
})

test('each sheet has its own names for the columns, in any case, and what was said of one is said of the next', async () => {
  const sheet = (name: string, header: string[], code: string) => ({ name, rows: [header, [code, 'Tan', 'x']] })
  const book = makeWorkbook([
    sheet('East', ['Niche', 'Name', 'Colour'], 'A-1'),
    sheet('West', ['NICHE NO.', 'DECEASED', 'Colour'], 'B-1'),
  ])
  const { body: draft } = await upload(book, 'book.xlsx')
  const columns = { Niche: 'code', Name: 'beneficiary_name', 'NICHE NO.': 'code', DECEASED: 'beneficiary_name' }
  expect(draft.choices.columns).toEqual({ ...columns, Colour: '' })
  await choose(draft, { columns: { Colour: 'remarks' } })
  const { body: next } = await upload(Buffer.from('NICHE;COLOUR\nC-1;red\n'), 'next.csv')
  expect(next.choices.columns).toEqual({ NICHE: 'code', COLOUR: 'remarks' })
})

test('the columns of another header are matched by their names once the admin says where it is', async () => {
  const { body: draft } = await upload(Buffer.from('Parish of St Anne,\nNiche,Colour\nA-1,red\n'), 'book.csv')
  expect(draft.choices).toMatchObject({ sheets: [{ headerRow: 1 }], columns: { 'Parish of St Anne': '' } })
  const sheets = draft.choices.sheets.map((sheet) => ({ ...sheet, headerRow: 2 }))
  const { body: next } = await choose(draft, { sheets })
  expect(next.choices.columns).toMatchObject({ Niche: 'code', Colour: '' })
})

test('a draft shows the header below a long title, and of many values those that nobody has explained', async () => {
  const titles = Array.from({ length: 9 }, (_, at) => `Line ${at + 1} about the parish`)
  const values = Array.from({ length: 50 }, (_, at) => `A-${at},1,word ${at}`)
  const book = [...titles, 'Niche,Level,Status', ...values.slice(0, 45), 'B-1,1,Sold', ...values.slice(45)]
  const { body: draft } = await upload(Buffer.from(book.join('\n')), 'book.csv')
  expect(draft.choices.sheets[0]?.headerRow).toBe(10)
  expect(draft.sheets[0]?.start.map(({ number }) => number)).toContain(10)
  const said = Object.fromEntries(draft.values.map(({ value }) => [value, 'Available']))
  const { body: next } = await choose(draft, { values: { status: said } })
  expect(next.values.slice(0, 10).map(({ value }) => value)).toEqual(values.slice(40).map((line) => line.slice(-7)))
})

test('the same spreadsheet once more changes nothing, whatever corner its walls of one row begin at', async () => {
  const book = Buffer.from('Niche,Hall,Level,Fee,Name,Died\nA-1,East,1,800,Tan,1988\nA-2,East,1,800,,\n')
  const said = {
    columns: 2,
    rows: 1,
    corner: 'bottom right',
    direction: 'along the row',
    missing: 'no niche',
  } as const
  const { body: first } = await upload(book, 'book.csv')
  await choose(first, { walls: { 'A-': said } })
  expect((await run(registerApi.import, first.draftID)).result).toMatchObject({ added: { niches: 2, people: 1 } })
  const { body: again } = await upload(book, 'book.csv')
  expect((await run(registerApi.check, again.draftID)).result).toMatchObject({
    problems: 0,
    added: { niches: 0, people: 0 },
    unchanged: { niches: 2, people: 1 },
  })
})

test('a corrected file says what differs from before, and corrects what is chosen and nothing else', async () => {
  const fileWith = (name: string, died: string, tel: string, deed: string) =>
    Buffer.from(
      'Niche,Hall,Level,Wall,Col,Tier,Fee,Name,Date of death,Tel,Deed\n' +
        `A-1,East,1,A,1,1,0,${name},${died},${tel},${deed}\n`,
    )
  const { body: first } = await upload(fileWith('Tan Ah Kow', '1996', '61234567', 'D-1'), 'book.csv')
  expect((await run(registerApi.import, first.draftID)).result).toMatchObject({ added: { people: 1 } })
  const { body: draft } = await upload(fileWith('Tan Ah Kow', '1996-05-14', '69999999', 'D-12'), 'book.csv')
  const { problems } = await run(registerApi.check, draft.draftID)
  const [entry] = await testApp.context.db.select().from(registerEntries)
  const bookingID = entry?.bookingID ?? ''
  expect(problems).toMatchObject([
    { problem: { column: 'holder_contact', value: '69999999', correctable: { bookingID, known: '61234567' } } },
    { problem: { column: 'died', value: '1996-05-14', correctable: { bookingID, known: '1996' } } },
    { problem: { column: 'deed', value: 'D-12', correctable: { bookingID, known: 'D-1' } } },
  ])
  const cells = [{ bookingID, column: 'deed' as const, known: 'D-1', value: 'D-12' }]
  const body = { draftID: draft.draftID, reason: 'The book was read again', cells }
  expect(await admin.call(registerApi.correct, { body })).toMatchObject({
    status: 200,
    body: { corrected: 1, asked: 0, refused: [] },
  })
  const left = await run(registerApi.check, draft.draftID)
  expect(left.problems).toMatchObject([{ problem: { column: 'holder_contact' } }, { problem: { column: 'died' } }])
  for (const seen of [
    { column: 'holder_contact', known: '61234567', value: '69999999' } as const,
    { column: 'died', known: '1996', value: '1996-05-14' } as const,
  ]) {
    const waiting = { ...body, cells: [{ bookingID, ...seen }] }
    expect((await admin.call(registerApi.correct, { body: waiting })).body).toEqual({
      corrected: 0,
      asked: 1,
      refused: [],
    })
  }
})

/** Imports a person, opens a corrected file as a draft, and says how its cells are corrected. */
async function openCorrected(before: string, corrected: string) {
  const file = (line: string) =>
    Buffer.from(`Niche,Hall,Level,Wall,Col,Tier,Fee,Name,Born,Date of death,Deed\nA-1,East,1,A,1,1,0,${line}\n`)
  const { body: first } = await upload(file(before), 'book.csv')
  expect((await run(registerApi.import, first.draftID)).result).toMatchObject({ added: { people: 1 } })
  const { body: draft } = await upload(file(corrected), 'book.csv')
  const [entry] = await testApp.context.db.select().from(registerEntries)
  const bookingID = entry?.bookingID ?? ''
  type Cell = { column: 'deed' | 'died'; known: string; value: string }
  const correct = (cells: readonly Cell[]) =>
    admin.call(registerApi.correct, {
      body: {
        ...{ draftID: draft.draftID, reason: 'The book was read again' },
        cells: cells.map((cell) => ({ bookingID, ...cell })),
      },
    })
  const storedDeed = async () => (await testApp.context.db.select().from(registerEntries))[0]?.deed
  return { draft, correct, storedDeed }
}
const deedCell = { column: 'deed', known: 'D-1', value: 'D-12' } as const
const haveChanged = (cells: string) => ({
  status: 409,
  body: {
    code: 'CELLS_CHANGED',
    error: `${cells} changed since the check, so nothing was corrected. Please check again.`,
  },
})

test('what another tab has changed since the check is not corrected, and neither is what was chosen with it', async () => {
  const { draft, correct, storedDeed } = await openCorrected('Tan Ah Kow,,1996,D-1', 'Tan Ah Kow,,03/04/1996,D-12')
  const diedCell = { column: 'died', known: '1996', value: '1996-04-03' } as const
  await choose(draft, { dateOrder: 'month first' })
  expect(await correct([deedCell, diedCell])).toMatchObject(haveChanged('1 cell has'))
  expect(await storedDeed()).toBe('D-1')
  expect((await correct([deedCell, { ...diedCell, value: '1996-03-04' }])).body).toEqual({
    ...{ corrected: 1, asked: 1, refused: [] },
  })
})

test('what somebody else has corrected since the check is not corrected by the file', async () => {
  const { correct, storedDeed } = await openCorrected('Tan Ah Kow,,1996,D-1', 'Tan Ah Kow,,1997,D-12')
  await testApp.context.db.update(registerEntries).set({ deed: 'D-7' })
  const diedCell = { column: 'died', known: '1995', value: '1997' } as const
  expect(await correct([deedCell, diedCell])).toMatchObject(haveChanged('2 cells have'))
  expect(await storedDeed()).toBe('D-7')
})

test('a row whose wrong values count as not recorded is corrected with that answer, and refused without it', async () => {
  const { draft, correct, storedDeed } = await openCorrected('Tan Ah Kow,,1996,D-1', 'Tan Ah Kow,1932-13-40,1996,D-12')
  const { problems } = await run(registerApi.check, draft.draftID)
  const answers = {
    notRecorded: problems?.flatMap((event) => ('problem' in event ? kindOf(event.problem) : [])) ?? [],
  }
  expect(await correct([deedCell])).toMatchObject(haveChanged('1 cell has'))
  await choose(draft, answers)
  const checked = await run(registerApi.check, draft.draftID)
  expect(checked.problems).toMatchObject([{ problem: { column: 'deed', value: 'D-12' } }])
  expect((await correct([deedCell])).body).toEqual({ corrected: 1, asked: 0, refused: [] })
  expect(await storedDeed()).toBe('D-12')
})

test('what a file is, its content says and not the end of its name', async () => {
  const rows = [
    ['Niche', 'Colour'],
    ['A-1', 'red'],
  ]
  const book = await upload(makeWorkbook([{ name: 'Wall A', rows }]), 'book.csv')
  expect(book.body.sheets).toMatchObject([{ name: 'Wall A', rows: 2 }])
  const text = await upload(Buffer.from(rows.map((cells) => cells.join(',')).join('\n')), 'book.xlsx')
  expect([text.status, text.body.columns.map(({ name }) => name).slice(0, 2)]).toEqual([200, ['Niche', 'Colour']])
})

test('a code that may be a month is a problem, if a spreadsheet has made days of several years of the codes', async () => {
  const header = 'Niche,Hall,Level,Wall,Col,Tier,Fee'
  const check = async (...codes: string[]) => {
    const rows = codes.map((code, at) => `${code},East,1,A,${at + 1},1,0`)
    const { body: draft } = await upload(Buffer.from([header, ...rows].join('\n')), 'book.csv')
    const { body: answered } = await choose(draft, { codeDates: 'day first' })
    const { problems } = await run(registerApi.check, answered.draftID)
    return problems?.map((event) => 'problem' in event && [event.problem.row, event.problem.column])
  }
  expect(await check('2026-01-05', '2026-01-01')).toEqual([])
  expect(await check('2026-01-05', '2013-05-01', '2026-01-01')).toEqual([
    [3, 'code'],
    [4, 'code'],
  ])
})

test('a draft says how many walls are not shown and how many are a guess; what is said of one counts for those alike', async () => {
  const prefixes = Array.from({ length: shownWalls + 5 }, (_, at) => `W${100 + at}-`)
  const codes = prefixes.flatMap((prefix, at) => [`${prefix}1`, `${prefix}${at === 0 ? 6 : 4}`])
  const book = Buffer.from(['Niche,Hall,Level,Fee', ...codes.map((code) => `${code},East,1,0`)].join('\n'))
  const { body: draft } = await upload(book, 'book.csv')
  expect([draft.walls.length, draft.hiddenWalls, draft.guessedWalls]).toEqual([shownWalls, 5, shownWalls + 5])
  const [, prefix = ''] = prefixes
  const wall = {
    columns: 1,
    rows: 4,
    corner: 'bottom left',
    direction: 'along the row',
    missing: 'a free niche',
  } as const
  const { body: said } = await choose(draft, { walls: { [prefix.toUpperCase()]: wall } })
  expect([said.guessedWalls, said.walls[0]?.wall.rows, said.walls[29]?.wall]).toEqual([1, 2, wall])
  expect((await run(registerApi.check, said.draftID)).result?.added.niches).toBe(2 + 4 * (shownWalls + 4))
})

test('a draft of a build that had no totals by status and kept no answers is shown with none, and checked', async () => {
  const { body: draft } = await upload(Buffer.from('Niche,Colour\nA-1,red\n'), 'book.csv')
  const { notRecorded: _answers, furtherPeople: _answer, ...choices } = draft.choices
  const book = { niches: 1, people: null, urns: null }
  const earlier = { ...choices, book } as unknown as Draft['choices']
  await testApp.context.db.update(registerDrafts).set({ choices: earlier })
  const { body } = await admin.call(draftApi.find)
  expect(body.draft?.choices).toMatchObject({
    book: { niches: 1, Occupied: null },
    notRecorded: [],
    furtherPeople: false,
  })
  expect((await run(registerApi.check, draft.draftID)).result).toMatchObject({ added: { niches: 0 } })
})

test('a file that cannot be read is refused with a sentence', async () => {
  expect(await upload(Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old.xls')).toMatchObject({
    status: 400,
    body: { code: 'REGISTER_UNREADABLE' },
  })
})

test('a draft shows no full identity number', async () => {
  const { body } = await upload(Buffer.from('Niche;NRIC\nA-1;S1234567D\nA-2;t7654321a\nA-3;K98765432\n'), 'book.csv')
  expect(JSON.stringify(body)).not.toMatch(/S1234567D|t7654321a|K98765432/)
  expect(body.columns[1]?.examples).toEqual(['•••••567D', '•••••321a', '•••••5432'])
  expect(body.sheets[0]?.start[0]?.cells).toEqual(['Niche', 'NRIC'])
})

test('the rows of a draft are encrypted, and deleted a month after the last change', async () => {
  await upload(Buffer.from('Niche;Name\nA-1;Tan Ah Kow\nA-2;Lim Mui\n'), 'book.csv')
  const { context } = testApp
  const [part] = await context.db.select().from(registerDraftRows)
  expect(part?.rowsSealed.includes('Tan Ah Kow')).toBe(false)
  await deleteOldDrafts({ ...context, clock: () => new Date(context.clock().getTime() + 29 * dayMs) })
  expect(await context.db.$count(registerDraftRows)).toBe(1)
  await deleteOldDrafts({ ...context, clock: () => new Date(context.clock().getTime() + 31 * dayMs) })
  expect(await context.db.$count(registerDraftRows)).toBe(0)
})
