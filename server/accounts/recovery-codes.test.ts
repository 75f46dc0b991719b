import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { buildApp } from '#server/app.ts'
import { rotateKeys } from '#server/database/rotate-keys.ts'
import type { App } from '#server/http/serve.ts'
import { createVault, keysFrom } from '#server/vault.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { callerOf } from '#test/caller.ts'
import type { Person } from '#test/factories.ts'
import { codeOf, makeMember } from '#test/members.ts'

const newer = randomBytes(32).toString('base64')

let it: TestApp
/** The same house, once the old key has been dropped. */
let later: App
beforeAll(async () => {
  it = await startTestApp()
  later = await buildApp({ ...it.services, vault: createVault(keysFrom(newer)) })
})
afterAll(async () => {
  await later.close()
  await it.close()
})

async function codesOfSetup() {
  const caller = await it.signIn('user', 'setup')
  const { secret } = (await caller.call(accountApi.generateSecret)).body
  const { recoveryCodes } = (await caller.call(accountApi.verifySetup, { body: { token: codeOf(it, secret) } })).body
  return { person: caller.person, recoveryCodes }
}

async function codesOfProfile() {
  const member = await makeMember(it)
  const caller = await it.signIn(member)
  const token = codeOf(it, member.secret)
  const { recoveryCodes } = (await caller.call(accountApi.newRecoveryCodes, { body: { token } })).body
  return { person: member, recoveryCodes }
}

test.each<[string, () => Promise<{ person: Person; recoveryCodes: string[] }>]>([
  ['at set-up', codesOfSetup],
  ['in Profile', codesOfProfile],
])('a recovery code made %s outlives the key of the vault', async (_where, make) => {
  const { person, recoveryCodes } = await make()
  const during = createVault(keysFrom(`${newer},${it.services.config.encryptionKey}`))
  await rotateKeys({ db: it.context.db, vault: during })
  const { cookie } = await it.signIn(person, 'password')
  const body = { recoveryCode: recoveryCodes[0] ?? '' }
  expect((await callerOf(later, cookie).call(accountApi.verifyLogin, { body })).status).toBe(200)
  const again = await it.signIn(person, 'password')
  expect((await callerOf(later, again.cookie).call(accountApi.verifyLogin, { body })).status).toBe(400)
})
