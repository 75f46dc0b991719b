import { expect } from '@playwright/test'
import { makeUser } from '#test/factories.ts'
import { callAs } from '#test/sign-in-without-password.ts'
import { makeUrn } from '#test/urn-factory.ts'
import { lookAt } from './look-at.ts'
import { test } from './own-server-test.ts'
import { confirm, confirmAsFirst, isRecorded, newName, scan } from './urn-steps.ts'

test('a witness sees that a move waits, confirms it as the second person, and has no other pages', async ({
  server: { app, context },
  openAs,
}) => {
  const person = await makeUser(context, { role: 'staff' })
  const clerk = await openAs(person)
  const witness = await openAs('witness')
  const caller = await callAs(app, person)
  const beneficiaryName = newName()
  const made = await makeUrn(context, caller, { person: { beneficiaryName, dateOfDeath: '2026-01-31' } })
  const urn = { ...made, contactNumber: '', beneficiaryName }

  await witness.goto('/')
  await expect(witness).toHaveURL(/\/urn-check$/)
  const menu = witness.getByRole('navigation', { name: 'Your pages' })
  await expect(menu.getByRole('link')).toHaveText(['Confirm a move', 'Stock-take', 'Profile', 'Logout'])
  await scan(witness, urn)
  await expect(witness.getByText('A witness confirms what a member of staff has begun.')).toBeVisible()
  await witness.goto('/profile')
  await confirmAsFirst(clerk, urn)
  const banner = witness.getByText('A move waits for you to confirm it.')
  await expect(banner).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Confirm a move', exact: true })).toHaveAttribute('data-waiting', '1')
  await lookAt(witness, 'a banner says that a move waits')
  await witness.goto('/urn-check')
  await expect(witness.getByText(`confirmed by ${person.fullName}`)).toBeVisible()
  await lookAt(witness, 'a move waits for a witness')
  await witness.goto('/profile')
  await witness.getByRole('link', { name: 'Confirm it now' }).click()
  await expect(witness.getByText(urn.nicheCode, { exact: true })).toBeVisible()
  await lookAt(witness, 'the niche and the tag that the second person reads')
  await witness.getByRole('button', { name: 'Both are the same here' }).click()
  await witness.getByRole('button', { name: 'Continue' }).click()
  await expect(witness.getByText('Please choose the name.')).toBeVisible()
  await lookAt(witness, 'the name alone')
  await witness.getByRole('radio', { name: urn.beneficiaryName, exact: true }).check()
  await witness.getByRole('button', { name: 'Continue' }).click()
  await expect(witness.getByRole('group', { name: 'Date of birth on the papers' })).toBeVisible()
  await expect(witness.getByText('Please choose one of these.')).toHaveCount(0)
  await witness.getByRole('radio', { name: 'Date of death' }).check()
  await witness.getByRole('radio', { name: '31 Jan 2026', exact: true }).check()
  await lookAt(witness, 'the date alone')
  await confirm(witness)
  await isRecorded(witness)
  await isRecorded(clerk)
  await expect(banner).toHaveCount(0)
  for (const page of [witness, clerk]) await expect(page.getByText(urn.beneficiaryName, { exact: true })).toBeVisible()
  await lookAt(clerk, 'both are green')
  await expect(witness.getByRole('link', { name: 'See the urn' })).toHaveCount(0)
  await witness.goto('/stock-take')
  await expect(witness.getByText('You join a stock-take that a member of staff has begun')).toBeVisible()
  await lookAt(witness, 'stock-takes of a witness')
})
