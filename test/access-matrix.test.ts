import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { bookings, payments, users } from '#server/database/schema.ts'
import { bodyJsonSchemaOf, schemaOf } from '#server/http/openapi.ts'
import { demoPeople } from '#server/seed/demo-people.ts'
import { seedDemo } from '#server/seed/seed-demo.ts'
import { deathCertFile } from './booking-forms.ts'
import { makeUser, type Person } from './factories.ts'
import { prepareTestApp, startTestApp } from './test-app.ts'

const everyone = 'in in in in in in in'
const signedIn = '401 401 in in in in in'
const familiesAndStaff = '401 401 in in in in 403'
const applicants = '401 401 in in 403 403 403'
const usersAndStaff = '401 401 in in in 403 403'
const staff = '401 401 403 403 in 403 403'
const staffAndAdmins = '401 401 403 403 in in 403'
const atTheWall = '401 401 403 403 in in in'
const admins = '401 401 403 403 403 in 403'

/** The access rules, written a second time on purpose: an endpoint without a row fails, and so does one whose rule changed. */
const accessByEndpoint: Record<string, string> = {
  //                    anonymous, password only, user, another user, staff, admin, witness
  'GET /api/config': everyone,
  'GET /healthz': everyone,
  'GET /readyz': everyone,
  'GET /metrics': everyone,
  'GET /api/openapi.json': everyone,
  'GET /api/docs': everyone,
  'GET /api/demo/mail': everyone,
  'GET /api/bot-check/challenge': everyone,

  'POST /api/user/login': everyone,
  'POST /api/user/register': everyone,
  'POST /api/email/sendResetPassword': everyone,
  'POST /api/auth/resetPassword': everyone,
  'POST /api/user/confirm-email': everyone,
  'POST /api/user/undo-email-change': everyone,
  'POST /api/user/read-invitation': everyone,
  'POST /api/user/accept-invitation': everyone,
  'POST /api/user/verify-login-2fa': '401 in 401 401 401 401 401',
  'GET /api/demo/code': '401 in in in in in in',
  'POST /api/user/generate-2fa-secret': '401 401 401 401 401 401 401',
  'POST /api/user/verify-2fa': '401 401 401 401 401 401 401',
  'POST /api/user/logout': '401 in in in in in in',
  'POST /api/user/confirm-2fa': signedIn,
  'GET /api/user/me': signedIn,
  'POST /api/user/edit_account': signedIn,
  'POST /api/user/change_password': signedIn,
  'POST /api/user/send-email-confirmation': signedIn,
  'POST /api/user/recovery-codes': signedIn,
  'GET /api/user/passkeys': signedIn,
  'GET /api/user/has-passkey': '401 in in in in in in',
  'POST /api/user/passkey-challenge': '401 in in in in in in',
  'POST /api/user/new-passkey-challenge': signedIn,
  'POST /api/user/add-passkey': signedIn,
  'POST /api/user/rename-passkey': signedIn,
  'POST /api/user/remove-passkey': signedIn,
  'GET /api/user/sessions': signedIn,
  'POST /api/user/end-session': signedIn,
  'POST /api/user/end-other-sessions': signedIn,
  'GET /api/user/getUserByID': signedIn,
  'POST /api/user/getUserByNRIC': staff,
  'GET /api/user/findExistingUser': staff,
  'GET /api/user/all_users': admins,
  'POST /api/user/update_role': admins,
  'POST /api/user/reset-2fa': admins,
  'POST /api/user/suspend': admins,
  'POST /api/user/lift-suspension': admins,
  'GET /api/user/invitations': admins,
  'POST /api/user/invite': admins,
  'POST /api/user/withdraw-invitation': admins,
  'POST /api/user/download-data': signedIn,
  'POST /api/user/close-account': signedIn,
  'GET /api/user/closing-request': signedIn,
  'POST /api/user/withdraw-closing': signedIn,
  'GET /api/user/closing-requests': staffAndAdmins,
  'POST /api/user/accept-closing': staffAndAdmins,
  'POST /api/user/refuse-closing': staffAndAdmins,

  'GET /api/second-person/alone': admins,
  'GET /api/second-person/requests': atTheWall,
  'POST /api/second-person/confirm': atTheWall,
  'POST /api/second-person/withdraw': atTheWall,

  'GET /api/dashboard/checklist': admins,
  'GET /api/house': everyone,
  'POST /api/house/save': admins,
  'GET /api/house/logo': everyone,
  'POST /api/house/save-logo': admins,
  'POST /api/house/remove-logo': admins,
  'GET /api/house/denial-reasons': staffAndAdmins,
  'POST /api/house/save-denial-reasons': admins,
  'GET /api/house/limits': staffAndAdmins,
  'POST /api/house/save-limits': admins,

  'GET /api/cash-up/drawer': staffAndAdmins,
  'GET /api/cash-up/list': staffAndAdmins,
  'POST /api/cash-up/close': staff,
  'POST /api/cash-up/sign': staffAndAdmins,
  'POST /api/cash-up/withdraw': staffAndAdmins,
  'GET /api/cash-up/day-book': admins,
  'GET /api/cash-up/export/day-book': admins,

  'GET /api/niche/buildings': familiesAndStaff,
  'GET /api/niche/levels/:buildingID': familiesAndStaff,
  'GET /api/niche/blocks/:levelID': familiesAndStaff,
  'GET /api/niche/niches/:blockID': familiesAndStaff,
  'GET /api/niche/getNicheByID': familiesAndStaff,
  'GET /api/block/getBlockByID': familiesAndStaff,
  'GET /api/niche/events/:blockID': familiesAndStaff,
  'GET /api/niche/find': familiesAndStaff,
  'GET /api/niche/history': admins,
  'POST /api/niche/update-status': admins,

  'GET /api/halls': admins,
  'POST /api/halls/add': admins,
  'POST /api/halls/change': admins,
  'POST /api/halls/add-level': admins,
  'POST /api/halls/change-level': admins,
  'POST /api/halls/rename-block': admins,
  'GET /api/halls/draft': admins,
  'POST /api/halls/save-draft': admins,
  'POST /api/halls/delete-draft': admins,
  'POST /api/halls/publish': admins,
  'POST /api/halls/publish-blocks': admins,
  'POST /api/halls/change-opening': admins,
  'GET /api/halls/price-changes': admins,
  'POST /api/halls/change-prices': admins,
  'POST /api/halls/withdraw-prices': admins,
  'POST /api/halls/change-capacity': admins,
  'POST /api/halls/retire': admins,
  'POST /api/halls/measure-opening': admins,
  'POST /api/halls/delete-block': admins,
  'POST /api/halls/delete-level': admins,
  'POST /api/halls/delete-hall': admins,
  'POST /api/halls/change-numbering': admins,

  'GET /api/explore/halls': everyone,
  'GET /api/explore/niches/:blockID': everyone,
  'GET /api/explore/find': everyone,

  'POST /api/find': everyone,
  'GET /api/find/sharing': familiesAndStaff,
  'POST /api/find/share': applicants,
  'POST /api/find/withhold': staffAndAdmins,
  'POST /api/find/stop-withholding': staffAndAdmins,

  'POST /api/family/show': everyone,
  'GET /api/family/sharing': applicants,
  'POST /api/family/make-link': applicants,
  'POST /api/family/end-link': applicants,
  'POST /api/family/invite': applicants,
  'POST /api/family/read-invitation': everyone,
  'POST /api/family/accept': applicants,
  'POST /api/family/agree': applicants,
  'POST /api/family/end-relative': applicants,

  'GET /api/booking/getBookingByUserID': familiesAndStaff,
  'GET /api/booking/getBookingByBookingID': familiesAndStaff,
  'GET /api/beneficiary/getBeneficiaryByID': familiesAndStaff,
  'POST /api/booking/submitBooking': usersAndStaff,
  'GET /api/booking/search': staff,
  'GET /api/booking/pending': staff,
  'GET /api/booking/in-niche': staffAndAdmins,
  'GET /api/booking/room-left': staff,
  'GET /api/booking/approval/:bookingID': staff,
  'GET /api/booking/queue-counts': staff,
  'POST /api/booking/preview-denial': staff,
  'POST /api/booking/undo-denial': staff,
  'POST /api/booking/approve': staff,
  'POST /api/booking/confirm': staff,
  'POST /api/booking/archive': staff,
  'POST /api/booking/cancel': usersAndStaff,
  'POST /api/booking/release': staff,
  'POST /api/booking/reopen': staff,
  'POST /api/booking/link-account': staff,
  'POST /api/booking/send-link-code': staff,
  'POST /api/booking/unlink-account': staff,
  'POST /api/booking/compare-holder': staff,
  'POST /api/booking/place-urn': applicants,
  'POST /api/booking/request-certificate': staff,
  'POST /api/booking/send-certificates': applicants,
  'POST /api/email/sendDeniedRequest': staff,

  'GET /api/urn/mine': applicants,
  'GET /api/urn/placement-certificate': familiesAndStaff,
  'GET /api/urn/verify-placement': everyone,
  'GET /api/urn/list': staffAndAdmins,
  'GET /api/urn/export': staffAndAdmins,
  'GET /api/urn/labels': staffAndAdmins,
  'GET /api/urn/detail/:tag': staffAndAdmins,
  'GET /api/urn/of-booking/:bookingID': staffAndAdmins,
  'GET /api/urn/papers/:bookingID': staffAndAdmins,
  'POST /api/urn/receive': staffAndAdmins,
  'POST /api/urn/change': staffAndAdmins,
  'POST /api/urn/shelve': staffAndAdmins,
  'POST /api/urn/move': staffAndAdmins,
  'POST /api/urn/check': atTheWall,
  'POST /api/urn/confirm': atTheWall,
  'GET /api/urn/waiting': atTheWall,
  'GET /api/urn/attempt/:attemptID': atTheWall,
  'GET /api/urn/events/:about': atTheWall,
  'POST /api/urn/report-loss': staffAndAdmins,
  'POST /api/urn/withdraw-loss': staffAndAdmins,
  'GET /api/urn/mismatches': admins,
  'POST /api/urn/settle-mismatch': admins,
  'GET /api/urn/countable-blocks': staffAndAdmins,
  'GET /api/urn/in-block': staffAndAdmins,
  'GET /api/urn/counts': atTheWall,
  'GET /api/urn/count/:countID': atTheWall,
  'POST /api/urn/begin-count': atTheWall,
  'POST /api/urn/mark-niche': atTheWall,
  'POST /api/urn/finish-count': atTheWall,
  'POST /api/urn/cancel-count': staffAndAdmins,
  'GET /api/urn/differences': staffAndAdmins,
  'POST /api/urn/settle-difference': staffAndAdmins,

  'GET /api/appointments/mine': applicants,
  'GET /api/appointments/booking/:bookingID': usersAndStaff,
  'GET /api/appointments/calendar/:appointmentID': usersAndStaff,
  'POST /api/appointments/choose': usersAndStaff,
  'POST /api/appointments/propose': applicants,
  'POST /api/appointments/confirm': staff,
  'POST /api/appointments/move': usersAndStaff,
  'POST /api/appointments/cancel': usersAndStaff,
  'POST /api/appointments/arrive': staff,
  'POST /api/appointments/undo-arrival': staff,
  'POST /api/appointments/finish': staff,
  'POST /api/appointments/miss': staff,
  'GET /api/appointments/day': staffAndAdmins,
  'GET /api/appointments/tasks': staffAndAdmins,
  'GET /api/appointments/events/:day': staffAndAdmins,
  'GET /api/appointments/schedules': admins,
  'POST /api/appointments/save-schedule': admins,

  'GET /api/payment/config': everyone,
  'GET /api/payment/getPaymentByID': familiesAndStaff,
  'GET /api/payment/mine': applicants,
  'POST /api/payment/create-payment-intent': applicants,
  'POST /api/booking/updateBookingTransaction': usersAndStaff,
  'GET /api/payment/receipt': usersAndStaff,
  'POST /api/email/sendReceipt': usersAndStaff,
  'POST /api/payment/settle-refund': staff,
  'GET /api/payment/refunds': staff,
  'GET /api/payment/problems': staff,
  'POST /api/payment/settle-problem': staff,
  'POST /api/payment/webhook': everyone,
  'POST /api/payment/sandbox/confirm': applicants,

  'GET /api/dashboard/stats': staffAndAdmins,
  'GET /api/dashboard/today': staff,
  'GET /api/dashboard/house': admins,
  'GET /api/dashboard/money': admins,
  'GET /api/dashboard/export/money': admins,
  'GET /api/dashboard/export/bookings': admins,
  'GET /api/dashboard/export/payments': admins,
  'POST /api/register/check': admins,
  'POST /api/register/problems': admins,
  'POST /api/register/import': admins,
  'GET /api/register/imports': admins,
  'POST /api/register/undo': admins,
  'GET /api/register/export': admins,
  'GET /api/search': staffAndAdmins,
  'GET /api/audit': admins,
  'GET /api/audit/head': admins,
  'GET /api/audit/reads': admins,
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

test('the access matrix has a row for every endpoint of the contract, and no other row', () => {
  expect(Object.keys(accessByEndpoint).sort()).toEqual(endpoints.map(endpointKey).sort())
})

test.each(endpoints.map((endpoint) => [endpointKey(endpoint), endpoint] as const))(
  '%s: each role is admitted or refused as its row says',
  async (name, endpoint) => {
    const url = endpoint.path.replace(/:\w+/g, 'none')
    expect(await callAsEachRole(endpoint.method, url, ({ status }) => accessResult(status))).toBe(
      accessByEndpoint[name],
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

/** What these calls need besides the booking. */
const furtherInput = {
  moveID: randomUUID(),
  day: '2030-01-02',
  time: '10:00',
  nicheID: randomUUID(),
  beneficiaryID: randomUUID(),
  dateOfDeath: '2026-01-31',
  inscription: 'At rest',
  email: 'sister@test.example',
  to: 'sister@test.example',
  relativeID: randomUUID(),
  shared: true,
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
