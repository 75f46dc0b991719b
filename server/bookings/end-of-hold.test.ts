import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { rightApi } from '#contract/rights/api.ts'
import { bookings, niches } from '#server/database/schema.ts'
import { importRegister } from '#server/registers/import-register.ts'
import { registerFilesOf } from '#test/register-files.ts'
import { addHolder, makeRight, rightOf } from '#test/right-factory.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'

const testApp = prepareTestApp()
const clerk = prepareCaller(testApp, 'staff')
const family = prepareCaller(testApp, 'user', 'each')
const reason = 'The family asked.'
const archive = (bookingID: string) => clerk.call(bookingApi.archive, { body: { bookingID } })
const reopen = (bookingID: string) => clerk.call(bookingApi.reopen, { body: { bookingID, reason } })
const textsTo = async (to: string) => (await testApp.letters({ to })).map(({ kind, text }) => ({ kind, text }))
const printed = async () =>
  (await clerk.call(rightApi.lettersToPost)).body.map(({ holder, text }) => ({ holder, text }))

/** A booking from a register without an urn, whose holder has this address. */
async function makeImported(email: string, status: 'Reserved' | 'Occupied') {
  const code = `E-${randomUUID().slice(0, 8)}`
  const files = registerFilesOf({
    niches: `building,level,block,code,column,row,price,status\nSt Anne,1,${code},${code},1,1,1200,Reserved\n`,
    people: `code,holder_name,holder_email,beneficiary_name\n${code},Ng Siew Lan,${email},Ng Ah Kow\n`,
  })
  await importRegister(testApp.context, files, { report: () => undefined })
  const [made] = await testApp.context.db
    .select({ bookingID: bookings.bookingID })
    .from(bookings)
    .innerJoin(niches, eq(niches.nicheID, bookings.nicheID))
    .where(eq(niches.nicheCode, code))
  const bookingID = made?.bookingID ?? ''
  if (status === 'Occupied')
    await testApp.context.db.update(bookings).set({ bookingType: 'Current' }).where(eq(bookings.bookingID, bookingID))
  return bookingID
}

let bookingID: string
beforeEach(async () => {
  const right = await makeRight(testApp.context, family.person)
  bookingID = right.bookingID
  await addHolder(testApp.context, right.rightID, `Lian ${bookingID}`, '1 Hill Street')
})

test('after archiving and reopening, the account reads one letter each, and a further holder of the right one on paper', async () => {
  const { email } = family.person
  expect((await archive(bookingID)).status).toBe(200)
  expect((await reopen(bookingID)).status).toBe(200)
  expect(await textsTo(email)).toEqual([
    { kind: 'archived', text: expect.stringContaining('can be given to somebody else') },
    { kind: 'reopened', text: expect.not.stringContaining(reason) },
  ])
  const said = (await printed()).filter(({ holder }) => holder === `Lian ${bookingID}`).map(({ text }) => text)
  expect(said).toHaveLength(2)
  for (const words of ['The right has ended, because', 'The right counts again, because'])
    expect(said.some((text) => text.includes(`${words} booking ${bookingID} was`))).toBe(true)
})

test('after archiving and reopening, a contact who gets notices reads both, and one who may only collect the ashes neither', async () => {
  const { number } = await rightOf(testApp.context, bookingID)
  const own = bookingID.toLowerCase()
  const addresses = { notices: `notices.${own}@test.example`, ashes: `ashes.${own}@test.example` }
  for (const kind of ['notices', 'ashes'] as const) {
    const contact = { number, kind, name: `Lim ${kind}`, email: addresses[kind], reason }
    expect((await clerk.call(rightApi.saveContact, { body: contact })).status).toBe(200)
  }
  const { contacts } = (await clerk.call(rightApi.detail, { params: { number } })).body
  for (const { contactID } of contacts)
    await clerk.call(rightApi.recordContactAccepted, { body: { number, contactID, by: 'counter' } })
  await archive(bookingID)
  await reopen(bookingID)
  const read = async (kind: keyof typeof addresses) =>
    (await testApp.letters({ to: addresses[kind], kind: 'right-news' })).map(({ text }) => text)
  expect(await read('notices')).toEqual([
    expect.stringContaining(`The right has ended, because booking ${bookingID} was archived`),
    expect.stringContaining(`The right counts again, because booking ${bookingID} was reopened`),
  ])
  expect(await read('ashes')).toEqual([])
})

test.each(['release', 'archive'] as const)(
  'after %s of an imported booking without an account, the address in the register reads it once, without a link to My Bookings',
  async (event) => {
    const email = `${event}@old.example`
    const imported = await makeImported(email, event === 'release' ? 'Reserved' : 'Occupied')
    const ended =
      event === 'release'
        ? await clerk.call(bookingApi.release, { body: { bookingID: imported, reason } })
        : await archive(imported)
    expect(ended.status).toBe(200)
    const [read, ...more] = await textsTo(email)
    expect(read).toMatchObject({ kind: `${event}d`, text: expect.not.stringContaining('See my bookings') })
    expect(more).toEqual([])
  },
)
