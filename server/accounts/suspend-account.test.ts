import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { invitationApi } from '#contract/accounts/invitation-api.ts'
import { urnApi } from '#contract/urns/api.ts'
import { auditLog, resetTokens, staffInvitations, users } from '#server/database/schema.ts'
import { endConfirmationsOf } from '#server/urns/public.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { enterPassword, makeUserWithTwoFactor, signInFully } from '#test/two-factor-users.ts'
import { confirmation, makeUrn } from '#test/urn-factory.ts'
import { issueToken } from './password-reset.ts'
import { suspendAccount } from './suspend-account.ts'

const testApp = prepareTestApp()
const admin = prepareCaller(testApp, 'admin')
const clerk = prepareCaller(testApp, 'staff')

const suspend = (userID: string, caller: SignedInCaller = admin) =>
  caller.call(accountApi.suspend, { body: { userID, reason: 'Has left the house' } })
const lift = (userID: string) =>
  admin.call(accountApi.liftSuspension, { body: { userID, reason: 'Is back from leave' } })

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

  test('nobody can complete a move that a suspended clerk has confirmed', async () => {
    const leaver = await testApp.signIn('staff')
    const urn = await makeUrn(testApp.context, clerk)
    const begun = await leaver.call(urnApi.confirm, { body: confirmation(urn, 'place') })
    expect(begun.body).toMatchObject({ state: 'waiting' })
    await suspend(leaver.person.userID)
    expect((await clerk.call(urnApi.waiting)).body).toEqual([])
    const own = await clerk.call(urnApi.confirm, { body: confirmation(urn, 'place') })
    expect(own.body).toMatchObject({ state: 'waiting' })
  })

  test('a suspended account is listed as such, and the reason is in the audit log', async () => {
    const { person } = await testApp.signIn('staff')
    await suspend(person.userID)
    const listed = (await admin.call(accountApi.all, { query: { search: person.email } })).body
    expect(listed).toMatchObject([{ userID: person.userID, suspended: true }])
    const entries = await testApp.context.db.select().from(auditLog).where(eq(auditLog.subject, person.userID))
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
    const suspending = suspendAccount(testApp.context, admin.person.userID, 'By mistake', endConfirmationsOf)
    await expect(suspending).rejects.toMatchObject({ code: 'LAST_ADMIN_NEEDED' })
  })

  test('two admins who suspend each other at the same moment do not both lose their account', async () => {
    const other = await testApp.signIn('admin')
    const answers = await Promise.all([suspend(other.person.userID), suspend(admin.person.userID, other)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})
