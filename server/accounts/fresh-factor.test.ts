import { beforeAll, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { invitationApi } from '#contract/accounts/invitation-api.ts'
import { allEndpoints } from '#contract/endpoints.ts'
import { makeUser } from '#test/factories.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { totpCode, wrongCode } from '#test/two-factor-users.ts'
import { updateUser } from './queries.ts'

const minute = 60_000
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

const testApp = prepareTestApp()
const admin = prepareCaller(testApp, 'admin')
beforeAll(async () => {
  testApp.context.config.mode = 'production'
  const totpSealed = testApp.context.vault.seal(secret)
  await updateUser(testApp.context.db, admin.person.userID, { totpSealed })
})

const invite = () =>
  admin.call(invitationApi.invite, { body: { email: `${crypto.randomUUID()}@test.example`, role: 'staff' } })
const confirm = (body: { token?: string; recoveryCode?: string }) =>
  admin.call(accountApi.confirmSecondFactor, { body })

test('an invitation more than ten minutes after the second factor asks for it again, and goes on once it is entered', async () => {
  expect((await invite()).status).toBe(200)
  testApp.advanceTime(10 * minute + 1)
  const { status, refusal } = await invite()
  expect([status, refusal.code]).toEqual([403, 'SECOND_FACTOR_AGAIN'])
  expect((await confirm({ token: wrongCode(testApp, secret) })).refusal.code).toBe('CODE_INVALID')
  expect((await invite()).status).toBe(403)
  const token = totpCode(testApp, secret)
  expect((await confirm({ token })).status).toBe(200)
  expect((await invite()).status).toBe(200)
  expect((await confirm({ token })).refusal.code).toBe('CODE_USED')
  testApp.advanceTime(10 * minute + 1)
  expect((await invite()).status).toBe(403)
})

test('wrong codes end the session as they do when signing in', async () => {
  const clerk = await testApp.signIn(await makeUser(testApp.context, { role: 'staff' }))
  const codes: string[] = []
  for (let attempt = 0; attempt < 12; attempt++)
    codes.push((await clerk.call(accountApi.confirmSecondFactor, { body: { token: '000000' } })).refusal.code)
  expect(codes).toContain('SIGN_IN_AGAIN')
  expect(codes.at(-1)).toBe('NOT_SIGNED_IN')
})

/** The calls of admins alone that change something without a recent second factor. */
const askingNothing = {
  takesAwayWhatAnAdminGave: ['/api/user/withdraw-invitation'],
  draftsThatOnlyAdminsSee: [
    '/api/halls/delete-draft',
    '/api/halls/save-draft',
    '/api/register/draft/choose',
    '/api/register/draft/discard',
    '/api/register/draft/upload',
  ],
  /** Laying out a hall takes hours; nothing is sold or lost by it, and each of these is corrected in the same way. */
  layOutAndDescribe: [
    '/api/halls/add',
    '/api/halls/add-level',
    '/api/halls/change',
    '/api/halls/change-level',
    '/api/halls/delete-block',
    '/api/halls/delete-hall',
    '/api/halls/delete-level',
    '/api/halls/measure-opening',
    '/api/halls/measure-rows',
    '/api/halls/rename-block',
    '/api/house/save-denial-reasons',
  ],
  /** Its rule of the second person asks, unless it only adds a request. */
  asksInTheAction: ['/api/urn/settle-mismatch'],
}

test('everything that only admins can change needs a recent second factor, except what is listed here with the reason', () => {
  const ofAdmins = allEndpoints.filter(
    ({ method, roles }) => method === 'POST' && Array.isArray(roles) && roles.join() === 'admin',
  )
  expect(ofAdmins.length).toBeGreaterThan(40)
  const without = ofAdmins.filter(({ freshFactor }) => !freshFactor).map(({ path }) => path)
  expect(without.sort()).toEqual(Object.values(askingNothing).flat().sort())
})

test('taking back a decision on a booking, releasing a pre-order, refunding charges, linking a booking of a register, contacts of rights, what staff record in the name of others, and names of passkeys need a recent second factor', () => {
  const ofOthers = allEndpoints.filter(
    ({ method, roles, freshFactor }) => method === 'POST' && freshFactor && String(roles) !== 'admin',
  )
  expect(ofOthers.map(({ path }) => path).sort()).toEqual([
    '/api/booking/link-account',
    '/api/booking/release',
    '/api/booking/reopen',
    '/api/booking/unlink-account',
    '/api/charges/refund',
    '/api/rights/ask-claim',
    '/api/rights/contact-accepted',
    '/api/rights/dismiss-returned',
    '/api/rights/end-asking',
    '/api/rights/end-objection',
    '/api/rights/record-agreement',
    '/api/rights/record-answer',
    '/api/rights/record-consent',
    '/api/rights/record-death',
    '/api/rights/record-posted',
    '/api/rights/remove-contact',
    '/api/rights/retract-death',
    '/api/rights/save-contact',
    '/api/rights/withdraw-claim',
    '/api/user/rename-passkey',
  ])
})

test('every file and every export with data of many people needs a recent second factor', () => {
  const exports = allEndpoints.filter(
    ({ recordedRead, sends = '' }) =>
      recordedRead?.kind === 'export' || ['text/csv', 'application/zip'].includes(sends),
  )
  expect(exports.length).toBeGreaterThan(5)
  /** It has the data of whoever asks, who gives the proof of the owner in the call. */
  const ownData = ['/api/user/download-data']
  expect(exports.filter(({ freshFactor }) => !freshFactor).map(({ path }) => path)).toEqual(ownData)
})
