import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { auditLog, bookings, users } from '#server/database/schema.ts'
import { importRegister } from '#server/registers/import-register.ts'
import { makeUser, type Person } from '#test/factories.ts'
import { readLinkCode } from '#test/link-to-account.ts'
import { registerFilesOf } from '#test/register-files.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'

const testApp = prepareTestApp({}, 'each')
const clerk = prepareCaller(testApp, 'staff', 'each')
const colleague = prepareCaller(testApp, 'staff', 'each')
let bookingIDs: string[]
let person: Person
beforeEach(async () => {
  const files = registerFilesOf({
    niches:
      'building,level,block,code,column,row,price,status\nOld Hall,1,O,O-1,1,1,1200,Occupied\nOld Hall,1,O,O-2,2,1,1200,Occupied\n',
    people: 'code,holder_name,holder_contact\nO-1,Ng Siew Lan,91234567\nO-2,Ng Siew Lan,91234567\n',
  })
  await importRegister(testApp.context, files, { report: () => undefined })
  bookingIDs = (await testApp.context.db.select().from(bookings)).map(({ bookingID }) => bookingID)
  person = await makeUser(testApp.context)
})

const [first, second] = [() => bookingIDs[0] ?? '', () => bookingIDs[1] ?? '']
const send = (bookingID = first(), to = person, who = clerk) =>
  who.call(bookingApi.sendLinkCode, { body: { bookingID, nric: to.nric } })
async function sendAndRead(bookingID = first(), to = person) {
  expect((await send(bookingID, to)).status).toBe(200)
  return readLinkCode(testApp, to)
}
const link = (code: string, bookingID = first(), to = person) =>
  clerk.call(bookingApi.linkAccount, {
    body: { bookingID, nric: to.nric, papers: 'The deed of 1998', nricSeen: true, code },
  })
const wrongCodeFor = (code: string) => (code === '000 000' ? '000 001' : '000 000')
const errorOf = async (answer: ReturnType<typeof link>) => (await answer).refusal.errors?.code ?? ''
const ownerOf = async (bookingID: string) =>
  (await testApp.context.db.select().from(bookings).where(eq(bookings.bookingID, bookingID)))[0]?.userID

test('after five wrong codes, also in parallel, the right one no longer counts, and a new one does', async () => {
  const code = await sendAndRead()
  const errors = await Promise.all(Array.from({ length: 8 }, () => errorOf(link(wrongCodeFor(code)))))
  expect(errors.filter((error) => error.includes('not the code in the letter'))).toHaveLength(4)
  expect(errors.filter((error) => error.includes('fifth wrong code'))).toHaveLength(1)
  expect(errors.filter((error) => error.includes('No code is open'))).toHaveLength(3)
  expect(await errorOf(link(code))).toContain('No code is open')
  expect(await ownerOf(first())).toBeNull()
  const entries = await testApp.context.db.select().from(auditLog).where(eq(auditLog.subject, first()))
  expect(entries.filter(({ action }) => action === 'booking.link_code_wrong')).toHaveLength(5)
  expect((await link(await sendAndRead())).status).toBe(200)
  expect(await ownerOf(first())).toBe(person.userID)
})

test('a code counts for one booking, one account, its address, thirty minutes and one link', async () => {
  const other = await makeUser(testApp.context)
  const code = await sendAndRead()
  expect(await errorOf(link(code, second()))).toContain('No code is open')
  expect(await errorOf(link(code, first(), other))).toContain('No code is open')
  const codeOfSecond = await sendAndRead(second())
  if (code !== codeOfSecond) expect(await errorOf(link(code, second()))).toContain('not the code in the letter')

  const change = (email: string) =>
    testApp.context.db.update(users).set({ email }).where(eq(users.userID, person.userID))
  await change('elsewhere@test.example')
  expect(await errorOf(link(code))).toContain('not the code in the letter')
  await change(person.email)
  testApp.advanceTime(30 * 60_000)
  expect(await errorOf(link(code))).toContain('No code is open')
  const newest = await sendAndRead()
  expect((await link(newest)).status).toBe(200)
  expect((await link(newest)).status).toBe(409)
  expect((await send()).status).toBe(409)
})

test('two clerks who send a code at once leave one open, and the dialog of both says when it was sent', async () => {
  const answers = await Promise.all([send(), send(first(), person, colleague)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const body = { bookingID: first(), nric: person.nric }
  for (const who of [clerk, colleague])
    expect((await who.call(bookingApi.compareHolder, { body })).body.codeSentAt).toBe(testApp.time.now.toISOString())
  const letters = await testApp.letters({ to: person.email, kind: 'link-code' })
  const codes = letters.map(({ text }) => /\b\d{3} \d{3}\b/.exec(text)?.[0] ?? '')
  const results = [(await link(codes[0] ?? '')).status, (await link(codes[1] ?? '')).status]
  expect(codes[0] === codes[1] ? [200, 400] : results.filter((status) => status === 200)).toContain(200)
  expect(await ownerOf(first())).toBe(person.userID)
})

test('an address gets at most five codes a day', async () => {
  for (let sent = 0; sent < 5; sent++) expect((await send(bookingIDs[sent % 2])).status).toBe(200)
  expect((await send()).refusal.code).toBe('TOO_MANY_LETTERS')
  expect(await testApp.letters({ to: person.email, kind: 'link-code' })).toHaveLength(5)
})
