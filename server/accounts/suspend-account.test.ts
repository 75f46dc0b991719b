import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { invitationApi } from '#contract/accounts/invitation-api.ts'
import { urnApi } from '#contract/urns/api.ts'
import { resetTokens, staffInvitations, users } from '#server/database/schema.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { enterPassword, makeUserWithTwoFactor, memberPassword, signInFully } from '#test/two-factor-users.ts'
import { confirmation, makeUrn } from '#test/urn-factory.ts'
import { waysToLeave } from '#test/ways-to-leave.ts'
import { issueToken } from './password-reset.ts'
import { suspendAccount } from './user-administration.ts'

const testApp = prepareTestApp()
const admin = prepareCaller(testApp, 'admin')
const clerk = prepareCaller(testApp, 'staff')

const suspend = (userID: string, caller: SignedInCaller = admin) =>
  caller.call(accountApi.suspend, { body: { userID, reason: 'Has left the house' } })
const lift = (userID: string) =>
  admin.call(accountApi.liftSuspension, { body: { userID, reason: 'Is back from leave' } })

/** The token in the letter of this kind. */
async function tokenFor(to: string, kind: 'email-changed' | 'confirm-email') {
  const [letter] = await testApp.letters({ to, kind })
  return /\?token=(\S+)/.exec(letter?.text ?? '')?.[1] ?? ''
}

describe('suspending an account', () => {
  test('a suspended clerk is signed out, and cannot sign in again until the suspension is lifted', async () => {
    const person = await makeUserWithTwoFactor(testApp, { role: 'staff' })
    const session = await signInFully(testApp, person)
    expect((await suspend(person.userID)).status).toBe(200)
    expect((await session.call(accountApi.me)).status).toBe(401)
    const refused = await enterPassword(testApp, person)
    expect([refused.status, refused.refusal.error]).toEqual([
      403,
      'This account is suspended. Please ask an admin of the house.',
    ])
    expect((await lift(person.userID)).status).toBe(200)
    expect((await enterPassword(testApp, person)).status).toBe(200)
  })

  test('a suspended clerk who asks for a new password gets a letter that says why there is no link, and an earlier link says so too', async () => {
    const person = await makeUserWithTwoFactor(testApp, { role: 'staff' })
    await suspend(person.userID)
    await testApp.anonymous.call(accountApi.sendReset, { body: { to: person.email } })
    await expect.poll(() => testApp.letters({ to: person.email, kind: 'account-suspended' })).toHaveLength(1)
    expect(await testApp.letters({ to: person.email, kind: 'reset-link' })).toEqual([])
    const token = await issueToken(testApp.context, person.userID, 'reset', 30)
    const reset = await testApp.anonymous.call(accountApi.resetPassword, {
      body: { token, newPassword: 'a quiet room 1914' },
    })
    expect(reset.refusal.code).toBe('ACCOUNT_SUSPENDED')
  })

  test('all admins and the suspended clerk are told of a suspension, and of its end', async () => {
    const { person } = await testApp.signIn('staff')
    const other = await testApp.signIn('admin')
    await suspend(person.userID)
    await lift(person.userID)
    for (const to of [person.email, other.person.email]) {
      const letters = await testApp.letters({ to, kind: 'staff-suspension' })
      expect(letters.map(({ subject }) => subject)).toEqual([
        'An account of the staff was suspended',
        'A suspension was lifted',
      ])
    }
  })

  test('a wrong password does not reveal that the account is suspended', async () => {
    const person = await makeUserWithTwoFactor(testApp, { role: 'staff' })
    await suspend(person.userID)
    expect((await enterPassword(testApp, person, 'Wrong-password-1')).status).toBe(401)
  })

  test('a suspended admin has no reset link and no pending invitation any more', async () => {
    const leaver = await testApp.signIn('admin')
    await leaver.call(invitationApi.invite, { body: { email: 'friend@house.test', role: 'admin' } })
    const { db } = testApp.context
    const ofLeaver = eq(resetTokens.userID, leaver.person.userID)
    await issueToken(testApp.context, leaver.person.userID, 'reset', 30)
    expect(await db.select().from(resetTokens).where(ofLeaver)).toHaveLength(1)
    await suspend(leaver.person.userID)
    expect(await db.select().from(staffInvitations)).toEqual([])
    expect(await db.select().from(resetTokens).where(ofLeaver)).toEqual([])
  })

  test('the owner of a suspended account can undo a stolen change of email, but gets no link to a new password', async () => {
    const { person, call } = await testApp.signIn(await makeUserWithTwoFactor(testApp, { role: 'staff' }))
    const email = 'thief@test.example'
    const { fullName, contactNumber } = person
    const details = { username: 'kavitha', fullName, contactNumber, userAddress: '1 Test Street, 01-01, 123456' }
    await call(accountApi.edit, { body: { ...details, email, password: memberPassword } })
    await suspend(person.userID)
    const [confirm, undo] = [await tokenFor(email, 'confirm-email'), await tokenFor(person.email, 'email-changed')]
    expect((await testApp.anonymous.call(accountApi.confirmEmail, { body: { token: confirm } })).status).toBe(400)
    expect((await testApp.anonymous.call(accountApi.undoEmailChange, { body: { token: undo } })).status).toBe(200)
    const { db } = testApp.context
    const [user] = await db.select().from(users).where(eq(users.userID, person.userID))
    expect(user).toMatchObject({ email: person.email, suspendedAt: expect.any(Date) })
    expect(await db.$count(resetTokens, eq(resetTokens.userID, person.userID))).toBe(0)
    const kinds = (await testApp.letters({ to: person.email })).map(({ kind }) => kind)
    expect(kinds).toContain('account-suspended')
    expect(kinds).not.toContain('email-restored')
  })

  test('a call whose body arrives after the suspension does nothing', async () => {
    const leaver = await testApp.signIn('admin')
    const { userID } = leaver.person
    const words = JSON.stringify({ email: 'second@house.test', role: 'admin' })
    async function* send() {
      yield words.slice(0, 10)
      await suspend(userID)
      yield words.slice(10)
    }
    const { statusCode } = await testApp.app.inject({
      method: 'POST',
      url: invitationApi.invite.path,
      headers: { cookie: leaver.cookie, 'content-type': 'application/json' },
      payload: Readable.from(send()),
    })
    expect(statusCode).toBe(401)
    expect(await testApp.context.db.select().from(staffInvitations)).toEqual([])
  })

  test.each(waysToLeave)('nobody can complete a move that a clerk has confirmed who then %s', async (_, leave) => {
    const leaver = await testApp.signIn(await makeUserWithTwoFactor(testApp, { role: 'staff' }))
    const urn = await makeUrn(testApp.context, clerk)
    const begun = await leaver.call(urnApi.confirm, { body: confirmation(urn, 'place') })
    expect(begun.body).toMatchObject({ state: 'waiting' })
    expect((await leave(admin, leaver)).status).toBe(200)
    expect((await clerk.call(urnApi.waiting)).body.filter(({ isMine }) => !isMine)).toEqual([])
    const own = await clerk.call(urnApi.confirm, { body: confirmation(urn, 'place') })
    expect(own.body).toMatchObject({ state: 'waiting' })
  })

  test.each(waysToLeave)(
    'nobody can confirm the withdrawal of a loss report that a clerk has asked for who then %s',
    async (_, leave) => {
      const leaver = await testApp.signIn(await makeUserWithTwoFactor(testApp, { role: 'staff' }))
      const { tag } = await makeUrn(testApp.context, clerk)
      await clerk.call(urnApi.reportLoss, { body: { tag, note: 'The daughter called.' } })
      const body = { tag, note: 'Found.' }
      await leaver.call(urnApi.withdrawLoss, { body })
      expect((await leave(admin, leaver)).status).toBe(200)
      expect((await clerk.call(urnApi.withdrawLoss, { body })).body).toMatchObject({ withdrawn: false })
    },
  )

  test('a suspended account is listed as such, and the reason is in the audit log', async () => {
    const { person } = await testApp.signIn('staff')
    await suspend(person.userID)
    const listed = (await admin.call(accountApi.all, { query: { search: person.email } })).body
    expect(listed).toMatchObject([{ userID: person.userID, suspended: true }])
    const entries = await testApp.auditEntries({ subject: person.userID })
    expect(entries).toMatchObject([{ action: 'account.suspended', details: { reason: 'Has left the house' } }])
  })
})

describe('admins', () => {
  beforeEach(async () => {
    const { db } = testApp.context
    await db.update(users).set({ role: 'staff' }).where(eq(users.role, 'admin'))
    await db.update(users).set({ role: 'admin' }).where(eq(users.userID, admin.person.userID))
  })

  test('an admin cannot suspend their own account', async () => {
    expect((await suspend(admin.person.userID)).refusal.code).toBe('NOT_ONESELF')
  })

  test('the command does not suspend the last admin', async () => {
    const suspending = suspendAccount(testApp.context, admin.person.userID, 'By mistake')
    await expect(suspending).rejects.toMatchObject({ code: 'LAST_ADMIN_NEEDED' })
  })

  test('two admins who suspend each other at the same moment do not both lose their account', async () => {
    const other = await testApp.signIn('admin')
    const answers = await Promise.all([suspend(other.person.userID), suspend(admin.person.userID, other)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})
