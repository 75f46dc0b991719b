import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { matchColumns } from './match-columns.ts'
import { joinDate, normalise } from './normalise.ts'
import { readCode } from './read-code.ts'
import { readSpreadsheet } from './read-spreadsheet.ts'
import { toCsvFile, toRegister } from './to-register.ts'

const workbookParts = {
  '[Content_Types].xml':
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
  '_rels/.rels':
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
  'xl/workbook.xml':
    '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Register" sheetId="1" r:id="r1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
  'xl/styles.xml':
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
  'xl/worksheets/sheet1.xml':
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Niche</t></is></c><c r="B1" t="inlineStr"><is><t>Date of death</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>A-1</t></is></c><c r="B2" s="1"><v>43623</v></c></row></sheetData></worksheet>',
}

const workbook = (others: Record<string, Uint8Array> = {}) =>
  zipSync({
    ...Object.fromEntries(Object.entries(workbookParts).map(([name, text]) => [name, strToU8(text)])),
    ...others,
  })

test('a workbook is read with its days as days', async () => {
  expect(await readSpreadsheet(new Blob([workbook()]))).toEqual([
    { number: 1, cells: ['Niche', 'Date of death'] },
    { number: 2, cells: ['A-1', '2019-06-07'] },
  ])
})

test('what a merged range of a workbook covers has its value in each row, and stays empty to the right', async () => {
  const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
  const rows = [
    [cell('A1', 'St Anne, book of 1986')],
    [cell('A2', 'Hall'), cell('B2', 'Niche'), cell('C2', 'Name')],
    [cell('A3', 'East'), cell('B3', 'A-1'), cell('C3', 'Tan Ah Kow')],
    [cell('C4', 'Lim Mui')],
    [cell('B5', 'A-2'), cell('C5', 'Goh Bee Choo')],
    [cell('B6', 'A-3')],
  ]
  const data = rows.map((cells, index) => `<row r="${index + 1}">${cells.join('')}</row>`).join('')
  const merged = ['A1:C1', 'A3:A5', 'B3:B4'].map((ref) => `<mergeCell ref="${ref}"/>`).join('')
  const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${data}</sheetData><mergeCells count="3">${merged}</mergeCells></worksheet>`
  expect(
    (await readSpreadsheet(new Blob([workbook({ 'xl/worksheets/sheet1.xml': strToU8(sheet) })]))).map(
      ({ cells }) => cells,
    ),
  ).toEqual([
    ['Hall', 'Niche', 'Name'],
    ['East', 'A-1', 'Tan Ah Kow'],
    ['East', 'A-1', 'Lim Mui'],
    ['East', 'A-2', 'Goh Bee Choo'],
    ['', 'A-3', ''],
  ])
})

test.each([
  ['commas', 'Niche,Name\nA-1,"Tan, Mei Ling"\n'],
  ['semicolons and a byte order mark', '\uFEFFNiche;Name\r\nA-1;Tan, Mei Ling\r\n;\r\n'],
])('a CSV file with %s is read, without its empty rows', async (_, text) => {
  expect(await readSpreadsheet(new Blob([text]))).toEqual([
    { number: 1, cells: ['Niche', 'Name'] },
    { number: expect.any(Number), cells: ['A-1', 'Tan, Mei Ling'] },
  ])
})

test('titles above the header are left out, and each column gets a name of its own', async () => {
  const text = 'Parish of St Anne\n\nNiche;Name;Remarks;Remarks;\nA-1;Tan, Mei Ling;x;y;z\n'
  expect(await readSpreadsheet(new Blob([text]))).toEqual([
    { number: 3, cells: ['Niche', 'Name', 'Remarks', 'Remarks (2)', 'Column 5'] },
    { number: 4, cells: ['A-1', 'Tan, Mei Ling', 'x', 'y', 'z'] },
  ])
})

test('a small workbook that unpacks to more than 128 MB is refused before it is unpacked', async () => {
  const size = 12_345
  const packed = workbook({ 'xl/sharedStrings.xml': new Uint8Array(size) })
  const view = new DataView(packed.buffer)
  for (let at = 0; at < packed.length - 4; at++)
    if (view.getUint32(at, true) === size) view.setUint32(at, 129 * 1024 * 1024, true)
  await expect(readSpreadsheet(new Blob([packed]))).rejects.toThrow(/too large once it is unpacked/)
})

const bytes = (text: string, encoding: 'latin1' | 'utf16le' | 'hex') => new Blob([Buffer.from(text, encoding)])

test('a CSV file in UTF-16 is read', async () => {
  const [, row] = await readSpreadsheet(bytes('\uFEFFNiche\tName\nA-1\tJosé 陳\n', 'utf16le'))
  expect(row?.cells).toEqual(['A-1', 'José 陳'])
})

test.each([
  ['in Windows-1252', bytes('Niche,Name\nA-1,José\n', 'latin1'), /not in UTF-8.*xlsx/],
  ['of an old Excel or with a password', bytes('d0cf11e0a1b11ae1', 'hex'), /save it as "Excel Workbook \(\.xlsx\)"/],
  ['of 25 MB', new Blob([new Uint8Array(25 * 1024 * 1024)]), /too large\. At most 24 MB/],
])('a spreadsheet %s is refused with a sentence that says what to do', async (_, file, sentence) => {
  await expect(readSpreadsheet(file)).rejects.toThrow(sentence)
})

test('columns are matched by the names of the register and by those that operators use, each once', () => {
  expect(matchColumns(['Niche No.', 'Hall', 'Status', 'Name of Deceased', 'Date_of_Birth', 'Owner', 'Colour'])).toEqual(
    {
      code: { header: 'Niche No.' },
      building: { header: 'Hall' },
      status: { header: 'Status' },
      beneficiary_name: { header: 'Name of Deceased' },
      born: { header: 'Date_of_Birth' },
      holder_name: { header: 'Owner' },
    },
  )
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
] as const)('%s "%s", %s, is written as "%s"', (target, text, order, expected) => {
  expect(normalise(target, text, order)).toBe(expected)
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

test('columns for year, month and day of a date are matched together, and become one date', () => {
  const headers = ['Niche', 'Name', 'Year of death', 'Month of death', 'Day of death', 'Year of birth']
  const mapping = matchColumns(headers)
  expect(mapping).toMatchObject({
    died: { parts: { year: 'Year of death', month: 'Month of death', day: 'Day of death' } },
    born: { header: 'Year of birth' },
  })
  const rows = [headers, ['A-1', 'Tan Ah Kow', '1988', '5', '14', '1910'], ['A-2', 'Lim Mui', '1990', '', '', '0']]
  const numbered = rows.map((cells, index) => ({ number: index + 1, cells }))
  const { people, changes } = toRegister(numbered, { mapping, order: 'month first', codePattern: '' })
  expect(people.map(({ born, died }) => [born, died])).toEqual([
    ['1910', '1988-05-14'],
    ['', '1990'],
  ])
  expect(changes).toContainEqual({ target: 'died', count: 1, from: '14 5 1988', to: '1988-05-14' })
})

test('a pattern takes a code apart, and says nothing of one that it does not fit', () => {
  const pattern = '{hall}-{level}{block}-{column}-{row}'
  expect(readCode(pattern, 'TH-1A-03-05')).toMatchObject({ level: '1', block: 'A', column: '3', row: '5' })
  expect(readCode(pattern, 'TH-1A-03-05')).not.toHaveProperty('half')
  expect(readCode(pattern, 'TH-1A-03-05-B')).toMatchObject({ row: '5', half: 'b' })
  expect(readCode(pattern, 'A-03-05')).toBeUndefined()
  expect(readCode('{hall}-{block}-{column}-{row}', 'SC-10-8-1')).toEqual({
    hall: 'SC',
    block: '10',
    column: '8',
    row: '1',
  })
  expect(readCode('{block}-{column}', 'B2-04')).toEqual({ block: 'B2', column: '4' })
  expect(readCode('{block}{column}', 'B04')).toEqual({ block: 'B', column: '4' })
  expect(readCode('{level}{block}', '112')).toBeUndefined()
})

test('one spreadsheet becomes both files: statuses are worked out, and a niche with two people gets two places', () => {
  const rows = [
    ['Niche', 'Name', 'Owner', 'Died'],
    ['TH-1A-03-05', 'Tan Ah Kow', 'Tan Mei Ling', '1/2/1988'],
    ['TH-1A-03-05', 'Lim Mui', 'Tan Mei Ling', ''],
    ['TH-1A-04-05', '', 'Goh Bee Choo', ''],
    ['TH-1A-05-05', '-', '', ''],
    ['TH-1A-05-05', '-', '', ''],
    ['TH-1A-04-05', '', 'Ong Beng Huat', ''],
  ].map((cells, index) => ({ number: 3 + 2 * index, cells }))
  const mapping = { ...matchColumns(rows[0]?.cells ?? []), building: { same: 'Tembusu Hall' }, price: { same: '0' } }
  const options = { mapping, order: 'day first', codePattern: '{hall}-{level}{block}-{column}-{row}' } as const
  const { niches, people, rowOf, repeated, enlarged, changes } = toRegister(rows, options)
  expect([rowOf, repeated]).toEqual([{ niches: [5, 9, 11], people: [5, 7, 9, 15] }, 1])
  expect(niches.map(({ code, status, capacity }) => [code, status, capacity])).toEqual([
    ['TH-1A-03-05', 'Occupied', '2'],
    ['TH-1A-04-05', 'Reserved', ''],
    ['TH-1A-05-05', 'Available', ''],
  ])
  expect(niches[0]).toMatchObject({ building: 'Tembusu Hall', level: '1', block: 'A', column: '3', row: '5' })
  expect(
    people.map(({ code, beneficiary_name, holder_name, died }) => [code, beneficiary_name, holder_name, died]),
  ).toEqual([
    ['TH-1A-03-05', 'Tan Ah Kow', 'Tan Mei Ling', '1988-02-01'],
    ['TH-1A-03-05', 'Lim Mui', 'Tan Mei Ling', ''],
    ['TH-1A-04-05', '', 'Goh Bee Choo', ''],
    ['TH-1A-04-05', '', 'Ong Beng Huat', ''],
  ])
  expect(enlarged).toEqual(['TH-1A-03-05'])
  expect(changes).toEqual([
    { target: 'died', count: 1, from: '1/2/1988', to: '1988-02-01' },
    { target: 'beneficiary_name', count: 1, from: '-', to: '' },
  ])
})

test('without a column of statuses, a later row of a niche says that somebody rests there', () => {
  const header = ['Niche', 'Name', 'Owner', 'Died']
  const rows = [
    ['A-1', '', '', ''],
    ['A-1', 'Tan Ah Kow', '', ''],
    ['A-2', '', 'Goh Bee Choo', ''],
    ['A-2', '', '', '1988'],
    ['A-3', '', '', ''],
    ['A-3', '', 'Ong Beng Huat', ''],
    ['A-4', 'Lim Mui', '', ''],
    ['A-4', '', 'Lim Bee', ''],
  ]
  const convert = (header: string[], rows: string[][]) =>
    toRegister(
      [header, ...rows].map((cells, index) => ({ number: index + 1, cells })),
      { mapping: matchColumns(header), order: 'day first', codePattern: '' },
    ).niches.map(({ code, status, capacity }) => [code, status, capacity])
  expect(convert(header, rows)).toEqual([
    ['A-1', 'Occupied', ''],
    ['A-2', 'Occupied', ''],
    ['A-3', 'Reserved', ''],
    ['A-4', 'Occupied', ''],
  ])
  expect(
    convert(
      [...header, 'Status'],
      [
        ['A-1', '', '', '', 'Reserved'],
        ['A-1', 'Tan Ah Kow', '', '', ''],
      ],
    ),
  ).toEqual([['A-1', 'Reserved', '']])
})

test('somebody whose own row says Reserved has a place for later in a niche where others rest', () => {
  const convert = (...rows: string[][]) => {
    const { niches, people } = toRegister(
      rows.map((cells, index) => ({ number: index + 1, cells })),
      { mapping: matchColumns(rows[0] ?? []), order: 'day first', codePattern: '' },
    )
    return [niches.map(({ status }) => status), people.map(({ for_later }) => for_later)]
  }
  const header = ['Niche', 'Name', 'Status']
  const [here, later] = [
    ['A-1', 'Tan Ah Kow', 'Occupied'],
    ['A-1', 'Lim Mui', 'Reserved'],
  ]
  expect(convert(header, here, later)).toEqual([['Occupied'], ['', 'yes']])
  expect(convert(header, later, here)).toEqual([['Occupied'], ['yes', '']])
  expect(convert(header, later, ['A-1', 'Lim Bee', 'Reserved'])).toEqual([['Reserved'], ['', '']])
  expect(convert(['Niche', 'Name', 'Pre-order'], ['A-1', 'Lim Mui', 'Y'], ['A-1', 'Tan Ah Kow', 'No'])).toEqual([
    ['Occupied'],
    ['yes', ''],
  ])
})

test('a value with a comma or a quotation mark stays one value in the CSV file', async () => {
  const file = toCsvFile('people.csv', [{ code: 'A-1', remarks: 'By the "old" door, left' }], ['code', 'remarks'])
  expect(await file.text()).toBe('code,remarks\r\nA-1,"By the ""old"" door, left"\r\n')
})
