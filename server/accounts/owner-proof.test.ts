import { randomUUID } from 'node:crypto'
import { eq, isNotNull } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { passkeyApi } from '#contract/accounts/passkey-api.ts'
import { sessionApi } from '#contract/accounts/session-api.ts'
import { dayMs } from '#contract/dates.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { allEndpoints } from '#contract/endpoints.ts'
import { familyApi } from '#contract/family/api.ts'
import {
  bookings,
  knownDevices,
  passkeys,
  recoveryCodes,
  relatives,
  rightAgreements,
  rightContacts,
  rightHolders,
  sessions,
  users,
} from '#server/database/schema.ts'
import type { Caller } from '#test/caller.ts'
import { makeUser } from '#test/factories.ts'
import { makeRight, rightOf } from '#test/right-factory.ts'
import { createAuthenticator } from '#test/software-authenticator.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { openBrowser, type TestBrowser } from '#test/test-browser.ts'
import {
  makeUserWithTwoFactor,
  memberPassword,
  totpCode,
  type UserWithTwoFactor,
  wrongCode,
} from '#test/two-factor-users.ts'

const testApp = prepareTestApp()

let owner: UserWithTwoFactor
/** Just signed in with both factors, and left open. */
let openScreen: TestBrowser
let session: Caller
let elsewhere: TestBrowser
let knownPasskey: ReturnType<typeof createAuthenticator>
beforeEach(async () => {
  owner = await makeUserWithTwoFactor(testApp)
  elsewhere = openBrowser(testApp)
  openScreen = openBrowser(testApp)
  await elsewhere.signIn(owner)
  await openScreen.signIn(owner)
  session = testApp.withCookie(`columba_session=${openScreen.cookies.get('columba_session')}`)
  knownPasskey = createAuthenticator()
  await add(knownPasskey, nextCode())
})
afterEach(() => {
  testApp.context.config.mode = 'demo'
})

function nextCode() {
  testApp.advanceTime(30_000)
  return { token: totpCode(testApp, owner.secret) }
}
async function add(device: ReturnType<typeof createAuthenticator>, proof: object) {
  const newPasskey = device.create((await session.call(passkeyApi.beginAdding)).body)
  return session.call(passkeyApi.add, { body: { name: 'A passkey', newPasskey, ...proof } })
}

/** Everything by which this person can sign in, now and later, and what the owner has elsewhere. */
async function waysIn() {
  const { db } = testApp.context
  const rows = <T extends typeof passkeys | typeof recoveryCodes | typeof knownDevices>(table: T) =>
    db
      .select()
      .from(table as typeof passkeys)
      .where(eq((table as typeof passkeys).userID, owner.userID))
  const [user] = await db.select().from(users).where(eq(users.userID, owner.userID))
  const { email, emailConfirmed, passwordHash, totpSealed, role, closedAt } = user ?? {}
  return {
    user: { email, emailConfirmed, passwordHash, totp: totpSealed?.toString('hex'), role, closedAt },
    passkeys: (await rows(passkeys)).map(({ passkeyID }) => passkeyID),
    recoveryCodes: await rows(recoveryCodes),
    devices: (await rows(knownDevices)).length,
    sessions: await db.$count(sessions, eq(sessions.userID, owner.userID)),
    contactsOfThieves: await db.$count(rightContacts, eq(rightContacts.name, contact.name)),
    agreements: await db.$count(rightAgreements, isNotNull(rightAgreements.agreedAt)),
    agreedRelatives: await db.$count(relatives, isNotNull(relatives.agreedAt)),
    contactsRemoved: await db.$count(rightContacts, isNotNull(rightContacts.removedAt)),
  }
}

const details = () => ({
  username: `mei_${owner.contactNumber}`,
  fullName: owner.fullName,
  contactNumber: owner.contactNumber,
  userAddress: '9 Holland Road, 02-03, 258123',
})
const otherSession = async () =>
  (await session.call(sessionApi.list)).body.find(({ isCurrent }) => !isCurrent)?.sessionID ?? ''
const ownPasskey = async () => (await session.call(passkeyApi.list)).body.passkeys[0]?.passkeyID ?? ''
const newPasskey = async () => createAuthenticator().create((await session.call(passkeyApi.beginAdding)).body)

const contact = { kind: 'notices', name: 'A thief', email: 'thief@test.example' }
async function ownRight() {
  const { db } = testApp.context
  const [booking] = await db.select().from(bookings).where(eq(bookings.userID, owner.userID))
  const { number } = booking
    ? await rightOf(testApp.context, booking.bookingID)
    : await makeRight(testApp.context, owner)
  return { number }
}
async function ownContact() {
  const { db, clock } = testApp.context
  const contactID = randomUUID()
  const [booking] = await db.select().from(bookings).where(eq(bookings.userID, owner.userID))
  await db.insert(rightContacts).values({
    contactID,
    rightID: booking?.rightID ?? '',
    kind: 'notices',
    name: 'Tan Ah Hua',
    addedAt: clock(),
  })
  return contactID
}

async function ownAgreement() {
  const { db, clock } = testApp.context
  const agreementID = randomUUID()
  const [booking] = await db.select().from(bookings).where(eq(bookings.userID, owner.userID))
  const rightID = booking?.rightID ?? ''
  const [holder] = await db.select().from(rightHolders).where(eq(rightHolders.rightID, rightID))
  const asked = { event: 'release', holderID: holder?.holderID ?? 0, name: 'Tan Ah Kow', askedAt: clock() } as const
  await db.insert(rightAgreements).values({ ...asked, agreementID, rightID, tag: agreementID })
  return agreementID
}

/** Somebody at the open screen has invited an account of theirs, and accepted. */
async function acceptedRelative() {
  const { db, clock } = testApp.context
  await ownRight()
  const [booking] = await db.select().from(bookings).where(eq(bookings.userID, owner.userID))
  const thief = await makeUser(testApp.context)
  const row = {
    relativeID: randomUUID(),
    bookingID: booking?.bookingID ?? '',
    email: thief.email,
    tokenHash: randomUUID(),
    invitedBy: owner.userID,
    invitedAt: clock(),
    expiresAt: new Date(clock().getTime() + dayMs),
    userID: thief.userID,
    acceptedAt: clock(),
  }
  await db.insert(relatives).values(row).onConflictDoUpdate({ target: relatives.bookingID, set: row })
  return { bookingID: row.bookingID, relativeID: row.relativeID }
}

/** What each call that asks for a proof needs besides it. A further call needs a row here. */
const bodies: Record<string, () => Promise<object> | object> = {
  '/api/user/add-passkey': async () => ({ name: 'Of a thief', newPasskey: await newPasskey() }),
  '/api/user/remove-passkey': async () => ({ passkeyID: await ownPasskey() }),
  '/api/user/recovery-codes': () => ({}),
  '/api/user/end-session': async () => ({ sessionID: await otherSession() }),
  '/api/user/end-other-sessions': () => ({}),
  '/api/user/download-data': () => ({}),
  '/api/user/close-account': () => ({}),
  '/api/rights/save-contact': async () => ({ ...(await ownRight()), ...contact }),
  '/api/rights/remove-contact': async () => ({ ...(await ownRight()), contactID: await ownContact() }),
  '/api/rights/record-agreement': async () => ({
    ...(await ownRight()),
    agreementID: await ownAgreement(),
    agrees: true,
  }),
  '/api/family/agree': acceptedRelative,
  '/api/user/edit_account': () => ({ ...details(), email: `thief.${owner.email}` }),
}

/** `edit_account` asks only for some of its fields, so its action declares it. */
const declared: readonly Endpoint[] = [...allEndpoints.filter(({ ownerProof }) => ownerProof), accountApi.edit]
const asks = declared.map((endpoint) => [endpoint.path, endpoint.ownerProof ?? 'any', endpoint] as const)
const asksInDemo = asks.filter(([, , { proofInDemo = true }]) => proofInDemo)
const call = async ({ method, path }: Endpoint, proof: object) => {
  const { statusCode, body } = await testApp.app.inject({
    method,
    url: path,
    headers: { cookie: session.cookie },
    payload: { ...(await bodies[path]?.()), ...proof },
  })
  const refusal = statusCode === 200 ? {} : (JSON.parse(body) as { code: string; errors?: object })
  return { status: statusCode, ...refusal } as { status: number; code?: string; errors?: object }
}

test('every call that declares a proof is walked here', () => {
  expect(declared.map(({ path }) => path).sort()).toEqual(Object.keys(bodies).sort())
})

describe.each([
  ['demo', asksInDemo],
  ['production', asks],
] as const)('in %s, from a session that has just given both factors', (mode, asking) => {
  beforeEach(() => {
    testApp.context.config.mode = mode
  })

  test.each(asking)(
    '%s without a proof is refused with a field and a code, and changes nothing',
    async (_, accepts, endpoint) => {
      const before = await waysIn()
      for (const proof of [{}, { password: '' }, { token: '' }])
        expect(await call(endpoint, proof)).toMatchObject(
          accepts === 'factor'
            ? { status: 400, code: 'FACTOR_NEEDED', errors: { token: 'Please enter a code.' } }
            : { status: 400, code: 'PROOF_NEEDED', errors: { password: 'Please enter your password.' } },
        )
      expect(await waysIn()).toEqual(before)
    },
  )
})

test.each(asks)(
  '%s with a wrong password, a wrong or used code, or what another passkey signed is refused and changes nothing',
  async (_, accepts, endpoint) => {
    testApp.context.config.mode = 'production'
    const used = nextCode()
    await session.call(accountApi.confirmSecondFactor, { body: used })
    const before = await waysIn()
    expect((await call(endpoint, { password: 'not the one' })).code).toBe(
      accepts === 'factor' ? 'FACTOR_NEEDED' : 'PASSWORD_WRONG',
    )
    expect(await call(endpoint, used)).toMatchObject({ code: 'CODE_USED', errors: { token: expect.any(String) } })
    expect(await call(endpoint, { token: wrongCode(testApp, owner.secret) })).toMatchObject({
      code: 'CODE_INVALID',
      errors: { token: expect.any(String) },
    })
    expect((await call(endpoint, { recoveryCode: 'aaaaa-aaaaa' })).code).toBe('RECOVERY_CODE_INVALID')
    const { body: options } = await session.call(passkeyApi.beginUse)
    const passkey = createAuthenticator().get(options)
    expect(await call(endpoint, { passkey })).toMatchObject({ errors: { passkey: expect.any(String) } })
    expect(await waysIn()).toEqual(before)
  },
)

test.each(asks)('%s goes on after a wrong code, with the right one', async (_, _accepts, endpoint) => {
  testApp.context.config.mode = 'production'
  expect((await call(endpoint, { token: wrongCode(testApp, owner.secret) })).status).toBe(400)
  expect((await call(endpoint, nextCode())).status).toBe(200)
})

test.each(asks)(
  '%s goes on with a passkey, and with the password only if it does not change the second factor',
  async (_, accepts, endpoint) => {
    testApp.context.config.mode = 'production'
    const { body: options } = await session.call(passkeyApi.beginUse)
    expect((await call(endpoint, { password: memberPassword })).status).toBe(accepts === 'factor' ? 400 : 200)
    if (accepts === 'factor') expect((await call(endpoint, { passkey: knownPasskey.get(options) })).status).toBe(200)
  },
)

test('a holder agrees to a second person without a proof in the demo', async () => {
  expect(await call(familyApi.agree, {})).toEqual({ status: 200 })
})

test('one code that is sent with two calls at the same moment counts for one of them', async () => {
  const code = nextCode()
  const answers = await Promise.all([call(passkeyApi.remove, code), call(accountApi.newRecoveryCodes, code)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('wrong passwords in an open session count with those of the same browser at the sign-in, and are refused after ten', async () => {
  const guess = (password: string) => openScreen.call(sessionApi.endOthers, { password })
  const guesses = await Promise.all(Array.from({ length: 30 }, () => guess('not the one')))
  expect(guesses.filter(({ status }) => status === 400)).toHaveLength(10)
  expect((await guess(memberPassword)).status).toBe(429)
  expect(await openScreen.logIn(owner)).toBe(429)
  expect(await openBrowser(testApp).logIn(owner)).toBe(200)
})

test('wrong passwords from a copied session without the cookie of its browser count with those of strangers', async () => {
  for (let count = 0; count < 10; count += 1) await call(sessionApi.endOthers, { password: 'not the one' })
  expect((await call(sessionApi.endOthers, { password: memberPassword })).status).toBe(429)
  expect(await openBrowser(testApp).logIn(owner)).toBe(429)
})

test.each([
  ['name', { fullName: 'Lim Buyer' }],
  ['contact number', { contactNumber: '81239999' }],
])('another %s needs a proof outside the demo, and the owner gets a letter', async (_, change) => {
  testApp.context.config.mode = 'production'
  const edit = (proof = {}) => call(accountApi.edit, { ...details(), email: owner.email, ...change, ...proof })
  const stored = async () => (await testApp.context.db.select().from(users).where(eq(users.userID, owner.userID)))[0]
  const letters = () => testApp.letters({ to: owner.email, kind: 'details-changed' })
  expect((await edit()).code).toBe('PROOF_NEEDED')
  expect(await stored()).not.toMatchObject(change)
  expect(await letters()).toEqual([])
  expect((await edit({ password: memberPassword })).status).toBe(200)
  expect(await stored()).toMatchObject(change)
  expect(await letters()).toHaveLength(1)
})

test('details other than the email are changed without a proof in the demo, and two calls at once change no email back without one', async () => {
  const edit = (email: string, proof = {}) => call(accountApi.edit, { ...details(), email, ...proof })
  expect((await edit(owner.email)).status).toBe(200)
  const moved = `moved.${owner.email}`
  const [changed, ...others] = await Promise.all([
    edit(moved, { password: memberPassword }),
    ...Array.from({ length: 5 }, () => edit(owner.email)),
  ])
  expect(changed?.status).toBe(200)
  for (const { status, code } of others) expect(status === 200 || code === 'PROOF_NEEDED').toBe(true)
  expect((await waysIn()).user.email).toBe(moved)
})

test('the password is changed only with the old one, which no code and no other field replaces', async () => {
  const before = await waysIn()
  const newPassword = 'another quiet room'
  const change = async (body: object) =>
    (await openScreen.call(accountApi.changePassword, { newPassword, ...body })) as { status: number }
  for (const body of [{}, { oldPassword: '' }, { password: memberPassword }, nextCode(), { oldPassword: null }])
    expect((await change(body)).status).toBe(400)
  expect((await change({ oldPassword: 'not the one', ...nextCode() })).status).toBe(400)
  expect(await waysIn()).toEqual(before)
})

/** Fits the body of every call about accounts, but proves nothing. */
const everyField = async () => ({
  ...details(),
  email: `thief.${owner.email}`,
  name: 'Of a thief',
  newPasskey: await newPasskey(),
  passkeyID: await ownPasskey(),
  sessionID: await otherSession(),
  userID: owner.userID,
  role: 'admin',
  reason: 'Because',
  message: '',
  oldPassword: 'not the one',
  newPassword: 'another quiet room',
  nric: owner.nric,
  invitationID: owner.userID,
  to: owner.email,
  token: 'not-a-token',
  bookingID: 'B-0000000000',
  relativeID: owner.userID,
})

test('somebody at an open screen changes nothing of how its owner signs in, whatever they call', async () => {
  const before = await waysIn()
  const tried: string[] = []
  for (const endpoint of allEndpoints) {
    const { method, path, roles, files } = endpoint
    const isTried = method === 'POST' && !files && path !== accountApi.logout.path && roles !== 'anyone'
    if (!isTried) continue
    const payload = await everyField()
    const { statusCode, body } = await testApp.app.inject({
      method,
      url: path,
      headers: { cookie: session.cookie },
      payload,
    })
    tried.push(`${path} ${statusCode}`)
    if (path.startsWith('/api/user/') && statusCode === 400)
      expect([path, JSON.parse(body).code]).not.toEqual([path, 'INVALID'])
    /** Wrong codes would end the session. */
    await session.call(accountApi.confirmSecondFactor, { body: nextCode() })
  }
  expect(tried.length).toBeGreaterThan(60)
  expect(await waysIn()).toEqual(before)
})
