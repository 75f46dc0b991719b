import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { invitationApi } from '#contract/accounts/invitation-api.ts'
import type { AssignedRole, InvitedRole } from '#contract/roles.ts'
import { passkeys, relatives, staffInvitations, users } from '#server/database/schema.ts'
import { makeApproved } from '#test/appointment-factory.ts'
import { makeUser, type Person } from '#test/factories.ts'
import { prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { enterPassword, makeUserWithTwoFactor, memberPassword, totpCode } from '#test/two-factor-users.ts'
import { deleteExpiredTokens } from './link-tokens.ts'
import { insertPasskey } from './passkey-queries.ts'

const testApp = prepareTestApp()
let admin: SignedInCaller
beforeAll(async () => {
  admin = await testApp.signIn('admin')
})
beforeEach(async () => {
  await testApp.context.db.delete(staffInvitations)
})

const newPassword = 'a quiet room 1914'
const hour = 3_600_000
let count = 0
const newEmail = () => `clerk${++count}@hill.example`

const invite = (email: string, role: InvitedRole = 'staff') =>
  admin.call(invitationApi.invite, { body: { email, role } })

/** The tokens that were sent to this address, oldest first. */
const tokensOf = async (email: string) => {
  const letters = await testApp.letters({ to: email, kind: 'invitation' })
  return letters.map(({ text }) => /accept-invitation\?token=([\w-]+)/.exec(text)?.[1] ?? '')
}
const inviteForToken = async (email: string, role?: InvitedRole) => {
  await invite(email, role)
  return (await tokensOf(email)).at(-1) ?? ''
}
const accept = (token: string, change: object = {}) =>
  testApp.anonymous.call(invitationApi.accept, {
    body: { token, fullName: 'Lim Hui Min', contactNumber: '91234567', newPassword, ...change },
  })
const findUser = async (email: string) => {
  const [user] = await testApp.context.db.select().from(users).where(eq(users.email, email))
  return user
}
const listed = async () => (await admin.call(invitationApi.list)).body
const refused = [400, 'INVITATION_INVALID']

test('an invited clerk sets a password and the second factor, and then logs in as staff', async () => {
  const email = newEmail()
  await invite(email.toUpperCase())
  const [token = ''] = await tokensOf(email)
  expect((await testApp.anonymous.call(invitationApi.read, { body: { token } })).body).toEqual({ email, role: 'staff' })
  expect(await findUser(email)).toBeUndefined()

  const accepted = await accept(token)
  expect(accepted.body).toEqual({ success: true, redirectTo: '/setup-2fa' })
  expect(await findUser(email)).toMatchObject({ role: 'staff', fullName: 'Lim Hui Min', totpSealed: null })
  expect(await listed()).toEqual([])

  const setup = testApp.withCookie(accepted.cookie)
  expect((await setup.call(accountApi.me)).status).toBe(401)
  const { secret } = (await setup.call(accountApi.generateSecret)).body
  expect((await setup.call(accountApi.verifySetup, { body: { token: totpCode(testApp, secret) } })).status).toBe(200)

  testApp.advanceTime(60_000)
  const { caller } = await enterPassword(testApp, { email }, newPassword)
  const signedIn = await caller.call(accountApi.verifyLogin, { body: { token: totpCode(testApp, secret) } })
  expect((await testApp.withCookie(signedIn.cookie).call(accountApi.me)).body.role).toBe('staff')
  const [entry] = await testApp.auditEntries({ action: 'staff.invitation_accepted' })
  expect(entry).toMatchObject({ actorName: 'Lim Hui Min', details: { role: 'staff', invitedBy: admin.person.userID } })
})

test('a name with an apostrophe, a hyphen or a slash is accepted, one with other signs is not', async () => {
  const email = newEmail()
  const token = await inviteForToken(email)
  expect((await accept(token, { fullName: 'https://x.example' })).refusal.errors).toEqual({
    fullName: 'Only letters, spaces, apostrophes and hyphens',
  })
  const fullName = 'Siobhán O’Neill-Tan d/o M. Nair'
  expect((await accept(token, { fullName })).status).toBe(200)
  expect(await findUser(email)).toMatchObject({ fullName })
})

test('an own profile has no NRIC, because staff are not asked for one', async () => {
  const email = newEmail()
  await accept(await inviteForToken(email))
  const user = await findUser(email)
  const caller = await testApp.signIn({ ...admin.person, userID: user?.userID ?? '' })
  const profile = (await caller.call(accountApi.byID, { query: { userID: user?.userID ?? '' } })).body
  expect(profile).toMatchObject({ email, userAddress: '' })
  expect(profile).not.toHaveProperty('nric')
})

test('whoever was invited changes their details without an address, or enters one', async () => {
  const email = newEmail()
  await accept(await inviteForToken(email, 'witness'))
  const { userID = '', username = '' } = (await findUser(email)) ?? {}
  const { call } = await testApp.signIn({ ...admin.person, userID })
  const edit = (userAddress: string) =>
    call(accountApi.edit, {
      body: { username, email, fullName: 'Lim Hui Min', contactNumber: '98765432', userAddress },
    })
  expect((await edit('')).status).toBe(200)
  expect(await findUser(email)).toMatchObject({ contactNumber: '98765432', addressWhole: '' })
  expect((await edit('x')).refusal.errors).toEqual({ userAddress: 'Address must be at least 5 characters' })
  expect((await edit('1 Test Street, 01-01, 123456')).status).toBe(200)
  expect(await findUser(email)).toMatchObject({ street: '1 Test Street', postalCode: '123456' })
})

test('a witness is invited, and can become a member of staff, but nobody is made a witness by a change of role', async () => {
  const email = newEmail()
  await accept(await inviteForToken(email, 'witness'))
  const { userID = '', role } = (await findUser(email)) ?? {}
  expect(role).toBe('witness')
  const [listed] = (await admin.call(accountApi.all, { query: { role: 'witness', search: email } })).body
  expect(listed).toMatchObject({ userID, role: 'witness' })
  const change = (to: string) => admin.call(accountApi.updateRole, { body: { userID, role: to as AssignedRole } })
  expect((await change('staff')).status).toBe(200)
  expect((await change('witness')).status).toBe(400)
})

test('somebody who was invited can become admin but not applicant, because they were not asked for an NRIC', async () => {
  const email = newEmail()
  await accept(await inviteForToken(email))
  const { userID = '' } = (await findUser(email)) ?? {}
  const change = (role: AssignedRole) => admin.call(accountApi.updateRole, { body: { userID, role } })
  const refusal = await change('applicant')
  expect([refusal.status, refusal.refusal.code]).toEqual([409, 'NO_NRIC'])
  expect((await change('admin')).status).toBe(200)
  expect((await findUser(email))?.role).toBe('admin')
})

test('a link works once, also if it is used twice at the same moment', async () => {
  const email = newEmail()
  const token = await inviteForToken(email, 'admin')
  const answers = await Promise.all([accept(token), accept(token)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  const again = await accept(token)
  expect([again.status, again.refusal.code]).toEqual(refused)
  expect((await findUser(email))?.role).toBe('admin')
})

test('a pending invitation is listed and can be withdrawn; its link then opens nothing', async () => {
  const email = newEmail()
  const token = await inviteForToken(email)
  const [invitation] = await listed()
  expect(invitation).toMatchObject({ email, role: 'staff', invitedBy: admin.person.fullName, isExpired: false })
  const body = { invitationID: invitation?.invitationID ?? '' }
  expect((await admin.call(invitationApi.withdraw, { body })).status).toBe(200)
  expect(await listed()).toEqual([])
  const [read, accepted] = [await testApp.anonymous.call(invitationApi.read, { body: { token } }), await accept(token)]
  expect([read.status, read.refusal.code]).toEqual(refused)
  expect([accepted.status, accepted.refusal.code]).toEqual(refused)
  expect((await admin.call(invitationApi.withdraw, { body })).refusal.code).toBe('ALREADY_SETTLED')
})

test('inviting the same address again replaces the earlier link and role', async () => {
  const email = newEmail()
  await invite(email)
  await invite(email, 'admin')
  const [first = '', second = ''] = await tokensOf(email)
  expect(await listed()).toMatchObject([{ email, role: 'admin' }])
  expect((await accept(first)).status).toBe(400)
  expect((await accept(second)).status).toBe(200)
})

test('an invitation expires after 72 hours, is then shown as expired, and is deleted a month later', async () => {
  const email = newEmail()
  const token = await inviteForToken(email)
  testApp.advanceTime(72 * hour + 1)
  admin = await testApp.signIn(admin.person)
  const late = await accept(token)
  expect([late.status, late.refusal.code]).toEqual(refused)
  expect(await listed()).toMatchObject([{ email, isExpired: true }])
  await deleteExpiredTokens(testApp.context)
  expect(await listed()).toHaveLength(1)
  testApp.advanceTime(30 * 24 * hour)
  await deleteExpiredTokens(testApp.context)
  expect(await testApp.context.db.$count(staffInvitations)).toBe(0)
  admin = await testApp.signIn(admin.person)
})

test('an invitation to an address with which somebody else has registered gives the account to whoever reads its letters', async () => {
  const stranger = await testApp.signIn('user')
  const { userID, email } = stranger.person
  await insertPasskey(testApp.context.db, {
    passkeyID: randomUUID(),
    userID,
    credentialID: 'of-the-stranger',
    publicKey: '',
    counter: 0,
    transports: [],
    name: 'My phone',
    addedAt: testApp.time.now,
  })
  expect((await accept(await inviteForToken(email))).status).toBe(200)
  expect(await testApp.context.db.$count(passkeys, eq(passkeys.userID, userID))).toBe(0)
  expect(await findUser(email)).toMatchObject({
    userID,
    role: 'staff',
    fullName: 'Lim Hui Min',
    emailConfirmed: true,
    totpSealed: null,
  })
  expect((await stranger.call(accountApi.byID, { query: { userID } })).status).toBe(401)
  const [listed] = (await admin.call(accountApi.all, { query: { search: email } })).body
  expect(listed).toMatchObject({ role: 'staff', emailConfirmed: true })
})

test('an account that was taken over by an invitation has no NRIC, birth or address of whoever registered, so it is never again that of an applicant', async () => {
  const { person } = await testApp.signIn('user')
  expect((await accept(await inviteForToken(person.email))).status).toBe(200)
  const blank = { gender: '', nationality: '', dob: '1900-01-01', street: '', unitNumber: '', postalCode: '' }
  expect(await findUser(person.email)).toMatchObject({ ...blank, nricSeenAt: null })
  const body = { userID: person.userID, role: 'applicant' } as const
  expect((await admin.call(accountApi.updateRole, { body })).refusal.code).toBe('NO_NRIC')
})

test.each([
  ['has a booking', (person: Person) => makeApproved(testApp.context, person)],
  ['may act for somebody who has one', makeRelative],
])(
  'the account of a family that %s is not taken over by an invitation, whether sent before or after',
  async (_, make) => {
    const { person } = await testApp.signIn(await makeUserWithTwoFactor(testApp))
    const token = await inviteForToken(person.email)
    await make(person)
    const before = await findUser(person.email)
    expect((await accept(token)).refusal.code).toBe('INVITATION_INVALID')
    expect((await invite(person.email)).refusal.errors).toEqual({
      email: "The account of a family's booking has this email address. Please invite another address.",
    })
    expect(await findUser(person.email)).toEqual(before)
  },
)

/** The holder of a booking has agreed that this person acts for them. */
async function makeRelative({ userID, email }: Person) {
  const { db, clock } = testApp.context
  const holder = await makeUser(testApp.context)
  const { bookingID } = await makeApproved(testApp.context, holder)
  const [at, relativeID] = [clock(), randomUUID()]
  const invited = { relativeID, bookingID, email, tokenHash: relativeID, invitedBy: holder.userID, invitedAt: at }
  await db.insert(relatives).values({ ...invited, expiresAt: at, userID, acceptedAt: at, agreedAt: at })
}

test.each([
  ['is suspended', { suspendedAt: new Date() }],
  ['is no longer admin', { role: 'staff' as const }],
])('an invitation whose sender %s opens nothing', async (_, change) => {
  const token = await inviteForToken(newEmail())
  const { userID } = admin.person
  await testApp.context.db.update(users).set(change).where(eq(users.userID, userID))
  expect((await accept(token)).refusal.code).toBe('INVITATION_INVALID')
  await testApp.context.db.update(users).set({ suspendedAt: null, role: 'admin' }).where(eq(users.userID, userID))
})

test('a member of staff is not invited again, and an invitation ends when its address becomes that of one', async () => {
  const { person } = await testApp.signIn('user')
  const token = await inviteForToken(person.email)
  await admin.call(accountApi.updateRole, { body: { userID: person.userID, role: 'staff' } })
  expect((await accept(token)).refusal.code).toBe('INVITATION_INVALID')
  const { status, refusal } = await invite(person.email)
  expect([status, refusal.errors]).toEqual([
    400,
    { email: 'A member of staff, or a suspended account, has this email address.' },
  ])
})

test('an address that an account has just left cannot be invited, unless that account has returned to it', async () => {
  const { person, call } = await testApp.signIn(await makeUserWithTwoFactor(testApp))
  const { email, fullName, contactNumber } = person
  const details = { username: 'mei_ling', fullName, contactNumber, userAddress: '1 Test Street' }
  const moveTo = (address: string) =>
    call(accountApi.edit, { body: { ...details, email: address, password: memberPassword } })
  expect((await moveTo(newEmail())).status).toBe(200)
  expect((await invite(email)).refusal.errors).toEqual({
    email: 'Another account had this address lately and can return to it for 7 days after the change.',
  })
  expect((await moveTo(email)).status).toBe(200)
  expect((await invite(email)).status).toBe(200)
})

test.each([
  [{ newPassword: 'password123' }, 'newPassword'],
  [{ newPassword: 'short' }, 'newPassword'],
  [{ fullName: '' }, 'fullName'],
  [{ contactNumber: 'none' }, 'contactNumber'],
])('%j is refused, and the link still works', async (change, field) => {
  const token = await inviteForToken(newEmail())
  const { status, refusal } = await accept(token, change)
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([400, [field]])
  expect((await accept(token)).status).toBe(200)
})

test('applicants cannot be invited, and a link without a token is refused', async () => {
  expect((await invite(newEmail(), 'applicant' as InvitedRole)).status).toBe(400)
  expect((await accept('')).status).toBe(400)
  expect((await accept('unknown')).refusal.code).toBe('INVITATION_INVALID')
})

test('the invitations of an admin end when the admin gets another role', async () => {
  const leaver = await testApp.signIn('admin')
  const email = newEmail()
  await leaver.call(invitationApi.invite, { body: { email, role: 'admin' } })
  const [token = ''] = await tokensOf(email)
  await admin.call(accountApi.updateRole, { body: { userID: leaver.person.userID, role: 'staff' } })
  expect((await accept(token)).refusal.code).toBe('INVITATION_INVALID')
})

test('every admin is told of a new role above applicant, and of an invitation that is accepted', async () => {
  const other = await testApp.signIn('admin')
  const told = () => testApp.letters({ to: other.person.email, kind: 'new-staff' })
  const { person } = await testApp.signIn('user')
  await admin.call(accountApi.updateRole, { body: { userID: person.userID, role: 'staff' } })
  expect((await told()).map(({ subject }) => subject)).toEqual([`${person.fullName} is now a member of staff`])
  await accept(await inviteForToken(newEmail(), 'admin'))
  expect((await told()).at(-1)?.text).toContain(`${admin.person.fullName} gave Lim Hui Min this role.`)
  await admin.call(accountApi.updateRole, { body: { userID: person.userID, role: 'applicant' } })
  expect(await told()).toHaveLength(2)
})

test('every admin is told when a member of staff changes their name', async () => {
  const clerk = await testApp.signIn('staff')
  const { email, contactNumber, fullName } = clerk.person
  const edit = { username: 'kavitha', email, contactNumber, userAddress: '1 Test Street, 01-01, 123456' }
  expect((await clerk.call(accountApi.edit, { body: { ...edit, fullName: 'Kavitha Nair' } })).status).toBe(200)
  const [letter] = await testApp.letters({ to: admin.person.email, kind: 'staff-renamed' })
  expect(letter?.subject).toBe(`${fullName} is now called Kavitha Nair`)
  const hostile = { ...edit, fullName: 'Admin! Confirm at www.evil.example' }
  expect((await clerk.call(accountApi.edit, { body: hostile })).status).toBe(200)
  const letters = await testApp.letters({ to: admin.person.email, kind: 'staff-renamed' })
  expect(letters.map(({ subject, text, html }) => subject + text + html).join()).not.toMatch(/evil|Confirm at/)
})
