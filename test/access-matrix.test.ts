import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#contract/accounts/demo-accounts.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpointName } from '#contract/endpoints.ts'
import { bookings, payments, users } from '#server/database/schema.ts'
import { bodyJsonSchemaOf, schemaOf } from '#server/http/openapi.ts'
import { demoPeople } from '#server/seed/demo-people.ts'
import { seedDemo } from '#server/seed/seed-demo.ts'
import { deathCertFile } from './booking-forms.ts'
import { makeUser, type Person } from './factories.ts'
import { prepareTestApp, startTestApp } from './test-app.ts'

const columns = 5

/** What the reviewed table says of each call: a visitor, then the roles. The server follows the declarations, which may differ. */
const accessByCall = new Map(
  [...readFileSync('docs/access.md', 'utf8').matchAll(/^\| `(\w+\.\w+)` \| (.*) \|$/gm)].map(
    ([, call = '', cells = '']) => [call, cells.split(' | ').slice(-columns)],
  ),
)

/** What each of the seven callers gets: without a session, after the password only, as two users, a clerk, an admin and a witness. */
function expectedAnswers([visitor = '', ...ofRoles]: string[]): string {
  const [user, staff, admin, witness] = ofRoles.map((mark) => (mark === 'yes' ? 'in' : '403'))
  if (visitor === 'yes') return 'in in in in in in in'
  if (visitor === '') return ['401', '401', user, user, staff, admin, witness].join(' ')
  const signedIn = visitor.includes('full') ? 'in' : '401'
  return ['401', visitor.includes('password') ? 'in' : '401', ...Array(5).fill(signedIn)].join(' ')
}

/** Records of the first user, and what each caller gets when they ask for them. `[]` is an empty list. */
const ownedResources: [call: string, answers: string, url: (owned: OwnedRecords) => string][] = [
  ['the account', '401 401 200 404 200 200 404', ({ userID }) => `/api/user/getUserByID?userID=${userID}`],
  ['the bookings', '401 401 200 [] 200 200 403', ({ userID }) => `/api/booking/getBookingByUserID?userID=${userID}`],
  [
    'a booking',
    '401 401 200 [] 200 200 403',
    (owned) => `/api/booking/getBookingByBookingID?bookingID=${owned.bookingID}`,
  ],
  [
    'a beneficiary',
    '401 401 200 404 200 200 403',
    (owned) => `/api/beneficiary/getBeneficiaryByID?beneficiaryID=${owned.beneficiaryID}`,
  ],
  ['a payment', '401 401 200 404 200 200 403', (owned) => `/api/payment/getPaymentByID?paymentID=${owned.paymentID}`],
  ['a receipt', '401 401 200 404 200 403 403', (owned) => `/api/payment/receipt?bookingID=${owned.bookingID}`],
]

interface OwnedRecords {
  userID: string
  bookingID: string
  beneficiaryID: string
  paymentID: string
}

const endpoints = (await Promise.all(contractFiles().map((file) => import(file)))).flatMap(endpointsIn)
const endpointKey = ({ method, path }: Endpoint) => `${method} ${path}`

function contractFiles(): string[] {
  const files = readdirSync('contract', { recursive: true, encoding: 'utf8' })
  return files.filter((file) => /api\.ts$/.test(file)).map((file) => `../contract/${file}`)
}

function endpointsIn(module: Record<string, unknown>): Endpoint[] {
  const apis = Object.entries(module).filter(([name]) => name.endsWith('Api'))
  return apis.flatMap(([, api]) => Object.values(api as Record<string, Endpoint>))
}

const testApp = prepareTestApp()
let people: Person[]
let owned: OwnedRecords
beforeAll(async () => {
  await seedDemo(testApp.context)
  const demo = await Promise.all(demoPeople.map(({ email }) => personOf(email)))
  people = demo.filter((person) => person !== undefined)
  owned = await findRecordsOf(people[0]?.userID ?? '')
})

test('docs/access.md has a row for every endpoint of the contract, and no other row', () => {
  expect([...accessByCall.keys()].sort()).toEqual(endpoints.map(endpointName).sort())
})

test.each(endpoints.map((endpoint) => [endpointKey(endpoint), endpoint] as const))(
  '%s: each role is admitted or refused as its row says',
  async (_name, endpoint) => {
    const url = endpoint.path.replace(/:\w+/g, 'none')
    expect(await callAsEachRole(endpoint.method, url, ({ status }) => accessResult(status))).toBe(
      expectedAnswers(accessByCall.get(endpointName(endpoint) ?? '') ?? []),
    )
  },
)

test.each(ownedResources)(
  'each role that requests %s of an applicant gets the expected answer',
  async (_, answers, urlOf) => {
    const answerOf = ({ status, text }: Answer) => (text === '[]' ? '[]' : String(status))
    expect(await callAsEachRole('GET', urlOf(owned), answerOf)).toBe(answers)
  },
)

/** The input that these calls need besides the booking. */
const furtherInput = {
  moveID: randomUUID(),
  day: '2030-01-02',
  time: '10:00',
  nicheID: randomUUID(),
  beneficiaryID: randomUUID(),
  chargeID: randomUUID(),
  priceID: randomUUID(),
  dateOfDeath: '2026-01-31',
  inscription: 'At rest',
  email: 'sister@test.example',
  to: 'sister@test.example',
  relativeID: randomUUID(),
  password: demoPassword,
  shared: true,
  calendar: 'solar',
  leapMonth: 'ordinary',
  shortMonth: 'earlier',
}
const inputSchemasOf = (endpoint: Endpoint) => [
  bodyJsonSchemaOf(endpoint),
  ...[endpoint.query, endpoint.params].flatMap((schema) => (schema ? [schemaOf(schema, 'input')] : [])),
]
const takesBooking = (endpoint: Endpoint) => /"(bookingID|paymentID)":/.test(JSON.stringify(inputSchemasOf(endpoint)))
const callsAboutBookings = endpoints.filter(
  (endpoint) =>
    Array.isArray(endpoint.roles) && endpoint.roles.includes('user') && !endpoint.demoOnly && takesBooking(endpoint),
)

test.each(callsAboutBookings.map((endpoint) => [endpointKey(endpoint), endpoint] as const))(
  'an applicant gets the same answer from %s about the booking of another as about none',
  async (_name, endpoint) => {
    const [, other] = people
    if (!other) throw new Error('The demo accounts are missing')
    const caller = await testApp.signIn(other)
    const ask = async (record: { bookingID: string; paymentID: string }) => {
      const values = { ...furtherInput, ...record }
      const input = { body: values, query: values, params: values, ...(endpoint.files && { files: { deathCertFile } }) }
      const { status, body } = await caller.call(endpoint, input as object)
      return { status, body }
    }
    const ofNone = await ask({ bookingID: 'B-0000000000', paymentID: 'P-0000000000' })
    expect(await ask(owned)).toEqual(ofNone)
    expect(JSON.stringify(ofNone.body)).toMatch(/NOT_FOUND|\[\]/)
  },
)

test('demo-only endpoints return 404 in production', async () => {
  const demoOnly = endpoints.filter((endpoint) => endpoint.demoOnly)
  expect(demoOnly.map(({ path }) => path)).toContain('/api/demo/mail')
  const production = await startTestApp({ environment: productionLike })
  for (const { method, path } of demoOnly) {
    const { statusCode } = await production.app.inject({ method, url: path, ...(method === 'POST' && { payload: {} }) })
    expect(statusCode, path).toBe(404)
  }
  await production.close()
})

const productionLike = {
  COLUMBA_MODE: 'production',
  BOT_CHECK: 'on',
  DATABASE_URL: 'postgres://localhost/none',
  PUBLIC_URL: 'https://columba.test',
  SMTP_URL: 'smtp://localhost',
  MAIL_FROM: 'columba@test.example',
  STRIPE_SECRET_KEY: 'sk_live',
  STRIPE_PUBLISHABLE_KEY: 'pk_live',
  STRIPE_WEBHOOK_SECRET: 'whsec_live',
}

interface Answer {
  status: number
  text: string
}

/** Calls the endpoint as seven callers, each with a new session, because some endpoints end the session of the caller. */
async function callAsEachRole(
  method: Endpoint['method'],
  url: string,
  format: (answer: Answer) => string,
): Promise<string> {
  const [user, other, clerk, admin] = people
  if (!user || !other || !clerk || !admin) throw new Error('The demo accounts are missing')
  const cookies = ['']
  cookies.push((await testApp.signIn(user, 'password')).cookie)
  const witness = await makeUser(testApp.context, { role: 'witness' })
  for (const person of [user, other, clerk, admin, witness]) cookies.push((await testApp.signIn(person)).cookie)
  const results: string[] = []
  for (const cookie of cookies) {
    const answer = await testApp.app.inject({
      method,
      url,
      headers: { cookie },
      ...(method === 'POST' && { payload: {} }),
    })
    results.push(format({ status: answer.statusCode, text: answer.body }))
  }
  return results.join(' ')
}

/** Only 401 and 403 refuse access: an admitted caller may still get 400 or 404 for missing or unknown values. */
function accessResult(status: number): string {
  return status === 401 || status === 403 || (status >= 500 && status !== 503) ? String(status) : 'in'
}

async function personOf(email: string): Promise<Person | undefined> {
  const [row] = await testApp.context.db.select().from(users).where(eq(users.email, email))
  return row && { ...row, nric: testApp.context.vault.openText(row.nricSealed) }
}

async function findRecordsOf(userID: string): Promise<OwnedRecords> {
  const [row] = await testApp.context.db
    .select()
    .from(bookings)
    .innerJoin(payments, eq(payments.bookingID, bookings.bookingID))
    .where(eq(bookings.userID, userID))
    .limit(1)
  if (!row) throw new Error('The demo applicant has no booking')
  const { bookingID, beneficiaryID } = row.bookings
  return { userID, bookingID, beneficiaryID, paymentID: row.payments.paymentID }
}
