import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { createVault, parseKeys } from '#server/core/vault.ts'
import { rotateKeys } from '#server/database/rotate-keys.ts'
import type { App } from '#server/http/serve.ts'
import { buildApp } from '#server/start/app.ts'
import { createCaller } from '#test/caller.ts'
import type { Person } from '#test/factories.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { makeUserWithTwoFactor, totpCode } from '#test/two-factor-users.ts'

const newer = randomBytes(32).toString('base64')

const testApp = prepareTestApp()
/** The same installation after the old key has been dropped. */
let afterRotation: App
beforeAll(async () => {
  afterRotation = await buildApp({ ...testApp.services, vault: createVault(parseKeys(newer)) })
})
afterAll(async () => {
  await afterRotation.close()
})

async function codesOfSetup() {
  const caller = await testApp.signIn('user', 'setup')
  const { secret } = (await caller.call(accountApi.generateSecret)).body
  const { recoveryCodes } = (await caller.call(accountApi.verifySetup, { body: { token: totpCode(testApp, secret) } }))
    .body
  return { person: caller.person, recoveryCodes }
}

async function codesOfProfile() {
  const member = await makeUserWithTwoFactor(testApp)
  const caller = await testApp.signIn(member)
  const token = totpCode(testApp, member.secret)
  const { recoveryCodes } = (await caller.call(accountApi.newRecoveryCodes, { body: { token } })).body
  return { person: member, recoveryCodes }
}

test.each<[string, () => Promise<{ person: Person; recoveryCodes: string[] }>]>([
  ['at set-up', codesOfSetup],
  ['in Profile', codesOfProfile],
])('a recovery code made %s still works once after the vault key is rotated', async (_where, make) => {
  const { person, recoveryCodes } = await make()
  const during = createVault(parseKeys(`${newer},${testApp.services.config.encryptionKey}`))
  await rotateKeys({ db: testApp.context.db, vault: during })
  const { cookie } = await testApp.signIn(person, 'password')
  const body = { recoveryCode: recoveryCodes[0] ?? '' }
  expect((await createCaller(afterRotation, cookie).call(accountApi.verifyLogin, { body })).status).toBe(200)
  const again = await testApp.signIn(person, 'password')
  expect((await createCaller(afterRotation, again.cookie).call(accountApi.verifyLogin, { body })).status).toBe(400)
})
