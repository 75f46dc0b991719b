import { expect, test } from 'vitest'
import { columnsOf } from '#contract/registers/columns.ts'
import type { RegisterFile, RegisterProblem } from '#contract/registers/problem.ts'
import { niches as nicheTable } from '#server/database/schema.ts'
import { toCsv } from '#server/http/csv.ts'
import { type RegisterContent, registerFilesOf } from '#test/register-files.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { checkRegister, importRegister } from './import-register.ts'

const goodNiche = {
  building: 'Tembusu Hall',
  level: '1',
  block: 'A',
  code: '',
  column: '',
  row: '1',
  price: '3800.00',
  status: 'Occupied',
  reason: '',
}
const goodPerson = { code: '', holder_name: 'Tan Ah Kow', beneficiary_name: 'Tan Ah Moi' }

/** Each row has one mistake, named by its column, value and words of the message. */
const wrongNiches: [change: Partial<typeof goodNiche>, column: string, message: string][] = [
  [{ building: '' }, 'building', 'is missing'],
  [{ building: 'x'.repeat(81) }, 'building', 'longer than 80'],
  [{ building: 'Tembusu\nHall' }, 'building', 'on one line'],
  [{ building: 'Tembusu\u0007Hall' }, 'building', 'cannot be read'],
  [{ building: '#REF!' }, 'building', 'error of the spreadsheet'],
  [{ level: '' }, 'level', 'is missing'],
  [{ level: 'ground' }, 'level', 'whole number from -9 to 99'],
  [{ block: '' }, 'block', 'is missing'],
  [{ block: 'x'.repeat(21) }, 'block', 'longer than 20'],
  [{ code: '' }, 'code', 'is missing'],
  [{ code: 'TH\n1A' }, 'code', 'on one line'],
  [{ code: 'x'.repeat(41) }, 'code', 'longer than 40'],
  [{ code: 'th-001' }, 'code', 'also in row 2'],
  [{ column: '' }, 'column', 'is missing'],
  [{ column: '0' }, 'column', 'whole number from 1'],
  [{ column: '1' }, 'column', 'also in row 2'],
  [{ row: '' }, 'row', 'is missing'],
  [{ row: '1.5' }, 'row', 'whole number from 1'],
  [{ price: '' }, 'price', 'is missing'],
  [{ price: 'SGD 3,800' }, 'price', 'must be an amount'],
  [{ price: '1000000.01' }, 'price', 'at most 1000000.00'],
  [{ price: '3.8E+03' }, 'price', 'shortened by the spreadsheet'],
  [{ status: '' }, 'status', 'is missing'],
  [{ status: 'Free' }, 'status', 'one of Available'],
  [{ reason: 'Cracked' }, 'reason', 'Only a Blocked niche'],
  [{ status: 'Blocked', reason: 'x'.repeat(501) }, 'reason', 'longer than 500'],
]

const wrongPeople: [change: Record<string, string>, column: string, message: string][] = [
  [{ code: '' }, 'code', 'is missing'],
  [{ code: 'TH-999' }, 'code', 'no niche with this code'],
  [{ code: 'TH-001' }, 'code', 'already has a person in row 2'],
  [{ code: 'TH-FREE' }, 'code', 'The niche is Available'],
  [{ holder_name: '', beneficiary_name: '' }, 'holder_name', 'is needed'],
  [{ holder_name: 'x'.repeat(201) }, 'holder_name', 'longer than 200'],
  [{ holder_contact: 'ask the son' }, 'holder_contact', 'not a telephone number'],
  [{ holder_contact: '6.59E+09' }, 'holder_contact', 'shortened by the spreadsheet'],
  [{ holder_email: 'tan at mail' }, 'holder_email', 'not an email address'],
  [{ gender: 'M' }, 'gender', 'one of'],
  [{ identity_number: 'x'.repeat(21) }, 'identity_number', 'longer than 20'],
  [{ relationship: 'Uncle' }, 'relationship', 'one of Mother'],
  [{ born: '14/05/1932' }, 'born', 'must be a year'],
  [{ born: '2999' }, 'born', 'in the future'],
  [{ died: '1999-02-30' }, 'died', 'must be a year'],
  [{ died: '2999-01' }, 'died', 'in the future'],
  [{ born: '1990', died: '1989-12-31' }, 'died', 'before born'],
  [{ code: 'TH-LATER', died: '1999' }, 'died', 'Reserved'],
  [{ postal_code: '1234' }, 'postal_code', '6 digits'],
  [{ inscription: 'x'.repeat(501) }, 'inscription', 'longer than 500'],
  [{ booked_on: 'long ago' }, 'booked_on', 'must be a year'],
  [{ remarks: 'x'.repeat(501) }, 'remarks', 'longer than 500'],
]

const testApp = prepareTestApp()

test('a register with more than 40 kinds of mistakes: each one is reported by row, column and value', async () => {
  const niches = [
    { ...goodNiche, code: 'TH-001', column: '1' },
    { ...goodNiche, code: 'TH-FREE', column: '2', status: 'Available' },
    { ...goodNiche, code: 'TH-LATER', column: '3', status: 'Reserved' },
    ...wrongNiches.map(([change], at) => ({ ...goodNiche, code: `TH-N${at}`, column: String(100 + at), ...change })),
    ...wrongPeople.map((_, at) => ({ ...goodNiche, code: `TH-P${at}`, column: String(500 + at) })),
  ]
  const people = [
    { ...goodPerson, code: 'TH-001' },
    ...wrongPeople.map(([change], at) => ({ ...goodPerson, code: `TH-P${at}`, ...change })),
  ]
  const problems = await problemsOf({ niches: csv('niches', niches), people: csv('people', people) })

  const expected = [
    ...wrongNiches.map(([change, column], at) => ['niches', at + 5, column, wrongValue(change, column, `TH-N${at}`)]),
    ...wrongPeople.map(([change, column], at) => ['people', at + 3, column, wrongValue(change, column, '')]),
  ]
  expect(problems.map(({ file, row, column, value }) => [file, row, column, value])).toEqual(expected)
  const messages = [...wrongNiches, ...wrongPeople].map(([, , message]) => expect.stringContaining(message))
  expect(problems.map(({ message }) => message)).toEqual(messages)
  expect(new Set([...wrongNiches, ...wrongPeople].map(([, column, message]) => column + message)).size).toBeGreaterThan(
    40,
  )
})

test('a mistake in a niche is one problem: its person is not said to have no niche', async () => {
  const niches = csv('niches', [{ ...goodNiche, code: 'TH-001', column: '1', price: 'dear' }])
  const problems = await problemsOf({ niches, people: csv('people', [{ ...goodPerson, code: 'TH-001' }]) })
  expect(problems.map(({ file, column }) => [file, column])).toEqual([['niches', 'price']])
})

/** A problem shows only the last four characters of an identity number. */
const wrongValue = (change: object, column: string, code: string) => {
  const value = String({ ...goodNiche, ...goodPerson, code, ...change }[column as 'code'] ?? '')
  return column === 'identity_number' ? value.slice(-4).padStart(value.length, '•') : value
}

test.each([
  ['an empty file', Buffer.alloc(0), /no rows/],
  ['a file in another encoding', Buffer.from([0x62, 0xe9, 0x0a]), /not in UTF-8/],
  ['a file with a header only', csv('niches', []), /no rows below/],
  ['an open quotation mark', Buffer.from(`${csv('niches', [])}"Tembusu`), /quotation marks of row 2/],
  ['another table', Buffer.from('Name,Telephone\nTan,91234567\n'), /The column "name" is not known/],
])('an import of %s says what is wrong with it', async (_, niches, message) => {
  const sentence = await problemsOf({ niches }).then(String, (error) => error.publicMessage ?? error.message)
  expect(sentence).toMatch(message)
})

test('a row of a CSV file with too few or too many values is a problem, and empty values to the right of the header are none', async () => {
  const [header = '', ...rows] = csv(
    'niches',
    [1, 2, 3].map((column) => ({ ...goodNiche, code: `TH-${column}`, column: String(column) })),
  )
    .toString()
    .trim()
    .split('\r\n')
  const [right = '', long = '', short = ''] = rows
  const niches = [`${header},,`, `${right},,`, `${long},x`, short.replace(/,+$/, '')].join('\n')
  expect((await problemsOf({ niches: Buffer.from(niches) })).map(({ row, message }) => [row, message])).toEqual([
    [3, 'The row has 21 values for 20 columns.'],
    [4, 'The row has 9 values for 20 columns.'],
  ])
})

test('a register with one mistake in its last row is not imported at all', async () => {
  const rows = Array.from({ length: 1500 }, (_, at) => ({ ...goodNiche, code: `X-${at}`, column: String(at + 1) }))
  const niches = csv('niches', [...rows, { ...goodNiche, code: 'X-0', column: '9000' }])
  const result = await importRegister(testApp.context, registerFilesOf({ niches }), { report: () => undefined })
  expect(result).toMatchObject({ problems: 1, importID: null })
  expect(await testApp.context.db.$count(nicheTable)).toBe(0)
})

async function problemsOf(files: RegisterContent) {
  const problems: RegisterProblem[] = []
  await checkRegister(testApp.context, registerFilesOf(files), { report: (problem) => problems.push(problem) })
  return problems.sort((a, b) => a.file.localeCompare(b.file) || a.row - b.row)
}

function csv(file: RegisterFile, rows: Record<string, string>[]) {
  const names = columnsOf[file].map(({ name }) => name)
  return Buffer.from(toCsv([names, ...rows.map((row) => names.map((name) => row[name] ?? ''))]))
}
