import { expect, test } from 'vitest'
import { prepareTestApp } from '#test/test-app.ts'
import { firstAdminHint } from './open-account.ts'

const testApp = prepareTestApp()

test('a server that starts says how to create the first admin, until there is one', async () => {
  await testApp.signIn('staff')
  expect(await firstAdminHint(testApp.context)).toBe(
    'There is no admin yet. Create the first one with: npm run admin:create (under systemd: columba admin:create)\n',
  )
  await testApp.signIn('admin')
  expect(await firstAdminHint(testApp.context)).toBe('')
})
