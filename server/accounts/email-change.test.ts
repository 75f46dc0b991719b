import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { invitationApi } from '#contract/accounts/invitation-api.ts'
import { inTransaction } from '#server/core/context.ts'
import { emailLinks, recoveryCodes, staffInvitations } from '#server/database/schema.ts'
import { runAllJobsOnce } from '#server/start/background-jobs.ts'
import type { Caller } from '#test/caller.ts'
import { registrationForm } from '#test/registration-form.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { enterPassword, makeUserWithTwoFactor, memberPassword, signInFully, totpCode } from '#test/two-factor-users.ts'
import { insertPasskey, listPasskeys } from './passkey-queries.ts'
import { createApplicantAccount } from './public.ts'

const testApp = prepareTestApp()

const day = 86_400_000

let count = 0
const newAddress = () => {
  count += 1
  return `moved${count}@test.example`
}

/** Details with the password, which only a changed email needs. */
const detailsWith = (email: string) => {
  count += 1
  return {
    password: memberPassword,
    username: `ling_${1000 + count}`,
    fullName: 'Tan Mei Ling',
    email,
    contactNumber: '91234567',
    userAddress: '9 Holland Road, 02-03, 258123',
  }
}

const edit = (caller: Caller, email: string) => caller.call(accountApi.edit, { body: detailsWith(email) })

async function someone() {
  const caller = await testApp.signIn(await makeUserWithTwoFactor(testApp, { emailConfirmed: null }))
  const { userID, email } = caller.person
  return {
    caller,
    userID,
    oldEmail: email,
    changeTo: (email: string) => edit(caller, email),
    profile: async () =>
      (await (await testApp.signIn(caller.person)).call(accountApi.byID, { query: { userID } })).body,
  }
}

/** Somebody who has moved from one address to another. */
async function someoneMoved() {
  const person = await someone()
  const newEmail = newAddress()
  expect((await person.changeTo(newEmail)).body).toEqual({ success: true })
  return { ...person, newEmail }
}

/** The token in the newest letter of this kind. */
async function tokenFor(to: string, kind: 'email-changed' | 'confirm-email' | 'email-restored'): Promise<string> {
  const letters = await testApp.letters({ to, kind })
  return /\?token=(\S+)/.exec(letters.at(-1)?.text ?? '')?.[1] ?? ''
}

const undo = (token: string) => testApp.anonymous.call(accountApi.undoEmailChange, { body: { token } })
const undoLinkOf = (email: string) => tokenFor(email, 'email-changed')
const confirm = (token: string) => testApp.anonymous.call(accountApi.confirmEmail, { body: { token } })
const confirmLinkOf = (email: string) => tokenFor(email, 'confirm-email')
const kindsTo = async (to: string) => (await testApp.letters({ to })).map(({ kind }) => kind)

test('a changed email takes effect at once: one logs in with the new address only', async () => {
  const member = await makeUserWithTwoFactor(testApp)
  const caller = await signInFully(testApp, member)
  const email = newAddress()
  await edit(caller, email)
  expect((await enterPassword(testApp, member)).status).toBe(401)
  expect((await enterPassword(testApp, { email })).status).toBe(200)
})

describe('undo links', () => {
  test('undoing a change restores the address, ends all sessions, is audited, and mails a link to a new password', async () => {
    const { caller, userID, oldEmail, newEmail, profile } = await someoneMoved()
    const waiting = await testApp.signIn(caller.person, 'password')
    expect((await undo(await undoLinkOf(oldEmail))).body).toEqual({ success: true })
    expect([(await caller.call(accountApi.me)).status, (await waiting.call(accountApi.logout)).status]).toEqual([
      401, 401,
    ])
    expect(await profile()).toMatchObject({ email: oldEmail, emailConfirmed: true })
    const entries = await testApp.auditEntries({ subject: userID })
    expect(entries.map(({ action }) => action)).toEqual(['account.edited', 'email.change_undone'])

    expect(await kindsTo(newEmail)).toEqual(['confirm-email', 'email-change-undone'])
    const token = await tokenFor(oldEmail, 'email-restored')
    const body = { token, newPassword: 'another quiet room' }
    expect((await testApp.anonymous.call(accountApi.resetPassword, { body })).status).toBe(200)
  })

  test('undoing a change also removes the passkeys, recovery codes and invitations added since a week before it, and the letter says so', async () => {
    const { db } = testApp.context
    const member = await makeUserWithTwoFactor(testApp, { role: 'admin' })
    const caller = await testApp.signIn(member)
    const add = (name: string) =>
      insertPasskey(db, {
        passkeyID: crypto.randomUUID(),
        userID: member.userID,
        credentialID: crypto.randomUUID(),
        publicKey: '',
        counter: 0,
        transports: [],
        name,
        addedAt: testApp.time.now,
      })
    const renewCodes = async () => {
      testApp.advanceTime(30_000)
      const token = totpCode(testApp, member.secret)
      return (await caller.call(accountApi.newRecoveryCodes, { body: { token } })).body.recoveryCodes
    }
    const signInAgain = async () => Object.assign(caller, await testApp.signIn(member))
    const passkeyNames = async () => (await listPasskeys(db, member.userID)).map(({ name }) => name)

    const oldCodes = await renewCodes()
    await add('Of the owner')
    testApp.advanceTime(60_000)
    const firstChange = newAddress()
    await edit(caller, firstChange)
    testApp.advanceTime(8 * day)
    await signInAgain()
    await add('Before the second change')
    await caller.call(invitationApi.invite, { body: { email: newAddress(), role: 'admin' } })
    const later = await renewCodes()
    expect(later).not.toEqual(oldCodes)
    testApp.advanceTime(6 * day)
    await signInAgain()
    expect((await edit(caller, newAddress())).status).toBe(200)
    await add('After the second change')

    expect((await undo(await undoLinkOf(firstChange))).status).toBe(200)
    expect(await passkeyNames()).toEqual(['Of the owner'])
    expect(await db.$count(recoveryCodes, eq(recoveryCodes.userID, member.userID))).toBe(0)
    expect(await db.$count(staffInvitations, eq(staffInvitations.invitedBy, member.userID))).toBe(0)
    expect((await caller.call(accountApi.me)).status).toBe(401)
    const [letter] = await testApp.letters({ to: firstChange, kind: 'email-restored' })
    expect(letter?.text).toMatch(/Passkeys removed: +2\n/)
    expect(letter?.text).toMatch(/Recovery codes: +Removed; please make new ones\n/)
    expect(letter?.text).toMatch(/Invitations withdrawn: +1\n/)
    expect(letter?.text).toContain('a week before the change')
  })

  test('undoing a change keeps passkeys and recovery codes that are older than a week before it', async () => {
    const { db } = testApp.context
    const member = await makeUserWithTwoFactor(testApp)
    const caller = await testApp.signIn(member)
    await caller.call(accountApi.newRecoveryCodes, { body: { token: totpCode(testApp, member.secret) } })
    testApp.advanceTime(7 * day + 1000)
    await edit(await testApp.signIn(member), newAddress())
    expect((await undo(await undoLinkOf(member.email))).status).toBe(200)
    expect(await db.$count(recoveryCodes, eq(recoveryCodes.userID, member.userID))).toBe(10)
    const [letter] = await testApp.letters({ to: member.email, kind: 'email-restored' })
    expect(letter?.text).toContain('None were made, so yours still work')
  })

  test.each([
    ['just before 7 days are over', 7 * day - 1000, 200],
    ['after 7 days', 7 * day, 400],
  ])('an undo link pressed %s, %i ms after the change, answers %i', async (_, later, status) => {
    const { oldEmail } = await someoneMoved()
    const token = await undoLinkOf(oldEmail)
    testApp.advanceTime(later)
    expect((await undo(token)).status).toBe(status)
  })

  test('an undo link works once, even if it is pressed three times at the same moment', async () => {
    const { oldEmail, changeTo, profile } = await someoneMoved()
    const token = await undoLinkOf(oldEmail)
    const answers = await Promise.all([undo(token), undo(token), undo(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect((await changeTo(newAddress())).status).toBe(401)
    expect((await profile()).email).toBe(oldEmail)
  })

  test('undoing a change invalidates reset links that were sent to the new address', async () => {
    const { oldEmail, newEmail } = await someoneMoved()
    await testApp.anonymous.call(accountApi.sendReset, { body: { to: newEmail } })
    await expect.poll(() => kindsTo(newEmail)).toContain('reset-link')
    const [letter] = await testApp.letters({ to: newEmail, kind: 'reset-link' })
    await undo(await undoLinkOf(oldEmail))
    const token = /\?token=(\S+)/.exec(letter?.text ?? '')?.[1] ?? ''
    const body = { token, newPassword: 'another quiet room' }
    const answer = await testApp.anonymous.call(accountApi.resetPassword, { body })
    expect(answer.refusal.code).toBe('RESET_TOKEN_INVALID')
  })

  test('undoing a change undoes later ones too, and their undo links no longer work', async () => {
    const { oldEmail, newEmail, changeTo, profile } = await someoneMoved()
    await changeTo(newAddress())
    expect((await undo(await undoLinkOf(oldEmail))).status).toBe(200)
    expect((await undo(await undoLinkOf(newEmail))).refusal.code).toBe('EMAIL_LINK_INVALID')
    expect((await profile()).email).toBe(oldEmail)
  })

  test('an undo link still works after a later change was undone', async () => {
    const { oldEmail, newEmail, changeTo, profile } = await someoneMoved()
    await changeTo(newAddress())
    expect((await undo(await undoLinkOf(newEmail))).status).toBe(200)
    expect((await profile()).email).toBe(newEmail)
    expect((await undo(await undoLinkOf(oldEmail))).status).toBe(200)
    expect((await profile()).email).toBe(oldEmail)
  })

  test('no other account can take the old address until the undo link expires, and a job deletes it a day later', async () => {
    const { userID, oldEmail } = await someoneMoved()
    const other = await someone()
    const applicant = {
      fullName: 'Ong Beng Huat',
      gender: 'Male',
      nationality: 'Singaporean',
      nationalID: 'S7654321Z',
      mobileNumber: '87654321',
      email: oldEmail,
      address: '1 Toa Payoh',
      postalCode: '310001',
      unitNumber: '01-01',
      dob: '1950-05-05',
    }
    const openAccount = () => inTransaction(testApp.context, (context) => createApplicantAccount(context, applicant))
    expect((await other.changeTo(oldEmail)).refusal.code).toBe('DETAILS_TAKEN')
    expect(await register(oldEmail)).toBe(409)
    await expect(openAccount()).rejects.toMatchObject({
      details: { errors: { email: 'This email belongs to another account' } },
    })

    testApp.advanceTime(7 * day)
    expect(await register(oldEmail)).toBe(200)
    testApp.advanceTime(day + 1)
    await runAllJobsOnce(testApp.context)
    const { db } = testApp.context
    expect(await db.select().from(emailLinks).where(eq(emailLinks.userID, userID))).toEqual([])
  })

  test('a mistyped address that was corrected can be registered by its owner, and its undo link is refused', async () => {
    const { newEmail: mistyped, changeTo } = await someoneMoved()
    await changeTo(newAddress())
    expect(await register(mistyped)).toBe(200)
    expect((await undo(await undoLinkOf(mistyped))).refusal.code).toBe('DETAILS_TAKEN')
  })

  test('a person can return to their old address in Profile', async () => {
    const { oldEmail, changeTo, profile } = await someoneMoved()
    expect((await changeTo(oldEmail)).status).toBe(200)
    expect((await profile()).email).toBe(oldEmail)
  })

  test.each(['', 'made-up'])('an undo or confirm link with the token %j is refused', async (token) => {
    expect((await undo(token)).status).toBe(400)
    expect((await confirm(token)).status).toBe(400)
  })

  test('an undo link cannot confirm an address, and a confirm link cannot undo a change', async () => {
    const { oldEmail, newEmail } = await someoneMoved()
    expect((await confirm(await undoLinkOf(oldEmail))).status).toBe(400)
    expect((await undo(await confirmLinkOf(newEmail))).status).toBe(400)
  })
})

async function register(email: string) {
  count += 1
  const body = { ...registrationForm(count), email }
  return (await testApp.anonymous.call(accountApi.register, { body })).status
}

describe('confirm links', () => {
  test('a confirm link works, also if pressed twice, and the profile says whether the address is confirmed', async () => {
    const { changeTo, profile } = await someone()
    expect((await profile()).emailConfirmed).toBeNull()
    const email = newAddress()
    await changeTo(email)
    expect((await profile()).emailConfirmed).toBe(false)
    const token = await confirmLinkOf(email)
    expect([(await confirm(token)).status, (await confirm(token)).status]).toEqual([200, 200])
    expect((await profile()).emailConfirmed).toBe(true)
    await changeTo(newAddress())
    expect((await profile()).emailConfirmed).toBe(false)
  })

  test('a confirm link is refused after 7 days, and after the address was changed again', async () => {
    const { newEmail, changeTo, profile } = await someoneMoved()
    const latest = newAddress()
    await changeTo(latest)
    expect((await confirm(await confirmLinkOf(newEmail))).refusal.code).toBe('EMAIL_LINK_INVALID')
    testApp.advanceTime(7 * day)
    expect((await confirm(await confirmLinkOf(latest))).refusal.code).toBe('EMAIL_LINK_INVALID')
    expect((await profile()).emailConfirmed).toBe(false)
  })

  test('a confirm link is sent again on request, unless the address is confirmed', async () => {
    const { caller, newEmail } = await someoneMoved()
    const first = await confirmLinkOf(newEmail)
    await caller.call(accountApi.sendEmailConfirmation)
    const second = await confirmLinkOf(newEmail)
    expect(second).not.toBe(first)
    expect((await confirm(second)).status).toBe(200)
    expect((await caller.call(accountApi.sendEmailConfirmation)).body).toEqual({ success: true })
    expect(await kindsTo(newEmail)).toEqual(['confirm-email', 'confirm-email'])
  })
})

describe('limits on changes', () => {
  test('the fourth email change of a day is refused, other details can still be changed, and the next day it works', async () => {
    const { caller, changeTo, profile } = await someone()
    const addresses = [newAddress(), newAddress(), newAddress()]
    for (const address of addresses) expect((await changeTo(address)).status).toBe(200)
    const { status, refusal, headers } = await changeTo(newAddress())
    expect([status, refusal.code, headers['retry-after']]).toEqual([429, 'EMAIL_CHANGED_TOO_OFTEN', '86400'])
    const last = addresses.at(-1) ?? ''
    expect((await edit(caller, last)).status).toBe(200)
    expect((await profile()).email).toBe(last)
    testApp.advanceTime(day)
    expect((await edit(await testApp.signIn(caller.person), newAddress())).status).toBe(200)
  })

  test('of ten email changes at the same moment, three take effect', async () => {
    const { changeTo } = await someone()
    const answers = await Promise.all(Array.from({ length: 10 }, () => changeTo(newAddress())))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, ...Array(7).fill(429)])
  })

  test('an email change that is refused because the address is taken does not count', async () => {
    const { oldEmail: taken } = await someone()
    const { changeTo } = await someone()
    for (let tries = 0; tries < 4; tries += 1) expect((await changeTo(taken)).status).toBe(409)
    expect((await changeTo(newAddress())).status).toBe(200)
  })

  test('one address gets five letters to confirm it in a day, from all accounts together; then it is refused', async () => {
    const stranger = newAddress()
    const statuses: number[] = []
    for (let account = 0; account < 6; account += 1) {
      const { changeTo } = await someone()
      statuses.push((await changeTo(stranger)).status)
      await changeTo(newAddress())
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect(await testApp.letters({ to: stranger, kind: 'confirm-email' })).toHaveLength(5)
  })

  test('the sixth request for a confirmation letter in a day is refused', async () => {
    const { caller } = await someoneMoved()
    const statuses: number[] = []
    for (let tries = 0; tries < 5; tries += 1) {
      statuses.push((await caller.call(accountApi.sendEmailConfirmation)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429])
  })
})

describe('taken details', () => {
  test('a taken username and a taken email get the same reply; the owner of the email is told once in ten minutes', async () => {
    const { caller: owner } = await someone()
    const taken = detailsWith(owner.person.email)
    await owner.call(accountApi.edit, { body: taken })
    const { caller, changeTo } = await someone()
    const byEmail = await changeTo(taken.email)
    const byUsername = await caller.call(accountApi.edit, {
      body: { ...detailsWith(caller.person.email), username: taken.username },
    })
    expect([byEmail.status, byEmail.refusal]).toEqual([byUsername.status, byUsername.refusal])
    expect(byEmail.refusal).toMatchObject({ code: 'DETAILS_TAKEN' })
    expect(byEmail.refusal.errors).toBeUndefined()
    await changeTo(taken.email)
    expect(await kindsTo(taken.email)).toEqual(['details-changed', 'address-in-use'])
  })

  test('the owner of a taken email gets three letters about it in a day', async () => {
    const { oldEmail: taken } = await someone()
    const { changeTo } = await someone()
    for (let tries = 0; tries < 5; tries += 1) {
      testApp.advanceTime(11 * 60_000)
      expect((await changeTo(taken)).status).toBe(409)
    }
    expect(await kindsTo(taken)).toEqual(Array(3).fill('address-in-use'))
  })

  test('one account can try to take details of others 20 times a day', async () => {
    const { oldEmail: taken } = await someone()
    const { changeTo } = await someone()
    const statuses: number[] = []
    for (let tries = 0; tries < 21; tries += 1) statuses.push((await changeTo(taken)).status)
    expect(statuses).toEqual([...Array(20).fill(409), 429])
  })

  test('accounts behind one client address can try to take details of others 20 times an hour, all together', async () => {
    const { oldEmail: taken } = await someone()
    const statuses: number[] = []
    const callers = [(await someone()).caller, (await someone()).caller, (await someone()).caller]
    for (let tries = 0; tries < 21; tries += 1) {
      const { statusCode } = await testApp.app.inject({
        method: 'POST',
        url: accountApi.edit.path,
        headers: { cookie: callers[tries % 3]?.cookie ?? '' },
        payload: detailsWith(taken),
        remoteAddress: '203.0.113.20',
      })
      statuses.push(statusCode)
    }
    expect(statuses).toEqual([...Array(20).fill(409), 429])
  })
})
