import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { users } from '#server/database/schema.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { enterPassword, makeUserWithTwoFactor, signInFully } from '#test/two-factor-users.ts'
import { schemaOf } from './openapi.ts'

const testApp = prepareTestApp()

/** All field names in a schema, at any depth. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'properties' in schema ? Object.keys(Object(schema.properties)) : []
  return [...own, ...Object.values(schema).flatMap(namesIn)]
}

/** The fields of all replies with such a name. */
const fieldsLike = (pattern: RegExp) =>
  testApp.app.endpoints
    .flatMap(({ path, reply }) => namesIn(schemaOf(reply, 'output')).map((name) => [path, name] as const))
    .filter(([, name]) => pattern.test(name))
    .toSorted()

test('no reply schema has a field for a secret, except client secrets and the TOTP secret', () => {
  expect(testApp.app.endpoints.length).toBeGreaterThan(50)
  expect(fieldsLike(/hash|salt|totp|sealed|passw|secret/i)).toEqual([
    ['/api/charges/create-payment-intent', 'clientSecret'],
    ['/api/payment/create-payment-intent', 'clientSecret'],
    ['/api/user/generate-2fa-secret', 'secret'],
  ])
})

test('no reply schema has an NRIC, except that of one account', () => {
  expect(fieldsLike(/nric$|national_?id|identityNumber/i)).toEqual([
    ['/api/user/getUserByID', 'nric'],
    ['/api/user/getUserByNRIC', 'nric'],
  ])
})

test('replies to the user, staff and admins contain no password hash and no TOTP secret', async () => {
  const member = await makeUserWithTwoFactor(testApp)
  const { userID, email, nric } = member
  const [login, self] = [await enterPassword(testApp, member), await signInFully(testApp, member)]
  const [clerk, admin] = [await testApp.signIn('staff'), await testApp.signIn('admin')]
  const query = { userID }
  const answers = [
    login,
    await self.call(accountApi.me),
    await self.call(accountApi.byID, { query }),
    await clerk.call(accountApi.byID, { query }),
    await admin.call(accountApi.byID, { query }),
    await clerk.call(accountApi.byNRIC, { body: { nric } }),
    await clerk.call(accountApi.findExisting, { query: { attr: 'email', value: email } }),
    await admin.call(accountApi.all, { query: { search: email } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const [row] = await testApp.context.db.select().from(users).where(eq(users.userID, userID))
  const secrets = [
    member.secret,
    row?.passwordHash,
    row?.totpSealed?.toString('hex'),
    row?.totpSealed?.toString('base64'),
  ]
  const sent = JSON.stringify(answers.map(({ body, headers }) => [body, headers]))
  for (const secret of secrets) {
    expect(secret).toMatch(/.{16}/)
    expect(sent).not.toContain(secret)
  }
})
