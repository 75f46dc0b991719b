import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import type { AssignedRole } from '#contract/roles.ts'
import { users } from '#server/database/schema.ts'
import { makeUser } from '#test/factories.ts'
import { prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { enterPassword, makeUserWithTwoFactor, signInFully } from '#test/two-factor-users.ts'

const testApp = prepareTestApp()
let admin: SignedInCaller
beforeEach(async () => {
  await testApp.context.db.update(users).set({ role: 'user' })
  admin = await testApp.signIn('admin')
})

const setRole = (caller: SignedInCaller, userID: string, role: AssignedRole) =>
  caller.call(accountApi.updateRole, { body: { userID, role } })

describe('roles', () => {
  test('changing a role ends sessions, sends a letter and adds an audit entry', async () => {
    const caller = await testApp.signIn('user')
    const { userID, email } = caller.person
    expect((await setRole(admin, userID, 'staff')).body).toEqual({ success: true })
    expect((await caller.call(accountApi.me)).status).toBe(401)
    expect(await testApp.letters({ to: email, kind: 'role-changed' })).toHaveLength(1)
    const [entry] = await testApp.auditEntries({ subject: userID })
    expect(entry).toMatchObject({ action: 'role.changed', details: { from: 'user', to: 'staff' } })
  })

  test('an account whose address nobody has confirmed gets no role above applicant until the link in a letter was used', async () => {
    const { userID, email } = await makeUser(testApp.context, { emailConfirmed: null })
    for (const role of ['staff', 'admin'] as const) {
      const { status, refusal } = await setRole(admin, userID, role)
      expect([status, refusal.code]).toEqual([409, 'EMAIL_UNCONFIRMED'])
    }
    const [letter] = await testApp.letters({ to: email, kind: 'confirm-email' })
    const token = /\?token=(\S+)/.exec(letter?.text ?? '')?.[1] ?? ''
    expect((await testApp.anonymous.call(accountApi.confirmEmail, { body: { token } })).status).toBe(200)
    expect((await setRole(admin, userID, 'staff')).status).toBe(200)
  })

  test('setting the role that a user already has keeps their session', async () => {
    const caller = await testApp.signIn('staff')
    expect((await setRole(admin, caller.person.userID, 'staff')).status).toBe(200)
    expect((await caller.call(accountApi.me)).status).toBe(200)
  })

  test('an admin cannot change their own role', async () => {
    const { status, refusal } = await setRole(admin, admin.person.userID, 'staff')
    expect([status, refusal.code]).toEqual([403, 'NOT_ONESELF'])
  })

  test('changing the role of an unknown user returns 404, and an unknown role returns 400', async () => {
    expect((await setRole(admin, '00000000-0000-4000-8000-000000000000', 'staff')).status).toBe(404)
    expect((await setRole(admin, admin.person.userID, 'owner' as AssignedRole)).status).toBe(400)
  })

  test('of two admins who demote each other at the same moment, one stays admin', async () => {
    const other = await testApp.signIn('admin')
    const answers = await Promise.all([
      setRole(admin, other.person.userID, 'staff'),
      setRole(other, admin.person.userID, 'staff'),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const left = await testApp.context.db.select().from(users).where(eq(users.role, 'admin'))
    expect(left).toHaveLength(1)
  })
})

describe('second-factor reset', () => {
  const reset = (userID: string, reason = 'Lost on the bus') =>
    admin.call(accountApi.resetSecondFactor, { body: { userID, reason } })

  test('resetting the second factor ends sessions, sends a letter with the reason and requires a new set-up', async () => {
    const member = await makeUserWithTwoFactor(testApp)
    const caller = await signInFully(testApp, member)
    expect((await reset(member.userID)).status).toBe(200)
    expect((await caller.call(accountApi.me)).status).toBe(401)
    expect((await enterPassword(testApp, member)).body.redirectTo).toBe('/setup-2fa')
    const [letter] = await testApp.letters({ to: member.email, kind: 'second-factor-reset' })
    expect(letter?.text).toContain('Lost on the bus')
  })

  test('resetting the second factor needs a reason, and admins cannot reset their own', async () => {
    const member = await makeUserWithTwoFactor(testApp)
    expect((await reset(member.userID, ' ')).refusal.errors).toEqual({ reason: 'Please give a reason.' })
    expect((await reset(admin.person.userID)).status).toBe(403)
  })
})
