import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { auditApi } from '#contract/audit/api.ts'
import { privacyApi } from '#contract/privacy/api.ts'
import { registerApi } from '#contract/registers/api.ts'
import { bookings, staffReads } from '#server/database/schema.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { makeUser, type Person } from '#test/factories.ts'
import { prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { makeUserWithTwoFactor, memberPassword, totpCode, type UserWithTwoFactor } from '#test/two-factor-users.ts'

const minute = 60_000
/** What calls at the same moment count depends on the engine; the rest does not. */
const onPostgres = process.env.TEST_ENGINE === 'postgres'

const testApp = prepareTestApp({}, 'each')
let member: UserWithTwoFactor
let clerk: SignedInCaller
let admin: SignedInCaller
beforeEach(async () => {
  testApp.context.config.mode = 'production'
  member = await makeUserWithTwoFactor(testApp, { role: 'staff' })
  clerk = await testApp.signIn(member)
  admin = await testApp.signIn('admin')
})

const makeFamilies = async (count: number) => {
  const made: Person[] = []
  while (made.length < count) made.push(await makeUser(testApp.context))
  return made
}
const readOne = ({ userID }: Person, who = clerk) => who.call(accountApi.byID, { query: { userID } })
const lookUp = ({ nric }: Person) => clerk.call(accountApi.byNRIC, { body: { nric } })

/** Counts the calls that were answered; all others asked for the second factor. */
async function answered(calls: Promise<{ status: number; refusal: { code: string } }>[]) {
  const results = await Promise.all(calls)
  const refused = results.filter(({ status }) => status !== 200)
  expect(refused.every(({ status, refusal }) => status === 403 && refusal.code === 'SECOND_FACTOR_AGAIN')).toBe(true)
  return results.length - refused.length
}

async function enterFactor() {
  testApp.advanceTime(minute)
  const body = { token: totpCode(testApp, member.secret) }
  expect((await clerk.call(accountApi.confirmSecondFactor, { body })).status).toBe(200)
}
const told = () => testApp.letters({ kind: 'many-nrics-read' })
const nricReads = (readerID: string) =>
  testApp.context.db
    .select()
    .from(staffReads)
    .where(and(eq(staffReads.readerID, readerID), eq(staffReads.kind, 'nric')))

test('of 100 parallel calls by ID and by NRIC, 50 are answered; a second factor opens the next 50', async () => {
  const families = await makeFamilies(100)
  const readAll = () => families.map((family, index) => (index % 2 ? lookUp(family) : readOne(family)))
  expect(await answered(readAll())).toBe(50)
  expect((await nricReads(member.userID)).length).toBe(50)
  await enterFactor()
  const rest = families.slice(0, 60)
  expect(await answered(rest.map((family) => readOne(family)))).toBe(50)
})

test.runIf(onPostgres)('a session with a recent factor does not open another session of the same person', async () => {
  const families = await makeFamilies(51)
  expect(await answered(families.map((family) => readOne(family)))).toBe(50)
  testApp.advanceTime(minute)
  const fresh = await testApp.signIn(member)
  const [last] = await makeFamilies(1)
  if (!last) throw new Error('No family')
  expect(await answered([readOne(last)])).toBe(0)
  expect(await answered([readOne(last, fresh)])).toBe(1)
})

test.runIf(onPostgres)(
  'a person who is shown again counts once, one’s own NRIC not at all, and an hour later others can be read',
  async () => {
    const families = await makeFamilies(51)
    const [first] = families
    if (!first) throw new Error('No family')
    for (let again = 0; again < 60; again++) expect((await readOne(first)).status).toBe(200)
    for (let again = 0; again < 60; again++) expect((await readOne(member)).status).toBe(200)
    expect(await answered(families.map((family) => readOne(family)))).toBe(50)
    testApp.advanceTime(61 * minute)
    expect(await answered(families.slice(40).map((family) => readOne(family)))).toBe(11)
  },
)

test.runIf(onPostgres)(
  'the demo does not ask for the factor again, and counts; above 200 in a day every admin is told, once',
  async () => {
    testApp.context.config.mode = 'demo'
    const families = await makeFamilies(202)
    expect(await answered(families.slice(0, 200).map((family) => readOne(family)))).toBe(200)
    expect(await told()).toEqual([])
    expect(await answered(families.map((family) => readOne(family)))).toBe(202)
    expect((await told()).map(({ to }) => to)).toEqual([admin.person.email])
    expect((await told())[0]?.text).toContain(`Tan Mei Ling has read 201 full NRICs`)
    const { body } = await admin.call(auditApi.list, { query: { action: 'lookup.many_nrics' } })
    expect(body.entries).toMatchObject([{ actorID: member.userID, details: { count: 201 } }])
  },
)

test.runIf(onPostgres)(
  'an export counts with all identity numbers in it, a download of one’s own data with those who were booked for',
  async () => {
    const family = await makeUserWithTwoFactor(testApp)
    await makeBooking(testApp.context, family, { status: 'Confirmed' })
    const { email } = admin.person
    expect((await admin.call(registerApi.export, { query: { livingNRICs: 'yes' } })).status).toBe(200)
    expect(await nricReads(admin.person.userID)).toMatchObject([{ subject: '', times: 1 }])
    expect(await testApp.letters({ to: email, kind: 'register-exported' })).toHaveLength(1)
    const caller = await testApp.signIn(family)
    expect((await caller.call(privacyApi.download, { body: { password: memberPassword } })).status).toBe(200)
    const [booking] = await testApp.context.db.select().from(bookings)
    expect(await nricReads(family.userID)).toMatchObject([{ subject: booking?.beneficiaryID, times: 1 }])
  },
)
