import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { configApi } from '#contract/config/api.ts'
import { formatDateTime } from '#contract/dates.ts'
import { toOpeningTime } from '#contract/halls/api.ts'
import { houseApi } from '#contract/house/api.ts'
import { logoTooLargeMessage, wrongLogoMessage } from '#contract/house/logo.ts'
import { rightRulesApi } from '#contract/house/right-rules-api.ts'
import { bookings, house } from '#server/database/schema.ts'
import { openDueBlocks } from '#server/halls/opening-times.ts'
import { seedDemo } from '#server/seed/seed-demo.ts'
import { createServices } from '#server/start/services.ts'
import { bookUnpaid } from '#test/booking-forms.ts'
import { makeJpeg, makeNoisyPng, makePdf, makePng } from '#test/certificate-files.ts'
import { publishBlock } from '#test/hall-factory.ts'
import { sampleHouse } from '#test/sample-house.ts'
import { prepareCaller, prepareTestApp, startTestApp } from '#test/test-app.ts'
import { createHouseTexts } from './house-pages.ts'

const onPostgres = process.env.TEST_ENGINE === 'postgres'

/** Reads uploads as a server does, with threads of its own. */
const testApp = prepareTestApp({ environment: { HOLD_MINUTES: '20' }, makeServices: createServices })
const admin = prepareCaller(testApp, 'admin')

const save = (change: Partial<typeof sampleHouse> = {}) =>
  admin.call(houseApi.save, { body: { ...sampleHouse, ...change } })
const read = async () => (await testApp.anonymous.call(houseApi.read)).body
const holdOf = async (bookingID: string) => {
  const [row] = await testApp.context.db.select().from(bookings).where(eq(bookings.bookingID, bookingID))
  return ((row?.holdExpiresAt?.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)) / 60_000
}

test('a new house has no details, the hold minutes of the setting, and is not open', async () => {
  expect(await read()).toMatchObject({ name: 'Columba', telephone: '', holdMinutes: 20, isOpen: false })
})

test('a house opens with its first block; before, everyone reads when that will be', async () => {
  const own = await startTestApp()
  const owner = await own.signIn('admin')
  const readOpening = async () => {
    const { isOpen, opensAt } = (await own.anonymous.call(houseApi.read)).body
    return { isOpen, opensAt }
  }
  const readTexts = createHouseTexts(own.services)
  expect((await readTexts()).openingNotice).toMatch(/^We are opening soon\. /)

  const opening = toOpeningTime(new Date(own.time.now.getTime() + 3_600_000))
  await publishBlock(owner, {}, opening)
  const opensAt = new Date(`${opening}:00+08:00`).toISOString()
  expect(await readOpening()).toEqual({ isOpen: false, opensAt })
  own.advanceTime(1000)
  const texts = await readTexts()
  expect(texts.openingNotice).toContain(`soon, on ${formatDateTime(opensAt)}.`)
  own.advanceTime(1000)
  expect(await readTexts()).toBe(texts)

  own.advanceTime(3_600_000)
  await openDueBlocks(own.context)
  expect(await readOpening()).toEqual({ isOpen: true })
  expect((await readTexts()).openingNotice).toBe('')
  await own.close()
})

test('without details, a hold lasts as long as the setting says', async () => {
  expect(await holdOf((await bookUnpaid(testApp.context, await testApp.signIn('user'))).bookingID)).toBe(20)
})

test('saved details are what everyone reads, and what letters and holds use; the audit log keeps what changed', async () => {
  const { body } = await save()
  expect(body).toMatchObject(sampleHouse)
  expect(await read()).toEqual(body)
  expect((await testApp.anonymous.call(configApi.read)).body.holdMinutes).toBe(45)

  const family = await testApp.signIn('user')
  expect(await holdOf((await bookUnpaid(testApp.context, family)).bookingID)).toBe(45)

  await save({ telephone: '6222 4444' })
  const entries = await testApp.auditEntries({ action: 'house.changed' })
  expect(entries.at(-1)).toMatchObject({
    actorID: admin.person.userID,
    details: { telephone: '+65 6222 3333 → 6222 4444' },
  })
  expect(Object.keys(entries.at(-1)?.details ?? {})).toEqual(['telephone'])
})

test('every admin reads which contact details of the house have changed, and of other changes nothing', async () => {
  await save()
  const { person } = await testApp.signIn('admin')
  const lettersOf = async () =>
    (await testApp.letters({ to: person.email })).filter(({ kind }) => kind === 'house-changed')
  await save({ counterHours: 'Every day, 9 am to 1 pm' })
  expect(await lettersOf()).toEqual([])
  testApp.advanceTime(1000)
  await save({ email: 'office@another.example', telephone: '6222 5555' })
  const [letter, ...more] = await lettersOf()
  expect(more).toEqual([])
  /** Addresses in letters have invisible characters, so that mail programs make no links of them. */
  const text = letter?.text.replaceAll('\u200b', '')
  expect(text).toContain(`${admin.person.fullName} has changed how families reach the house.`)
  expect(text).toContain('+65 6222 3333 → 6222 5555')
  expect(text).toContain(`${sampleHouse.email} → office@another.example`)
  await save()
})

test.each([
  ['limits', { settleAlone: '500.00', waiveAlone: '1000000.00' }, 'One clerk alone waives or refunds charges, up to: '],
  [
    'tax rules',
    { taxNumber: 'M2-1', taxRegisteredOn: '2026-01-01', taxRates: '2026-01-01: 9%' },
    'GST number: none → M2-1',
  ],
  ['rules of rights', { basis: 'purchase', years: '30', until: '' }, 'How long a right lasts: '],
  ['steps after the end of a right', { steps: 'Telephone: 30\nLetter: 90' }, 'Steps after the end of a right: '],
] as const)(
  'every admin reads once that the %s have changed, with what they were and are',
  async (name, body, expected) => {
    const endpoint = {
      limits: houseApi.saveLimits,
      'tax rules': houseApi.saveTaxRules,
      'rules of rights': rightRulesApi.saveRightRules,
      'steps after the end of a right': rightRulesApi.saveEndSteps,
    }[name]
    const { person } = await testApp.signIn('admin')
    for (const _ of ['changed', 'the same again'])
      expect((await admin.call(endpoint, { body } as never)).status).toBe(200)
    const letters = await testApp.letters({ to: person.email, kind: 'house-changed' })
    expect(letters.map(({ text }) => text.replaceAll(/\s+/g, ' '))).toEqual([expect.stringContaining(expected)])
    expect(letters[0]?.text).toMatch(`${admin.person.fullName} has changed `)
  },
)

test.each([
  ['name', '  ', 'Please enter the name of the house'],
  ['telephone', 'call us', 'Only digits and spaces, and a + in front if you like'],
  ['email', 'office', 'This email address is not valid'],
  ['hourExceptions', 'Good Friday: closed\nChristmas', 'Please write each line like "Good Friday: closed"'],
  ['hourExceptions', ': closed', 'Please write each line like "Good Friday: closed"'],
  ['holdMinutes', '0', 'Please enter a number of minutes that is more than 0'],
  ['holdMinutes', 'soon', 'Please enter a number of minutes'],
  ['holdMinutes', '10081', 'At most a week, which is 10,080 minutes'],
])('%s cannot be %j', async (field, value, message) => {
  const { status, refusal } = await save({ [field]: value })
  expect([status, refusal.errors]).toEqual([400, { [field]: message }])
})

test('pages show a change at once, and the last known details if the database does not answer', async () => {
  await save()
  const database = { ...testApp.services.database }
  const readTexts = createHouseTexts({ ...testApp.services, database })
  const texts = await readTexts()
  expect(texts).toMatchObject({
    name: 'Hill House & Garden',
    telephoneLink: 'tel:+6562223333',
    counterHours: 'Monday to Friday, 10 am to 4 pm',
    allVisitingHours:
      'Every day, 8 am to 6 pm. Longer around festivals: 6 am to 8 pm on the Sundays around Qing Ming. Good Friday: closed. Chinese New Year: 10 am to 2 pm.',
  })
  expect(await readTexts()).toBe(texts)

  await save({ name: 'New House' })
  await vi.waitFor(async () => expect((await readTexts()).name).toBe('New House'), 60_000)

  await save({ name: 'Newer House' })
  database.db = undefined as never
  expect((await readTexts()).name).toMatch(/^New(er)? House$/)
})

/** The demo data takes seconds on the embedded engine, where seed.test.ts adds it. */
test.runIf(onPostgres)('the demo is open and keeps the hold minutes of the setting', async () => {
  const demo = await startTestApp({ environment: { HOLD_MINUTES: '12' } })
  await seedDemo(demo.context)
  const { body } = await demo.anonymous.call(houseApi.read)
  expect(body).toMatchObject({ name: 'Columba', telephone: '+65 6000 1234', holdMinutes: 12, isOpen: true })
  expect(await demo.context.db.$count(house)).toBe(1)
  await demo.close()
})

describe('the logo', () => {
  const upload = (content: Buffer) =>
    admin.call(houseApi.saveLogo, { body: {}, files: { logo: { name: 'logo', content } } })
  const load = (url: string) => testApp.app.inject({ url, headers: { host: 'localhost' } })

  test('a PNG or JPEG becomes the logo that everyone loads, until it is replaced or removed', async () => {
    const { body } = await upload(makePng())
    const first = await load(body.logo)
    expect([first.statusCode, first.headers['content-type'], first.rawPayload.equals(makePng())]).toEqual([
      200,
      'image/png',
      true,
    ])
    expect(first.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringContaining('immutable'),
    })
    expect((await read()).logo).toBe(body.logo)

    const second = (await upload(makeJpeg())).body.logo
    expect((await load(second)).headers['content-type']).toBe('image/jpeg')
    expect((await load(body.logo)).statusCode).toBe(404)

    for (const _ of ['removed', 'removed again']) expect((await admin.call(houseApi.removeLogo)).body.logo).toBe('')
    expect((await load(second)).statusCode).toBe(404)
    const entries = await testApp.auditEntries({ action: 'house.changed' })
    expect(entries.slice(-3).map(({ details }) => Object.keys(details ?? {}))).toEqual([['logo'], ['logo'], ['logo']])
  })

  test.each([
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      wrongLogoMessage,
    ],
    ['a PDF', makePdf('A letterhead'), wrongLogoMessage],
    ['more than 512 kB', makeNoisyPng(900), logoTooLargeMessage],
  ])('%s is refused, and the logo stays as it was', async (_, content, message) => {
    const { logo } = (await upload(makePng())).body
    const { status, refusal } = await upload(content)
    expect([status, refusal.errors, (await read()).logo]).toEqual([400, { logo: message }, logo])
  })

  test('a form without a picture is refused', async () => {
    const { refusal } = await admin.call(houseApi.saveLogo, { body: {} })
    expect(refusal.errors).toEqual({ logo: 'Please choose a picture.' })
  })
})
