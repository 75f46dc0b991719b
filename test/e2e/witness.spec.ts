import { expect } from '@playwright/test'
import { createCaller } from '#test/caller.ts'
import { makeUser } from '#test/factories.ts'
import { startSessionOf } from '#test/sign-in-without-password.ts'
import { makeUrn } from '#test/urn-factory.ts'
import { lookAt } from './look-at.ts'
import { test } from './own-server-test.ts'
import { compare, isRecorded, newName, scan, waitsForSecond } from './urn-steps.ts'

test('a witness sees that a move waits, confirms it as the second person, and has no other pages', async ({
  server: { app, context },
  openAs,
}) => {
  const person = await makeUser(context, { role: 'staff' })
  const clerk = await openAs(person)
  const witness = await openAs('witness')
  const caller = { ...createCaller(app, await startSessionOf(app, person.userID)), person }
  const beneficiaryName = newName()
  const made = await makeUrn(context, caller, { person: { beneficiaryName, dateOfDeath: '2026-01-31' } })
  const urn = { ...made, contactNumber: '', beneficiaryName }

  await witness.goto('/')
  await expect(witness).toHaveURL(/\/urn-check$/)
  const menu = witness.getByRole('navigation', { name: 'Your pages' })
  await expect(menu.getByRole('link')).toHaveText(['Confirm a move', 'Stock-take', 'Profile', 'Logout'])
  await scan(witness, urn)
  await expect(witness.getByText('A witness confirms what a member of staff has begun.')).toBeVisible()
  await scan(clerk, urn)
  await compare(clerk, urn)
  await waitsForSecond(clerk)
  await witness.goto('/urn-check')
  await expect(witness.getByText(`confirmed by ${person.fullName}`)).toBeVisible()
  await lookAt(witness, 'a move waits for a witness')
  await scan(witness, urn)
  await compare(witness, urn)
  await isRecorded(witness)
  await expect(witness.getByRole('link', { name: 'See the urn' })).toHaveCount(0)
  await witness.goto('/stock-take')
  await expect(witness.getByText('You join a stock-take that a member of staff has begun')).toBeVisible()
  await lookAt(witness, 'stock-takes of a witness')
})
