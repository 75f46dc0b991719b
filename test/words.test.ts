import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { genders } from '#contract/accounts/genders.ts'
import nationalities from '#contract/accounts/nationalities.json' with { type: 'json' }
import { appointmentStatuses } from '#contract/appointments/appointment.ts'
import { appointmentTransitions, explainAppointmentRefusal } from '#contract/appointments/transitions.ts'
import { fieldLabels } from '#contract/bookings/application-form.ts'
import { bookingMakers, bookingStatuses, bookingTypes, relationships } from '#contract/bookings/booking.ts'
import { moveRefusals } from '#contract/bookings/refusals.ts'
import { explainRefusal, transitions } from '#contract/bookings/transitions.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { errorTable } from '#contract/errors.ts'
import { nicheStatuses } from '#contract/niches/niche.ts'
import { languagesOf, type Page, pages } from '#contract/pages.ts'
import { paymentStatuses } from '#contract/payments/payment.ts'
import { addressTo } from '#contract/rights/agreement.ts'
import { eventsOf } from '#contract/state-table.ts'
import { languageNames } from '#contract/words/languages.ts'
import { speakerOf } from '#contract/words/speaker-of.ts'
import type { Words } from '#contract/words/t.ts'
import { wordsByPage } from '#contract/words/zh-Hans/words-by-page.ts'
import { translateLetter } from '#server/mail/translate-letter.ts'
import { lettersToFamilies } from './words/letters-to-families.ts'
import { type Found, readSentences, type Sentences } from './words/read-sentences.ts'
import { findRefusals } from './words/refusals-to-families.ts'
import { lettersInEnglish, refusalsForStaff, rulesForStaff, sentencesForStaff } from './words/words-for-staff.ts'

const sources = ['contract', 'web'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\.d\.ts$|^contract\/words\/zh-/.test(path)),
)
const read = new Map<string, Sentences>(sources.map((file) => [file, readSentences(file)]))
/** What the server refuses arrives as English, too. */
const ofServer = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.includes('.test.'))
  .map((path) => readSentences(`server/${path}`))
const everyMarked = [...read.values()].flatMap(({ marked }) => marked)

/** Translated where it is shown, as all titles of pages are; names; the code of the currency; how a code looks. */
const otherwise = [
  ...['404 Page Not Found', 'Date of birth', 'Date of death'],
  ...['Credit Card', 'SGD ', 'xxxxx-xxxxx', 'Lim Siew Hong', 'Forever in our hearts. Rest in peace.'],
  /** Units, and the name under which a browser keeps a draft. */
  ...['{0} kB', '{0} MB', '{0} beside {1}'],
]
/** These load what is another page, or what only staff see. */
const leadElsewhere = [
  ...['web/pages.ts', 'web/layouts/load-staff-frame.ts'],
  ...['web/application/CounterLookups.tsx', 'web/bills/BillActions.tsx'],
]
const loadsSignedIn = 'web/layouts/load-signed-in-layout.ts'

const folder = 'contract/words/zh-Hans'
const wordFiles = readdirSync(folder).filter((file) => file !== 'words-by-page.ts')
const dictionaries = new Map<string, Words>()
for (const file of wordFiles) {
  const { words } = (await import(join(process.cwd(), folder, file))) as { words: Words }
  dictionaries.set(file, words)
}
const translations = [...dictionaries].flatMap(([file, words]) =>
  Object.entries(words).map(([english, translated]) => ({ file, english, translated })),
)

const everyWord = speakerOf('zh-Hans', [...dictionaries.values()])

const pageFiles = new Map(
  [...readFileSync('web/pages.ts', 'utf8').matchAll(/(\w+): \(\) => import\('\.\/([^']+)'\)/g)].map(
    ([, name = '', file = '']) => [name, `web/${file}`],
  ),
)
pageFiles.set('unauthorized', 'web/session/UnauthorizedPage.tsx')
const wholePages = Object.entries<Page>(pages).flatMap(([name, { access, title, ...page }]) =>
  (languagesOf({ access, title, ...page }) ?? []).map((language) => ({
    name,
    language,
    title,
    file: pageFiles.get(name) ?? '',
    isOpen: access === 'public',
  })),
)
const frameFiles = ['web/routes.tsx']

/** The files that a page runs, with those that it loads later. */
function filesOf(start: readonly string[], isOpen: boolean): string[] {
  const found = new Set(start)
  const notFollowed = isOpen ? [...leadElsewhere, loadsSignedIn] : leadElsewhere
  for (const file of found)
    for (const path of read.get(file)?.imports ?? []) {
      const target = path.startsWith('#')
        ? path.slice(1)
        : path.startsWith('.')
          ? normalize(join(dirname(file), path))
          : ''
      if (read.has(target) && !notFollowed.includes(target)) found.add(target)
    }
  return [...found]
}

const apis: Record<string, Record<string, Endpoint>> = {}
for (const path of sources.filter((each) => /^contract\/.*api\.ts$/.test(each)))
  Object.assign(apis, await import(join(process.cwd(), path)))

const yesAndNo = [true, false]
const bookingStates = {
  status: bookingStatuses,
  type: bookingTypes,
  payment: paymentStatuses,
  urn: yesAndNo,
  certificateAsked: yesAndNo,
  madeBy: bookingMakers,
  urnPlaced: yesAndNo,
  urnHeld: yesAndNo,
  justDenied: yesAndNo,
}
const appointmentStates = {
  status: ['none', ...appointmentStatuses] as const,
  dayCome: yesAndNo,
  begun: yesAndNo,
  urnOutside: yesAndNo,
}

/** Every combination of one value of each. */
const valuesOf = <Choices extends Record<string, readonly unknown[]>>(choices: Choices) =>
  Object.entries(choices).reduce<object[]>(
    (found, [key, values]) => found.flatMap((each) => values.map((value) => ({ ...each, [key]: value }))),
    [{}],
  ) as { [Key in keyof Choices]: Choices[Key][number] }[]

const eventsByApplicants = <Event extends string>(
  table: Record<Event, { moves: readonly { by: readonly string[] }[] }>,
) => eventsOf(table).filter((event) => table[event].moves.some(({ by }) => by.includes('user')))

const inWords = ({ file, line, text }: Found) => `${file}:${line} ${text}`
const gapsIn = (sentence: string) => [...new Set(sentence.match(/\{\w+\}/g))].sort()

test('every marked sentence has a translation', () => {
  const known = new Set(translations.map(({ english }) => english))
  expect(everyMarked.filter(({ text }) => !known.has(text)).map(inWords)).toEqual([])
})

test('every translation is of a sentence that the code still has', () => {
  const marked = [...everyMarked, ...ofServer.flatMap(({ marked }) => marked)]
  const labels = lettersToFamilies.flatMap(({ facts }) => facts?.map(([label]) => label) ?? [])
  const used = new Set([...marked.map(({ text }) => text), ...nationalities, ...labels])
  for (const { literals } of [...read.values(), ...ofServer]) for (const text of literals) used.add(text)
  expect(translations.filter(({ english }) => !used.has(english)).map(({ english }) => english)).toEqual([])
})

test('each file of words says that no native speaker has read it yet, until one has', () => {
  const readByOne: string[] = []
  const says = (file: string) => /not yet read by a native speaker/i.test(readFileSync(join(folder, file), 'utf8'))
  expect([...wordFiles, '../zh-Hant/traditional.ts'].filter((file) => !says(file))).toEqual(readByOne)
})

test('no sentence is translated twice', () => {
  const count = new Map<string, number>()
  for (const { english } of translations) count.set(english, (count.get(english) ?? 0) + 1)
  expect([...count].filter(([, times]) => times > 1).map(([english]) => english)).toEqual([])
})

test('a translation has the gaps of its sentence, and none on a paper, which prints what fills them once', () => {
  const wanted = ({ file, english }: (typeof translations)[number]) => (file === 'papers.ts' ? [] : gapsIn(english))
  const differing = translations.filter((each) => `${wanted(each)}` !== `${gapsIn(each.translated)}`)
  expect(differing.map(({ english }) => english)).toEqual([])
})

test('no sentence is marked where a module is loaded, and only elements are gaps in markup', () => {
  expect([...read.values()].flatMap(({ tooEarly, badGaps }) => [...tooEarly, ...badGaps]).map(inWords)).toEqual([])
})

/** The words of `zh-Hant` are written from these. */
test.each(wholePages.filter(({ language }) => language === 'zh-Hans'))(
  'the page $name is whole in $language: each of its sentences is marked, and loaded with it',
  async ({ name, file, title, isOpen }) => {
    expect(existsSync(file)).toBe(true)
    const files = filesOf([file, ...frameFiles], isOpen)
    const shown = files.filter((each) => each.startsWith('web/'))
    const unmarked = shown.flatMap((each) => read.get(each)?.unmarked ?? [])
    expect(unmarked.filter(({ text }) => ![...sentencesForStaff, ...otherwise].includes(text)).map(inWords)).toEqual([])

    const load = wordsByPage[name]
    const loaded = [...((await wordsByPage.frame?.()) ?? []), ...((await load?.()) ?? [])]
    const marked = files.flatMap((each) => read.get(each)?.marked ?? [])
    const titles = title === pages.landing.title ? [] : [title]
    const missing = [...marked.map(({ text }) => text), ...titles].filter(
      (text) => !loaded.some((words) => text in words),
    )
    expect(missing).toEqual([])
    const { find } = speakerOf('zh-Hans', loaded)
    const rules = shown.flatMap((each) => read.get(each)?.rules ?? [])
    expect(rules.filter(({ text }) => !find(text)).map(inWords)).toEqual([])
  },
)

test('a rule of a form on a whole page has a translation', () => {
  const shared = new Set(wholePages.flatMap(({ file, isOpen }) => filesOf([file], isOpen)))
  const rules = [...shared].flatMap((file) => read.get(file)?.rules ?? [])
  const isForStaff = ({ file, text }: Found) => rulesForStaff.some((staff) => file.startsWith(staff) || text === staff)
  const forFamilies = rules.filter((rule) => !isForStaff(rule))
  expect(forFamilies.filter(({ text }) => !everyWord.find(text)).map(inWords)).toEqual([])
})

test('a choice that is stored in English has a translation', () => {
  const choices = [...nationalities, ...genders, ...relationships, ...paymentStatuses, ...Object.values(fieldLabels)]
  const statuses = nicheStatuses.flatMap((status) => [status, status.toLowerCase()])
  expect([...choices, ...statuses].filter((text) => !everyWord.find(text))).toEqual([])
})

test('a refusal has a translation, or is one that only staff meet', () => {
  const missing = Object.entries(errorTable).filter(([, [, said]]) => said !== '{why}' && !everyWord.find(said))
  expect(missing.map(([code]) => code).sort()).toEqual([...refusalsForStaff].sort())
})

test('a refusal of a call that applicants may send has a translation, and so have its sentences below fields', () => {
  const { codes, sentences } = findRefusals(apis)
  expect(codes).toContain('PRICE_CHANGED')
  expect(refusalsForStaff.filter((code) => codes.has(code))).toEqual([])
  expect(sentences).toContain('This is your own email address.')
  expect([...sentences].filter((text) => !everyWord.find(text))).toEqual([])
})

test('why applicants cannot move a booking or an appointment has a translation', () => {
  const ofBookings = valuesOf(bookingStates).flatMap((state) =>
    eventsByApplicants(transitions).map((event) => moveRefusals[explainRefusal(state, event)]),
  )
  const ofAppointments = valuesOf(appointmentStates).flatMap((state) =>
    eventsByApplicants(appointmentTransitions).map((event) => explainAppointmentRefusal(state, event)),
  )
  const reasons = [...new Set([...ofBookings, ...ofAppointments])]
  expect(reasons.length).toBeGreaterThan(15)
  expect(reasons.filter((text) => !everyWord.find(text))).toEqual([])
})

test.each(['zh-Hans', 'zh-Hant'] as const)('each letter to a family is whole in %s', (language) => {
  const others = /https?:\S+|mei@example\.com|Firefox|Issued by a house\.|SGD|NRIC|C-12|\b[BPR]-[\w-]+|\d+/g
  const inEnglish = lettersToFamilies.flatMap((letter) => {
    const translated = translateLetter(letter, language)?.letter
    const texts = translated
      ? [
          translated.subject,
          ...translated.paragraphs,
          ...(translated.closing ?? []),
          ...(translated.facts ?? []).flat(),
        ]
      : [`${letter.kind} stays English`]
    return [...texts, translated?.action?.label ?? ''].filter((text) => /[A-Za-z]{2}/.test(text.replace(others, '')))
  })
  expect(inEnglish).toEqual([])
  const receipt = lettersToFamilies.find(({ kind }) => kind === 'receipt')
  const place = receipt && translateLetter(receipt, 'zh-Hans')?.letter.facts?.find(([label]) => label === '龛位')?.[1]
  expect(place).toBe('C-12（A第1层C区）')
})

test('a holder who has not agreed is named in Chinese, with whoever acts for a child', () => {
  const names = [addressTo('陈小明', '林秀兰'), addressTo('陈大文', '', true), 'A holder whose name is not recorded']
  expect(names.map(everyWord.find)).toEqual(['陈小明（监护人：林秀兰）', '陈大文（已故）', '一位没有姓名记录的持有人'])
})

test('a letter in Chinese says of each reason of staff that it is as written, and translates those of Columba', () => {
  const texts = lettersToFamilies.flatMap((letter) => {
    const { paragraphs = [], facts = [] } = translateLetter(letter, 'zh-Hans')?.letter ?? {}
    return [...paragraphs, ...facts.map((fact) => fact.join('：'))]
  })
  for (const reason of ['手机遗失', '还有未付的款项', '大厅维修', '照片不清楚', '证件齐全']) {
    const quoting = texts.filter((text) => text.includes(reason))
    expect(quoting.length).toBeGreaterThan(0)
    expect(quoting.filter((text) => !text.includes('（原文）'))).toEqual([])
  }
  expect(texts).toEqual(expect.arrayContaining(['此项预订已结束。', '职员正在重新核对此项预订。']))
})

test('each kind of letter is among those to families, or is one that stays English', () => {
  const record = readFileSync('docs/decisions/0038-limits-on-letters.md', 'utf8')
  const kinds = [...record.matchAll(/^\| (`[^|]+)\|/gm)].flatMap(([, cell = '']) => cell.match(/\w[^`]+(?=`)/g) ?? [])
  const translated = lettersToFamilies.map(({ kind }) => kind)
  expect(new Set(kinds)).toEqual(new Set([...translated, ...lettersInEnglish]))
  expect(translated.filter((kind) => lettersInEnglish.includes(kind))).toEqual([])
})

test('each language in which a page is whole is one that readers can choose', () => {
  expect(wholePages.filter(({ language }) => !languageNames.includes(language))).toEqual([])
  expect(wholePages.length).toBeGreaterThan(4)
})
