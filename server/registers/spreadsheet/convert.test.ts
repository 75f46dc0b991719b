import { expect, test } from 'vitest'
import { isSaidToBeHere } from '#contract/registers/check-register.ts'
import { type Choices, noChoices } from '#contract/registers/choices.ts'
import type { Context } from '#server/core/context.ts'
import { registerFilesOf } from '#test/register-files.ts'
import { convertSheets, openSheets, readPeople } from './convert.ts'
import { matchColumns } from './match-columns.ts'
import { joinDate, normalise } from './normalise.ts'
import { codeReader } from './read-code.ts'
import type { Cells } from './read-row.ts'

const wholeSheet = { isUsed: true, headerRow: 1, hasGroups: false, firstRow: null, lastRow: null }

/** Converts rows of one sheet, of which the first is the header; columns are matched by their names. */
async function convert(table: string[][], choices: Partial<Choices> = {}) {
  const rows = table.map((cells, at) => ({ number: at + 1, cells }))
  const [header = []] = table
  const staged = {
    sheets: [{ name: '', rows: rows.length, columns: header.length }],
    async *parts() {
      yield rows
    },
  }
  const all = { ...noChoices, sheets: [wholeSheet], columns: matchColumns(header), ...choices }
  const sheets = await openSheets(staged, all)
  const converted = await convertSheets(staged, sheets, all)
  const people: { number: number; person: number; row: Cells }[] = []
  for (const sheet of sheets)
    for await (const part of readPeople(staged, sheet, all, converted)) people.push(...part.people)
  return { ...converted, people }
}

test('columns are matched by the names of the register and by those that operators use, each once', () => {
  expect(matchColumns(['Niche No.', 'Hall', 'Status', 'Name of Deceased', 'Date_of_Birth', 'Owner', 'Colour'])).toEqual(
    {
      'Niche No.': 'code',
      Hall: 'building',
      Status: 'status',
      'Name of Deceased': 'beneficiary_name',
      Date_of_Birth: 'born',
      Owner: 'holder_name',
    },
  )
})

test('columns of dates of a right are matched, also with a column for each part', () => {
  const header = ['Niche', 'Year of grant', 'Lease from', 'Lease until']
  const columns = {
    Niche: 'code',
    'Year of grant': 'booked_on',
    'Lease from': 'right_from',
    'Lease until': 'right_until',
  }
  expect(matchColumns(header)).toEqual(columns)
  for (const name of ['Year of expiry', 'Expiry date', 'Date of expiry', '到期日'])
    expect(matchColumns([name])).toEqual({ [name]: 'right_until' })
  expect(matchColumns(['Year of expiry', 'Month of expiry'])).toEqual({
    'Year of expiry': 'right_until year',
    'Month of expiry': 'right_until month',
  })
})

test('columns with Chinese names are matched, in either form of the characters', () => {
  expect(matchColumns(['龕位編號', '姓名', '逝世日期', '聯絡人', '电话', '备注'])).toEqual({
    龕位編號: 'code',
    姓名: 'other_script',
    逝世日期: 'died',
    聯絡人: 'holder_name',
    电话: 'holder_contact',
    备注: 'remarks',
  })
})

test('a column of line numbers is not taken for the codes, nor one of names for the dead, if another has a clearer name', () => {
  expect(matchColumns(['No.', 'Name', 'Niche', 'Name of Deceased'])).toEqual({
    Niche: 'code',
    'Name of Deceased': 'beneficiary_name',
  })
  expect(matchColumns(['No.', 'Name'])).toEqual({ 'No.': 'code', Name: 'beneficiary_name' })
})

test('columns of another list beside the first are not taken for further people of its niches', () => {
  expect(matchColumns(['Niche', 'Name', 'Column 3', 'Niche (2)', 'Name (2)', 'Died'])).toEqual({
    Niche: 'code',
    Name: 'beneficiary_name',
  })
})

test.each([
  ['died', '7/6/2019', 'day first', '2019-06-07'],
  ['died', '7/6/2019', 'month first', '2019-07-06'],
  ['died', '12 May 1988', 'day first', '1988-05-12'],
  ['born', 'May 1932', 'day first', '1932-05'],
  ['born', '0', 'day first', ''],
  ['born', '0001-01-01', 'day first', ''],
  ['born', '3014', 'day first', '3014'],
  ['died', 'about 1950', 'day first', 'about 1950'],
  ['died', '1988年5月12日', 'day first', '1988-05-12'],
  ['died', '1988年', 'day first', '1988'],
  ['died', '12th May 1988', 'day first', '1988-05-12'],
  ['died', 'May 12, 1988', 'day first', '1988-05-12'],
  ['right_from', '01/03/2012', 'day first', '2012-03-01'],
  ['right_until', 'Mar 2042', 'day first', '2042-03'],
  ['right_until', '1/3/2042', 'month first', '2042-01-03'],
  ['right_until', '2042年3月1日', 'day first', '2042-03-01'],
  ['price', 'SGD 3,800.00', 'day first', '3800.00'],
  ['level', 'Level 2', 'day first', '2'],
  ['level', '1st floor', 'day first', '1'],
  ['status', 'Vacant', 'day first', 'Available'],
  ['gender', 'f', 'day first', 'Female'],
  ['relationship', 'SPOUSE', 'day first', 'Spouse'],
  ['beneficiary_name', '  Tan   Mei Ling ', 'day first', 'Tan Mei Ling'],
  ['remarks', 'n/a', 'day first', ''],
  ['for_later', 'X', 'day first', 'yes'],
  ['for_later', 'no', 'day first', ''],
  ['for_later', 'perhaps', 'day first', 'perhaps'],
  ['died', '00/00/1996', 'day first', '1996'],
  ['died', '00/05/1996', 'day first', '1996-05'],
  ['status', 'Occ.', 'day first', 'Occupied'],
  ['status', '2 urns', 'day first', 'Occupied, 2 urns'],
  ['status', '已安放', 'day first', 'Occupied'],
  ['relationship', 'son', 'day first', 'Child'],
  ['capacity', 'Double', 'day first', '2'],
  ['urns', '2 Urns', 'day first', '2'],
  ['price', '-', 'day first', ''],
  ['price', '0', 'day first', '0'],
  ['level', 'n/a', 'day first', ''],
  ['level', '0', 'day first', '0'],
] as const)('%s "%s", %s, is written as "%s"', (target, text, dateOrder, expected) => {
  expect(normalise(target, text, { dateOrder, values: {} })).toBe(expected)
})

test.each([
  [['1988', '5', '14'], '1988-05-14'],
  [['1988', 'May', '14'], '1988-05-14'],
  [['1988', '5', '0'], '1988-05'],
  [['1988', '', ''], '1988'],
  [['0', '0', '0'], ''],
  [['', '5', '14'], '-05-14'],
] as const)('year, month and day of %j become "%s"', ([year, month, day], expected) => {
  expect(joinDate({ year, month, day })).toBe(expected)
})

test('columns for year, month and day of a date are matched together, and become one date', async () => {
  const header = ['Niche', 'Name', 'Year of death', 'Month of death', 'Day of death', 'Year of birth']
  expect(matchColumns(header)).toEqual({
    Niche: 'code',
    Name: 'beneficiary_name',
    'Year of death': 'died year',
    'Month of death': 'died month',
    'Day of death': 'died day',
    'Year of birth': 'born',
  })
  const rows = [
    ['A-1', 'Tan Ah Kow', '1988', '5', '14', '1910'],
    ['A-2', 'Lim Mui', '1990', '', '', '0'],
  ]
  const { people, changes } = await convert([header, ...rows], { dateOrder: 'month first' })
  expect(people.map(({ row }) => [row.born, row.died])).toEqual([
    ['1910', '1988-05-14'],
    ['', '1990'],
  ])
  expect(changes).toContainEqual({ target: 'died', count: 1, from: '14 5 1988', to: '1988-05-14' })
})

test('a pattern takes a code apart, and says nothing of one that it does not fit', () => {
  const pattern = '{hall}-{level}{block}-{column}-{row}'
  expect(codeReader(pattern)('TH-1A-03-05')).toMatchObject({ level: '1', block: 'A', column: '3', row: '5' })
  expect(codeReader(pattern)('TH-1A-03-05')).not.toHaveProperty('half')
  expect(codeReader(pattern)('TH-1A-03-05-B')).toMatchObject({ row: '5', half: 'b' })
  expect(codeReader(pattern)('A-03-05')).toBeUndefined()
  expect(codeReader('{hall}-{block}-{column}-{row}')('SC-10-8-1')).toEqual({
    hall: 'SC',
    block: '10',
    column: '8',
    row: '1',
  })
  expect(codeReader('{block}-{column}')('B2-04')).toEqual({ block: 'B2', column: '4' })
  expect(codeReader('{block}{column}')('B04')).toEqual({ block: 'B', column: '4' })
  expect(codeReader('{level}{block}')('112')).toBeUndefined()
})

test('one spreadsheet becomes both files: statuses are worked out, and a niche with two people gets two places', async () => {
  const rows = [
    ['Niche', 'Name', 'Owner', 'Died'],
    ['TH-1A-03-05', 'Tan Ah Kow', 'Tan Mei Ling', '1/2/1988'],
    ['TH-1A-03-05', 'Lim Mui', 'Tan Mei Ling', ''],
    ['TH-1A-04-05', '', 'Goh Bee Choo', ''],
    ['TH-1A-05-05', '-', '', ''],
    ['TH-1A-05-05', '-', '', ''],
    ['TH-1A-04-05', '', 'Ong Beng Huat', ''],
  ]
  const codePattern = '{hall}-{level}{block}-{column}-{row}'
  const same = { building: 'Tembusu Hall', price: '0' }
  const { niches, people, repeated, enlarged, changes } = await convert(rows, { codePattern, same, undated: 'living' })
  expect([niches, people].map((list) => list.map(({ number }) => number))).toEqual([
    [2, 4, 5],
    [2, 3, 4, 7],
  ])
  expect(repeated.size).toBe(1)
  expect(niches.map(({ row }) => [row.code, row.status, row.capacity])).toEqual([
    ['TH-1A-03-05', 'Occupied', '2'],
    ['TH-1A-04-05', 'Reserved', ''],
    ['TH-1A-05-05', 'Available', ''],
  ])
  expect(niches[0]?.row).toMatchObject({ building: 'Tembusu Hall', level: '1', block: 'A', column: '3', row: '5' })
  expect(people.map(({ row }) => [row.beneficiary_name, row.holder_name, row.died, row.for_later])).toEqual([
    ['Tan Ah Kow', 'Tan Mei Ling', '1988-02-01', ''],
    ['Lim Mui', 'Tan Mei Ling', '', 'yes'],
    ['', 'Goh Bee Choo', '', ''],
    ['', 'Ong Beng Huat', '', ''],
  ])
  expect(enlarged).toEqual(['TH-1A-03-05'])
  expect(changes).toEqual([
    { target: 'died', count: 1, from: '1/2/1988', to: '1988-02-01' },
    { target: 'beneficiary_name', count: 1, from: '-', to: '' },
  ])
})

const settled = async (rows: string[][], choices?: Partial<Choices>) =>
  (await convert(rows, choices)).niches.map(({ row }) => [row.code, row.status, row.capacity, row.urns])
const people = async (rows: string[][], choices?: Partial<Choices>) =>
  (await convert(rows, choices)).people.map(({ row }) => [row.beneficiary_name, row.for_later, row.is_here])

test('without a column of statuses, a later row of a niche says that somebody rests there', async () => {
  const rows = [
    ['Niche', 'Name', 'Owner', 'Died'],
    ['A-1', '', '', ''],
    ['A-1', 'Tan Ah Kow', '', '1988'],
    ['A-2', '', 'Goh Bee Choo', ''],
    ['A-2', '', '', '1988'],
    ['A-3', '', '', ''],
    ['A-3', '', 'Ong Beng Huat', ''],
  ]
  expect(await settled(rows)).toEqual([
    ['A-1', 'Occupied', '', ''],
    ['A-2', 'Occupied', '', ''],
    ['A-3', 'Reserved', '', ''],
  ])
})

test.each([
  ['here', 'Occupied', ['', '']],
  ['not here', 'Occupied', ['', 'no']],
  ['living', 'Reserved', ['', '']],
] as const)('somebody of whom only the name is known is %s if the admin says so', async (undated, status, meaning) => {
  const rows = [
    ['Niche', 'Name'],
    ['A-1', 'Tan Ah Kow'],
  ]
  expect((await convert(rows)).undated).toBe(1)
  expect(await settled(rows, { undated })).toEqual([['A-1', status, '', '']])
  expect(await people(rows, { undated })).toEqual([['Tan Ah Kow', ...meaning]])
})

test('a living spouse beside somebody who died has a place for later and no urn', async () => {
  const rows = [
    ['Niche', 'Name', 'Died'],
    ['A-1', 'Tan Ah Kow', '1988'],
    ['A-1', 'Lim Mui', ''],
  ]
  expect(await settled(rows, { undated: 'living' })).toEqual([['A-1', 'Occupied', '2', '']])
  expect(await people(rows, { undated: 'living' })).toEqual([
    ['Tan Ah Kow', '', ''],
    ['Lim Mui', 'yes', ''],
  ])
})

test('the number of urns says who of several is here, and how many urns have no name', async () => {
  const header = ['Niche', 'Name', 'Died', 'Number of urns']
  const rows = [
    header,
    ['A-1', 'Tan Ah Kow', '1988', '1'],
    ['A-1', 'Lim Mui', '', '1'],
    ['A-2', 'Goh', '', '2'],
    ['A-3', '', '', '1'],
    ['A-4', '', '', '3'],
    ['A-5', '', '', '0'],
  ]
  expect((await convert(rows)).undated).toBe(0)
  expect(await settled(rows)).toEqual([
    ['A-1', 'Occupied', '2', ''],
    ['A-2', 'Occupied', '2', '2'],
    ['A-3', 'Occupied', '', ''],
    ['A-4', 'Occupied', '3', '3'],
    ['A-5', 'Available', '', ''],
  ])
  expect(await people(rows)).toEqual([
    ['Tan Ah Kow', '', ''],
    ['Lim Mui', 'yes', ''],
    ['Goh', '', ''],
  ])
})

const counted = ['Niche', 'Status', 'Capacity', 'Owner', 'Name', 'Died', 'Urn here', 'Number of urns']
const inNiche = async (...rows: string[][]) => {
  const table = [counted, ...rows.map((row) => ['A-1', ...row])]
  const [niche = []] = await settled(table)
  return [...niche.slice(1), ...(await people(table)).flatMap((person) => person.slice(1))]
}

test.each([
  [
    ['Tan', '', '', ''],
    ['Reserved', '', '', '', ''],
  ],
  [
    ['Tan', '', 'no', ''],
    ['Reserved', '', '', '', ''],
  ],
  [
    ['Tan', '', '', '0'],
    ['Reserved', '', '', '', ''],
  ],
  [
    ['Tan', '', 'yes', ''],
    ['Occupied', '', '', '', ''],
  ],
  [
    ['Tan', '', '', '1'],
    ['Occupied', '', '', '', ''],
  ],
  [
    ['Tan', '1988', '', ''],
    ['Occupied', '', '', '', ''],
  ],
  [
    ['Tan', '1988', 'no', ''],
    ['Occupied', '', '', '', 'no'],
  ],
  [
    ['Tan', '1988', '', '0'],
    ['Occupied', '', '', '', 'no'],
  ],
  [
    ['', '1988', '', '0'],
    ['Occupied', '', '', '', 'no'],
  ],
  [
    ['', '', '', '1'],
    ['Occupied', '', '', '', ''],
  ],
  [
    ['', '', '', ''],
    ['Reserved', '', '', '', ''],
  ],
])(
  'the row of a sold niche with the name, the date of death, whether the urn is here and the number of urns %j makes the niche %j',
  async (row, expected) => {
    expect(await inNiche(['sold', '', 'Goh', ...row])).toEqual(expected)
  },
)

test('a couple in a sold niche, one of them with an urn: that one is here, and the other has a place for later', async () => {
  const [dead, living] = [
    ['Tan', '1988', '', ''],
    ['Lim', '', '', ''],
  ]
  const rows = (urns: string) => [dead, living].map((row = []) => ['sold', '2', 'Goh', ...row.slice(0, 3), urns])
  expect(await inNiche(...rows(''))).toEqual(['Occupied', '2', '', '', '', 'yes', ''])
  expect(await inNiche(...rows('1'))).toEqual(['Occupied', '2', '', '', '', 'yes', ''])
  expect(await inNiche(...rows('2'))).toEqual(['Occupied', '2', '', '', '', '', ''])
})

test.each([
  [
    ['2', 'Goh', 'Tan', '', '', '0'],
    ['Occupied', '2', '0', 'yes', ''],
  ],
  [
    ['', 'Goh', 'Tan', '', '', '0'],
    ['Occupied', '', '0', 'yes', ''],
  ],
  [
    ['2', 'Goh', 'Tan', '', 'no', ''],
    ['Occupied', '2', '0', 'yes', ''],
  ],
  [
    ['2', 'Goh', 'Tan', '1988', '', '0'],
    ['Occupied', '2', '', '', 'no'],
  ],
  [
    ['2', 'Goh', '', '', '', '0'],
    ['Occupied', '2', '', '', 'no'],
  ],
  [
    ['', '', '', '', '', '0'],
    ['Occupied', '', '0'],
  ],
  [
    ['', '', '', '', 'no', ''],
    ['Occupied', '', '0'],
  ],
])('the row %j of an Occupied niche says that no urn is there, and none is entered: %j', async (row, expected) => {
  expect(await inNiche(['occ.', ...row])).toEqual(expected)
})

test('two people who have died in a niche with one urn stay as the rows have them, so that the check asks', async () => {
  const row = (name: string) => ['occ.', '2', 'Goh', name, '1988', '', '1']
  expect(await inNiche(row('Tan'), row('Lim'))).toEqual(['Occupied', '2', '1', '', '', '', ''])
})

test('what contradicts itself or is not understood of the urn of a person is left to the check', async () => {
  const read = async (isHere: string, forLater: string) => {
    const rows = [
      ['Niche', 'Name', 'Died', 'Urn here', 'Living'],
      ['A-1', 'Tan', '1988', isHere, forLater],
    ]
    return (await people(rows)).map(([, ...said]) => said)
  }
  expect(await read('yes', 'yes')).toEqual([['', 'yes']])
  expect(await read('taken home', '')).toEqual([['', 'taken home']])
  expect(await read('', 'perhaps')).toEqual([['perhaps', '']])
  expect(
    (await settled([counted, ['A-1', 'occ.', '', '', 'Tan', '', '', 'many']])).map(([, , , urns]) => urns),
  ).toEqual(['many'])
})

test('a niche with an urn and no name is Occupied, and somebody dead whose urn has not come is no urn', async () => {
  const rows = [
    ['Niche', 'Name', 'Died', 'Urn here'],
    ['A-1', '', '1988', ''],
    ['A-2', 'Tan Ah Kow', '2026-01-02', 'No'],
    ['A-3', 'Lim Mui', '', 'no'],
  ]
  expect((await settled(rows)).map(([, status]) => status)).toEqual(['Occupied', 'Occupied', 'Reserved'])
  expect(await people(rows)).toEqual([
    ['Tan Ah Kow', '', 'no'],
    ['Lim Mui', '', ''],
  ])
})

const withHolder = ['Niche', 'Status', 'Name', 'Date of death', 'Owner', 'Remarks']
test.each([
  [
    'beside somebody who rests there',
    ['', '', 'urn, name worn off'],
    { here: ['2', 2, 1], living: ['', 1, 1], asked: 1 },
  ],
  [
    'with a holder, beside somebody who rests there',
    ['', 'Lim Soo', ''],
    { here: ['2', 2, 2], living: ['2', 1, 2], asked: 1 },
  ],
])('a row that says Occupied and names nobody, %s, is asked about', async (_, rest, { here, living, asked }) => {
  const rows = [withHolder, ['A-1', 'occ.', 'Tan Ah Kow', '1996', '', ''], ['A-1', 'occ.', '', ...rest]]
  expect((await convert(rows)).undated).toBe(asked)
  expect(await urnsOf(rows, 'here')).toEqual(here)
  expect(await urnsOf(rows, 'living')).toEqual(living)
})

test('two rows of a niche that say Occupied and name nobody are two urns, with or without a holder', async () => {
  const row = (holder: string, remarks: string) => ['A-1', 'occ.', '', '', holder, remarks]
  for (const [one, other] of [
    [row('', 'left'), row('', 'right')],
    [row('Lim Soo', 'left'), row('', 'right')],
    [row('Lim Soo', 'left'), row('Lim Soo', 'right')],
  ]) {
    const rows = [withHolder, one ?? [], other ?? []]
    expect((await convert(rows)).undated).toBe(0)
    expect((await urnsOf(rows, 'living')).slice(0, 2)).toEqual(['2', 2])
  }
})

test('a row without a name that is there twice may be two urns, so it is asked about', async () => {
  const rows = [withHolder, ['A-1', 'occ.', '', '', 'Goh', ''], ['A-1', 'occ.', '', '', 'Goh', '']]
  expect((await convert(rows)).undated).toBe(1)
  expect(await urnsOf(rows, 'here')).toEqual(['2', 2, 1])
  expect(await urnsOf(rows, 'living')).toEqual(['', 1, 1])
})

test('the second place of a couple, whose row names only a holder and is Reserved, has no urn', async () => {
  const rows = [withHolder, ['A-1', 'occ.', 'Tan Ah Kow', '1996', '', ''], ['A-1', 'Sold', '', '', 'Lim Soo', '']]
  expect((await convert(rows)).undated).toBe(0)
  expect(await urnsOf(rows, 'here')).toEqual(['2', 1, 2])
})

/** The places of the only niche, its urns as they are entered, and its people. */
async function urnsOf(rows: string[][], undated: Choices['undated']) {
  const { niches, people } = await convert(rows, { undated })
  const row = niches[0]?.row
  const here = people.filter((each) => isSaidToBeHere(each.row)).length
  return [row?.capacity, row?.urns === '' ? Math.max(here, 1) : Number(row?.urns), people.length]
}

test('a couple in one row are two people with the holder of the row', async () => {
  const header = [
    'Niche',
    'First urn Name',
    'First urn Died',
    'Second urn Name',
    'Second urn Died',
    'Holder Name',
    'Remarks',
    'Remarks (2)',
  ]
  expect(matchColumns(header)).toEqual({
    Niche: 'code',
    'First urn Name': 'beneficiary_name',
    'First urn Died': 'died',
    'Second urn Name': 'second beneficiary_name',
    'Second urn Died': 'second died',
    'Holder Name': 'holder_name',
    Remarks: 'remarks',
    'Remarks (2)': 'second remarks',
  })
  const { people } = await convert([header, ['A-1', 'Tan Ah Kow', '1988', 'Lim Mui', '1999', 'Tan Mei Ling', 'x', '']])
  expect(
    people.map(({ row, person, number }) => [
      row.beneficiary_name,
      row.died,
      row.holder_name,
      row.remarks,
      person,
      number,
    ]),
  ).toEqual([
    ['Tan Ah Kow', '1988', 'Tan Mei Ling', 'x', 0, 2],
    ['Lim Mui', '1999', 'Tan Mei Ling', '', 1, 2],
  ])
})

test('somebody whose own row says Reserved has a place for later in a niche where others rest', async () => {
  const header = ['Niche', 'Name', 'Status']
  const here = ['A-1', 'Tan Ah Kow', 'Occupied']
  const later = ['A-1', 'Lim Mui', 'Reserved']
  const read = async (...rows: string[][]) => [
    (await settled(rows)).map(([, status]) => status),
    (await people(rows)).map(([, forLater]) => forLater),
  ]
  expect(await read(header, here, later)).toEqual([['Occupied'], ['', 'yes']])
  expect(await read(header, later, here)).toEqual([['Occupied'], ['yes', '']])
  expect(await read(header, later, ['A-1', 'Lim Bee', 'Reserved'])).toEqual([['Reserved'], ['', '']])
})

test('the values of a house mean what the admin says, in any case', async () => {
  const rows = [
    ['Niche', 'Name', 'Status'],
    ['A-1', '', 'SOLD'],
    ['A-2', '', 'sold'],
    ['A-3', '', 'Pillar'],
  ]
  const values = { status: { sold: 'Occupied' } }
  expect((await settled(rows, { values })).map(([, status]) => status)).toEqual(['Occupied', 'Occupied', 'Blocked'])
})

test('codes that a spreadsheet took for days are asked about, and written as they are on the door', async () => {
  const rows = [
    ['Niche', 'Name'],
    ['5-Jan', ''],
    ['2026-02-01', ''],
    ['A-1', ''],
  ]
  expect((await convert(rows)).codeDates).toBe(2)
  const codes = async (codeDates: Choices['codeDates']) =>
    (await convert(rows, { codeDates })).niches.map(({ row }) => row.code)
  expect(await codes('day first')).toEqual(['5-1', '1-2', 'A-1'])
  expect(await codes('month first')).toEqual(['1-5', '2-1', 'A-1'])
})

test.each(['day first', 'month first'] as const)(
  'a code that a spreadsheet took for a month of a year is that month and that number, %s',
  async (codeDates) => {
    const { niches } = await convert([['Niche'], ['May-13'], ['Jan-05']], { codeDates })
    expect(niches.map(({ row }) => row.code)).toEqual(['5-13', '1-5'])
  },
)

test('a row that is there twice in another case is taken once, and its niche has one place', async () => {
  const { people, niches, repeated } = await convert([
    ['Niche', 'Name', 'Died'],
    ['A-1', 'Tan Ah Kow', '1988'],
    ['a-1', 'TAN AH KOW', '1988'],
  ])
  expect([people.length, repeated.size, niches.map(({ row }) => row.capacity)]).toEqual([1, 1, ['']])
})

test('a row that is there twice but for a column that is not used is taken once', async () => {
  const { people, repeated } = await convert([
    ['No.', 'Niche', 'Name', 'Died'],
    ['1', 'A-1', 'Tan Ah Kow', '1988'],
    ['2', 'A-1', 'Tan Ah Kow', '1988'],
  ])
  expect([people.length, repeated.size]).toEqual([1, 1])
})

test('only the rows from the first to the last are read, and none of a sheet that is not read', async () => {
  const rows = [['Niche'], ['A-1'], ['A-2'], ['A-3'], ['A-4']]
  const codes = async (choice: Partial<typeof wholeSheet> | { firstRow?: number; lastRow?: number }) =>
    (await convert(rows, { sheets: [{ ...wholeSheet, ...choice }] })).niches.map(({ row }) => row.code)
  expect(await codes({ firstRow: 3, lastRow: 4 })).toEqual(['A-2', 'A-3'])
  expect(await codes({ lastRow: 2 })).toEqual(['A-1'])
  expect(await codes({ firstRow: 5 })).toEqual(['A-4'])
  expect(await codes({ isUsed: false })).toEqual([])
})

test('numbered codes become a wall with its corner and direction, and missing numbers become niches', async () => {
  const rows = [
    ['Niche', 'Name'],
    ['A-01', ''],
    ['A-02a', ''],
    ['A-02b', ''],
    ['A-04', ''],
    ['A-06', ''],
  ]
  const wall = {
    columns: 3,
    rows: 2,
    corner: 'bottom right',
    direction: 'along the column',
    missing: 'a blocked niche',
  } as const
  const placed = (await convert(rows, { walls: { 'A-': wall } })).niches.map(({ row }) => [
    row.code,
    row.block,
    row.column,
    row.row,
    row.half,
    row.status,
  ])
  expect(placed).toEqual([
    ['A-01', 'A', '1', '1', '', 'Available'],
    ['A-02a', 'A', '1', '2', 'a', 'Available'],
    ['A-02b', 'A', '1', '2', 'b', 'Available'],
    ['A-04', 'A', '2', '2', '', 'Available'],
    ['A-06', 'A', '3', '2', '', 'Available'],
    ['A-03', 'A', '2', '1', '', 'Blocked'],
    ['A-05', 'A', '3', '1', '', 'Blocked'],
  ])
  const [first] = (await convert(rows, { walls: { 'A-': wall } })).niches
  expect(first?.row).toMatchObject({ first_column_at: 'right', row_one_at: 'bottom' })
})

test.each([
  ['B', ['1 1 ', '2 1 ', '3 1 a', '3 1 b']],
  ['F', ['1 1 ', '2 1 ', '  ', '  ']],
])('letters up to %s after a number are halves of a door only if they can be', async (last, expected) => {
  const letters = ['A', 'B', 'C', 'D', 'E', 'F'].slice(0, last === 'F' ? 6 : 2)
  const { niches } = await convert([['Niche'], ['W1'], ['W2'], ...letters.map((letter) => [`W3${letter}`])])
  expect(niches.slice(0, 4).map(({ row }) => [row.column, row.row, row.half].join(' '))).toEqual(expected)
})

test('a number whose letters are no halves is not missing in its wall', async () => {
  const wall = { columns: 4, rows: 1, corner: 'top left', direction: 'along the row', missing: 'a free niche' } as const
  const { niches } = await convert([['Niche'], ['W1'], ['W2'], ['W3A'], ['W3E']], { walls: { W: wall } })
  expect(niches.map(({ row }) => row.code)).toEqual(['W1', 'W2', 'W3A', 'W3E', 'W4'])
})

test('a missing niche is numbered with as many digits as its neighbours, also if the list begins with a longer number', async () => {
  const rows = [['Niche'], ['A-100'], ['A-001'], ['A-004']]
  const wall = { columns: 4, rows: 1, corner: 'top left', direction: 'along the row', missing: 'a free niche' } as const
  const { niches } = await convert(rows, { walls: { 'A-': wall } })
  expect(niches.map(({ row }) => row.code)).toEqual(['A-100', 'A-001', 'A-004', 'A-002', 'A-003'])
})

test('a wall of one row is the same from above and from below, so it does not say which', async () => {
  const rows = [
    ['Niche', 'Name'],
    ['A-1', ''],
    ['A-2', ''],
  ]
  const wall = { columns: 2, rows: 1, corner: 'bottom right', direction: 'along the row', missing: 'no niche' } as const
  const [first] = (await convert(rows, { walls: { 'A-': wall } })).niches
  expect(first?.row).toMatchObject({ first_column_at: 'right', row_one_at: '' })
})

test('a row that says something only in columns that are not used is none, and each row without a code is one of its own', async () => {
  const rows = [
    ['Niche', 'Name', 'Colour'],
    ['A-1', 'Tan Ah Kow', ''],
    ['', '', 'Updated by Fr Lim'],
    ['', 'Total', ''],
    ['', 'Goh Bee Choo', ''],
  ]
  expect((await convert(rows)).niches.map(({ number }) => number)).toEqual([2, 4, 5])
})

test('a person of whom the file has only the name in another script is not left out', async () => {
  const rows = [
    ['Niche', 'Name', 'Chinese name', 'Died'],
    ['A-1', '', '陳大文', '1988'],
  ]
  const { people, niches } = await convert(rows)
  expect(people.map(({ row }) => [row.beneficiary_name, row.other_script])).toEqual([['', '陳大文']])
  expect(niches.map(({ row, nameless }) => [row.status, row.urns, nameless.urn])).toEqual([['Occupied', '', 0]])
})

test('an exported register is taken as it is, and rows that are there twice are two', async () => {
  const row = ['A-1', '', 'Tan  Ah Kow', 'none']
  const niches = 'building,level,block,code,column,row,price,status\nEast,1,A,A-1,1,1,0,Occupied\n'
  const people = ['code,holder_name,beneficiary_name,remarks', row.join(','), row.join(',')].join('\n')
  const source = await registerFilesOf({ niches, people })({ clock: () => new Date() } as Context)
  for await (const { rows } of source.read('people')) {
    const expected = { code: 'A-1', beneficiary_name: 'Tan  Ah Kow', remarks: 'none' }
    expect(rows.map((read) => read.row)).toMatchObject([expected, expected])
  }
})
