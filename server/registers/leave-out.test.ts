import { asc, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { RegisterProblem } from '#contract/registers/problem.ts'
import { auditLog, beneficiaries, niches } from '#server/database/schema.ts'
import { registerFilesOf } from '#test/register-files.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { checkRegister, importRegister } from './import-register.ts'

const testApp = prepareTestApp()

const header = 'building,level,block,code,column,row,price,status'
const nicheLines = [
  'St Anne,1,E,A-1,1,1,1200,Occupied',
  'St Anne,1,E,A-2,2,1,dear,Occupied',
  'St Anne,1,E,A-3,3,1,1200,Reserved',
  'St Anne,1,E,A-4,3,1,1200,Occupied',
]
const people =
  'code,holder_name,beneficiary_name\nA-1,Ng,Ng Bee\nA-1,Ong,Ong Ah Kow\nA-2,Tan,Tan Bee\nA-3,,Lim Bee\nA-4,Goh,Goh Bee\n'
const linesOf = (lines: string[]) => [header, ...lines].join('\n')

async function importLeavingOut(lines: string[]) {
  const problems: RegisterProblem[] = []
  const files = registerFilesOf({ niches: linesOf(lines), people })
  const options = { report: (problem: RegisterProblem) => void problems.push(problem), leaveOut: true }
  const result = await importRegister(testApp.context, files, options)
  return { ...result, problems: problems.map(({ file, row, message }) => `${file} ${row}: ${message}`) }
}
const names = async () =>
  (await testApp.context.db.select().from(beneficiaries).orderBy(asc(beneficiaries.beneficiaryName))).map(
    ({ beneficiaryName }) => beneficiaryName,
  )

test('an import that leaves out problems imports the right rows, and leaves out the people of the others', async () => {
  const { problems, added, importID } = await importLeavingOut(nicheLines)
  expect(problems).toEqual([
    'niches 3: Price must be an amount such as 3800.00, at most 1000000.00.',
    'niches 5: Column and row of this block are also in row 4.',
    'people 3: This niche already has a person in row 2.',
    'people 4: Left out, as is the row of its niche.',
    'people 6: Left out, as is the row of its niche.',
  ])
  expect([added, importID]).toEqual([{ niches: 2, people: 2 }, expect.any(String)])
  expect(await names()).toEqual(['Lim Bee', 'Ng Bee'])
  const [entry] = await testApp.context.db.select().from(auditLog).where(eq(auditLog.action, 'register.imported'))
  expect(entry?.details).toEqual({ niches: 2, people: 2, problems: 5 })
})

test('importing the corrected file adds what was left out, and nothing twice', async () => {
  const corrected = [
    nicheLines[0] ?? '',
    'St Anne,1,E,A-2,2,1,1500,Occupied',
    nicheLines[2] ?? '',
    'St Anne,1,E,A-4,4,1,1200,Occupied',
  ]
  const { problems, added, unchanged } = await importLeavingOut(corrected)
  expect(problems).toHaveLength(1)
  expect([added, unchanged]).toEqual([
    { niches: 2, people: 2 },
    { niches: 2, people: 2 },
  ])
  expect(await names()).toEqual(['Goh Bee', 'Lim Bee', 'Ng Bee', 'Tan Bee'])
})

test('people of niches that contradict Columba are left out with them, and a check does not offer them', async () => {
  const stored = ['St Anne,1,G,G-1,1,1,1200,Available', 'St Anne,1,G,G-2,2,1,1200,Available']
  await importRegister(testApp.context, registerFilesOf({ niches: linesOf(stored) }), { report: () => undefined })
  const files = registerFilesOf({
    niches: linesOf([
      'St Anne,1,G,G-1,1,1,1200,Occupied',
      'St Anne,1,G,G-9,2,1,1200,Occupied',
      'St Anne,1,G,G-3,3,1,1200,Occupied',
    ]),
    people: 'code,beneficiary_name\nG-1,Chua Bee\nG-9,Koh Bee\nG-3,Sim Bee\n',
  })
  const problems: RegisterProblem[] = []
  const options = { report: (problem: RegisterProblem) => void problems.push(problem) }
  const offered = await checkRegister(testApp.context, files, options)
  expect([offered.added, problems.length]).toEqual([{ niches: 1, people: 1 }, 2])
  problems.length = 0
  const { added } = await importRegister(testApp.context, files, { ...options, leaveOut: true })
  expect(problems.map(({ file, row, message }) => `${file} ${row}: ${message}`)).toEqual([
    'niches 2: In Columba, this niche has Available here.',
    'niches 3: Columba already has niche G-2 at this place.',
    'people 2: Left out, as is the row of its niche.',
    'people 3: Left out, as is the row of its niche.',
  ])
  expect(added).toEqual({ niches: 1, people: 1 })
  expect(await names()).toEqual(['Goh Bee', 'Lim Bee', 'Ng Bee', 'Sim Bee', 'Tan Bee'])
})

test('a file that cannot be read to its end is not imported at all', async () => {
  const before = await testApp.context.db.$count(niches)
  const lines = ['St Anne,1,H,H-1,1,1,1200,Occupied', 'St Anne,1,H,"H-2,2,1,1200,Occupied']
  await expect(importLeavingOut(lines)).rejects.toThrow(/quotation marks of row 3/)
  expect(await testApp.context.db.$count(niches)).toBe(before)
})

test('wrong values in chosen columns of people are left empty, and their rows are imported', async () => {
  const lines = ['St Anne,1,F,F-1,1,1,1200,Occupied', 'St Anne,1,F,F-2,2,1,1200,Occupied']
  const text =
    'code,holder_name,beneficiary_name,born,postal_code\nF-1,Ng,Ng Mui,someday,12\nF-2,Ong,Ong Mui,2202,123456\n'
  const files = registerFilesOf({ niches: linesOf(lines), people: text })
  const options = { report: () => undefined }
  const refused = await importRegister(testApp.context, files, options)
  expect(refused).toMatchObject({
    importID: null,
    kinds: [
      { file: 'people', column: 'born', row: 2, message: expect.stringContaining('must be a year'), count: 1 },
      { file: 'people', column: 'postal_code', row: 2, count: 1 },
      { file: 'people', column: 'born', row: 3, message: 'Born is in the future.', count: 1 },
    ],
  })
  const filesWithout = (...notRecorded: string[]) =>
    registerFilesOf({ niches: linesOf(lines), people: text }, { notRecorded })
  const first = await importRegister(testApp.context, filesWithout('born'), options)
  expect(first).toMatchObject({ importID: null, problems: 1 })
  const imported = await importRegister(testApp.context, filesWithout('born', 'postal_code'), options)
  expect(imported).toMatchObject({ importID: expect.any(String), problems: 0, added: { niches: 2, people: 2 } })
  const stored = await testApp.context.db
    .select()
    .from(beneficiaries)
    .where(inArray(beneficiaries.beneficiaryName, ['Ng Mui', 'Ong Mui']))
    .orderBy(asc(beneficiaries.beneficiaryName))
  expect(stored.map(({ bornIn, dateOfBirth, postalCode }) => [bornIn ?? dateOfBirth, postalCode])).toEqual([
    [null, ''],
    [null, '123456'],
  ])
})

test('what a row says otherwise of a right than another row can be left empty, and so can a date of death in a Reserved niche', async () => {
  const lines = ['St Anne,1,J,J-1,1,1,1200,Occupied', 'St Anne,1,J,J-2,2,1,1200,Reserved']
  const niches = `${header},capacity\n${lines.join(',2\n')},2`
  const people = 'code,beneficiary_name,died,second_holder\nJ-1,Ng Mui,,Tan\nJ-1,Ng Bee,,Lim\nJ-2,Ong Mui,1988,\n'
  const check = (...notRecorded: string[]) =>
    checkRegister(testApp.context, registerFilesOf({ niches, people }, { notRecorded }), { report: () => undefined })
  expect(await check()).toMatchObject({ problems: 2, added: { people: 1 } })
  expect(await check('second_holder', 'died')).toMatchObject({ problems: 0, added: { people: 3 } })
})
