import { expect, test } from 'vitest'
import { toOpeningTime } from '#contract/halls/api.ts'
import type { RegisterProblem } from '#contract/registers/problem.ts'
import { bookings, niches, rights, urns } from '#server/database/schema.ts'
import { openDueBlocks } from '#server/halls/opening-times.ts'
import { makeUser } from '#test/factories.ts'
import { type RegisterContent, registerFilesOf } from '#test/register-files.ts'
import { passOn } from '#test/right-factory.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { checkRegister, importRegister } from './import-register.ts'
import type { Answers } from './open-register.ts'
import type { PlanOptions } from './plan-rows.ts'

const testApp = prepareTestApp(undefined, 'each')

const header = 'building,level,block,code,column,row,price,status,capacity'
const family = `${header}\nSt Anne,1,E,A-1,1,1,1200,Occupied,2\nSt Anne,1,E,A-2,2,1,1200,Reserved,2`
const peopleHeader = 'code,holder_name,holder_contact,beneficiary_name'

/** The result with the problems as text, without the IDs of bookings. */
async function run(action: typeof checkRegister, content: RegisterContent, options: PlanOptions & Answers = {}) {
  const problems: string[] = []
  const report = ({ file, row, column, message }: RegisterProblem) =>
    void problems.push(`${file} ${row}, ${column}: ${message.replace(/booking \S+ of/, 'the booking of')}`)
  const result = await action(testApp.context, registerFilesOf(content, options), { report, ...options })
  return { ...result, problems }
}

test.each([
  ['the name of the person', 'A-1', 'Ng Ah Kow', 'NG AH KOW'],
  ['the name of the holder, if the person has none', 'A-2', '', ''],
])('in a niche for two, a row with another telephone number is recognised by %s', async (_, code, name, again) => {
  const people = (contact: string, name: string) => `${peopleHeader}\n${code},Ng Siew Lan,${contact},${name}`
  await run(importRegister, { niches: family, people: people('9123 4567', name) })
  const { problems, added } = await run(checkRegister, { niches: family, people: people('9888 0000', name) })
  expect(problems).toEqual(['people 2, holder_contact: In Columba, the booking of this niche has 9123 4567 here.'])
  expect(added).toEqual({ niches: 0, people: 0 })
  const urnsBefore = await testApp.context.db.$count(urns)
  await run(importRegister, { niches: family, people: people('9888 0000', again) }, { leaveOut: true })
  expect(await testApp.context.db.$count(urns)).toBe(urnsBefore)
})

test('a register that is imported again does not add a person of a niche for two whose booking was linked to an account', async () => {
  const content = { niches: family, people: `${peopleHeader}\nA-1,Ng Siew Lan,,Ng Ah Kow\nA-2,Ng Siew Lan,,` }
  await run(importRegister, content)
  const { userID } = await makeUser(testApp.context)
  await testApp.context.db.update(bookings).set({ userID })
  const { problems, added } = await run(checkRegister, { ...content, niches: `${family}\n` })
  expect(new Set(problems.map((problem) => problem.replace(/, holder_\w+/, '')))).toEqual(
    new Set([2, 3].map((row) => `people ${row}: In Columba, the booking of this niche has another value here.`)),
  )
  expect(added.people).toBe(0)
})

test('a file that says another last day of a right is told which is recorded, and can correct it', async () => {
  const people = (until: string) => `${peopleHeader},right_until\nA-1,Ng Siew Lan,,Ng Ah Kow,${until}`
  await run(importRegister, { niches: family, people: people('2024') })
  const problems: RegisterProblem[] = []
  await checkRegister(testApp.context, registerFilesOf({ niches: family, people: people('2042') }), {
    report: (problem) => void problems.push(problem),
    leaveOut: false,
  })
  expect(problems).toMatchObject([{ column: 'right_until', value: '2042-12-31', correctable: { known: '2024-12-31' } }])
})

test('a file that names a holder whom somebody has followed is told so, and cannot bring that holder back', async () => {
  const people = `${peopleHeader}\nA-1,Ng Siew Lan,,Ng Ah Kow`
  await run(importRegister, { niches: family, people })
  const [right] = await testApp.context.db.select().from(rights)
  await passOn(testApp.context, right?.rightID ?? '', 'Ng Mei')
  const problems: RegisterProblem[] = []
  await checkRegister(testApp.context, registerFilesOf({ niches: `${family}\n`, people }), {
    report: (problem) => void problems.push(problem),
  })
  expect(problems).toMatchObject([{ column: 'holder_name', value: 'Ng Siew Lan' }])
  expect(problems[0]?.correctable).toBeUndefined()
})

test('a second person of the same name is added beside the first, whose row is in the file too', async () => {
  const first = `${peopleHeader}\nA-2,Ng Siew Lan,9123 4567,`
  await run(importRegister, { niches: family, people: first })
  const both = { niches: family, people: `${first}\nA-2,Ng Siew Lan,9888 0000,` }
  expect(await run(importRegister, both)).toMatchObject({
    problems: [],
    added: { people: 1 },
    unchanged: { people: 1 },
  })
})

const whoIsIt =
  'Columba has somebody else in this niche, of whom there is no row. Is this their corrected name, or a further person?'

test('a check asks whether a name that nobody in the niche has is a corrected one; further people are added as far as there are places', async () => {
  await run(importRegister, { niches: family, people: `${peopleHeader}\nA-1,,,Ng Ah Kow` })
  const others = { niches: family, people: `${peopleHeader}\nA-1,,,Lim Siew Hoon\nA-1,,,Goh Bee Choo` }
  const asked = [2, 3].map((row) => `people ${row}, beneficiary_name: ${whoIsIt}`)
  expect(await run(checkRegister, others)).toMatchObject({
    problems: asked,
    added: { people: 0 },
    different: { people: 2 },
  })
  expect(await run(importRegister, others, { leaveOut: true })).toMatchObject({ importID: null })
  const further = { furtherPeople: true }
  const full = ['people 3, code: Columba has no place left in this niche.']
  expect(await run(checkRegister, others, further)).toMatchObject({ problems: full, added: { people: 1 } })
  expect(await run(importRegister, others, further)).toMatchObject({ problems: full, importID: null })
  expect(await run(importRegister, others, { ...further, leaveOut: true })).toMatchObject({
    problems: full,
    added: { people: 1 },
  })
})

test('a corrected name in a niche for two adds neither a booking nor an urn, and can be corrected by the file', async () => {
  const people = (first: string) => `${peopleHeader}\nA-1,,,${first}\nA-1,,,Lim Mui`
  await run(importRegister, { niches: family.replace('Occupied,2', 'Occupied,3'), people: people('Tan Ah Koh') })
  const corrected = { niches: family.replace('Occupied,2', 'Occupied,3'), people: people('Tan Ah Kow') }
  const found: RegisterProblem[] = []
  const { totals } = await checkRegister(testApp.context, registerFilesOf(corrected), {
    report: (problem) => void found.push(problem),
  })
  expect(found).toMatchObject([{ row: 2, value: 'Tan Ah Kow', correctable: { known: 'another value' } }])
  expect(totals).toMatchObject([{ people: 2, urns: 2 }])
  const before = [await testApp.context.db.$count(bookings), await testApp.context.db.$count(urns)]
  await run(importRegister, corrected, { leaveOut: true })
  expect([await testApp.context.db.$count(bookings), await testApp.context.db.$count(urns)]).toEqual(before)
})

test.each([
  ['an identity number', 'identity_number', 's0000001i', ''],
  ['a reference with its deed', 'reference,deed', 'p. 7,D-1', 'p. 8,D-1'],
])('a corrected name is recognised by %s, whoever else has no row', async (_, columns, first, second) => {
  const file = (...rows: string[]) => ({
    niches: family,
    people: [`code,beneficiary_name,${columns}`, ...rows].join('\n'),
  })
  await run(importRegister, file(`A-1,Tan Ah Koh,${first.toUpperCase()}`, `A-1,Lim Mui,${second || ''}`))
  const { problems } = await run(checkRegister, file(`A-1,Tan Ah Kow,${first.toUpperCase()}`), { furtherPeople: true })
  expect(problems).toEqual([
    'people 2, beneficiary_name: In Columba, the booking of this niche has another value here.',
  ])
})

test('a new person is added without a question if the others of the niche have a row, however far below', async () => {
  const large = Array.from({ length: 1100 }, (_, at) => `St Anne,1,F,F-${at},${at + 1},1,1200,Occupied,2`)
  const niches = [family, ...large].join('\n')
  const others = Array.from({ length: 1100 }, (_, at) => `F-${at},,,Tan ${at}`)
  const known = 'A-1,,,Ng Ah Kow'
  await run(importRegister, { niches, people: [peopleHeader, ...others, known].join('\n') })
  const content = { niches, people: [peopleHeader, 'A-1,,,Lim Mui', ...others, known].join('\n') }
  expect(await run(checkRegister, content)).toMatchObject({ problems: [], added: { people: 1 } })
})

test('the totals count people and urns of whom the file has no row, and nobody twice', async () => {
  await run(importRegister, {
    niches: family.replace('Reserved', 'Occupied'),
    people: `${peopleHeader}\nA-1,,,Ng Ah Kow\nA-1,,,Lim Mui`,
  })
  const again = { niches: family.replace('Reserved', 'Occupied'), people: `${peopleHeader}\nA-1,,9123 4567,Lim Mui` }
  const totals = [{ niches: 2, Occupied: 2, people: 2, urns: 3 }]
  expect(await run(checkRegister, again)).toMatchObject({ totals, different: { people: 1 } })
  /** The urn without a name in A-2 becomes that of whoever is named there. */
  const named = { ...again, people: `${peopleHeader}\nA-2,,,Goh Bee Choo` }
  expect(await run(checkRegister, named)).toMatchObject({ totals: [{ people: 3, urns: 3 }], added: { people: 1 } })
})

test('a place beside somebody of whom a register has no name is counted', async () => {
  await run(importRegister, { niches: family })
  const later = { niches: family, people: 'code,beneficiary_name,for_later\nA-1,Lim Bee,yes\nA-1,Goh Bee,yes' }
  const full = ['people 3, code: The niche is Occupied. One of its places is for somebody who is here.']
  expect(await run(checkRegister, later)).toMatchObject({ problems: full })
  const two = { niches: family, people: 'code,beneficiary_name,for_later\nA-1,Lim Bee,yes\nA-1,Goh Bee,' }
  expect(await run(checkRegister, two)).toMatchObject({ problems: [] })
  expect(await run(importRegister, two)).toMatchObject({ problems: [], added: { people: 2 } })
})

test('rows that were left out are imported from the same files once Columba is corrected', async () => {
  const [first = '', niche = '', other = ''] = family.split('\n')
  await run(importRegister, { niches: `${first}\n${niche.replace('1200', '1500')}` })
  const content = { niches: `${first}\n${niche}\n${other}`, people: `${peopleHeader}\nA-1,,,Ng Ah Kow` }
  expect(await run(importRegister, content, { leaveOut: true })).toMatchObject({ added: { niches: 1, people: 0 } })
  await testApp.context.db.update(niches).set({ priceCents: 120_000 })
  expect(await run(importRegister, content, { leaveOut: true })).toMatchObject({
    problems: [],
    added: { niches: 0, people: 1 },
  })
  expect(await run(importRegister, content, { leaveOut: true })).toMatchObject({
    importID: null,
    unchanged: { niches: 2, people: 1 },
  })
})

test('an opening time that has come since does not contradict the block, which is open now', async () => {
  const opensAt = toOpeningTime(new Date(testApp.time.now.getTime() + 3_600_000))
  const text = `${header},opens_at\nSt Anne,1,E,A-1,1,1,1200,Available,,${opensAt}`
  await run(importRegister, { niches: text })
  testApp.advanceTime(3_600_000)
  await openDueBlocks(testApp.context)
  expect(await run(checkRegister, { niches: `${text}\n` })).toMatchObject({ problems: [], unchanged: { niches: 1 } })
})

test('people of one niche who are far apart in a large file are imported as the check says', async () => {
  const large = Array.from({ length: 125 }, (_, at) => `St Anne,1,F,F-${at},${at + 1},1,1200,Reserved,8`)
  const others = Array.from({ length: 1000 }, (_, at) => `F-${at % 125},,,Tan ${at}`)
  const [first, last] = ['A-2,Ng Siew Lan,9123 4567,', 'A-2,Ng Siew Lan,9888 0000,']
  const content = {
    niches: [family, ...large].join('\n'),
    people: [peopleHeader, first, ...others, last].join('\n'),
  }
  const expected = { problems: [], added: { niches: 127, people: 1002 } }
  expect(await run(checkRegister, content)).toMatchObject(expected)
  expect(await run(importRegister, content)).toMatchObject(expected)
})
