import { expect } from '@playwright/test'
import { makeUser } from '#test/factories.ts'
import { makeRestingPerson } from '#test/resting-person.ts'
import { accessibilityViolations } from './axe.ts'
import { findAllOverflows } from './find-overflows.ts'
import { test } from './own-server-test.ts'
import { takePicture } from './take-picture.ts'

const recently = String(new Date().getFullYear() - 1)
const died = { dateOfDeath: `${recently}-02-03`, shared: true }

test('a person whose name is in traditional characters is found by simplified ones, by a visitor, a clerk and the family', async ({
  page,
  server,
  openAs,
}) => {
  const { bookingID } = await makeRestingPerson(server.context, { name: 'Tan Ah Kow 陳亞九', ...died })
  await page.goto('/find')
  await page.getByLabel('Full name').fill('陈亚九')
  await page.getByLabel('Year of death').fill(recently)
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(page.getByRole('article')).toContainText('陳亞九')
  expect(await findAllOverflows(page)).toEqual([])
  await takePicture(page, 'find-other-characters', { fullPage: true })

  const clerk = await openAs('staff')
  await clerk.goto('/dashboard')
  await clerk.getByRole('button', { name: 'Quick find' }).click()
  const finder = clerk.getByRole('dialog', { name: 'Quick find' })
  await finder.getByRole('textbox').fill('陈亚')
  await expect(finder.getByRole('region', { name: 'Bookings' })).toContainText(bookingID)
})

test('a family reads the initial of each name in its script, and searches its bookings in either form', async ({
  server,
  openAs,
}) => {
  const holder = await makeUser(server.context, { fullName: 'Tan Mei Ling 陳美玲' })
  for (const name of ['陳大文', '（林國榮） Lim Kok Weng', 'Mdm Ong Bee Lian', 'Ravi s/o Kumar'])
    await makeRestingPerson(server.context, { name, holder, ...died })
  const family = await openAs(holder)
  await family.goto('/my-bookings')
  const initialIn = (name: string) =>
    family.getByRole('listitem').filter({ hasText: name }).locator('[aria-hidden="true"]').filter({ hasText: /^.$/u })
  await expect(initialIn('陳大文')).toHaveText('陳')
  await expect(initialIn('林國榮')).toHaveText('林')
  await expect(initialIn('Ong Bee Lian')).toHaveText('O')
  await expect(initialIn('Ravi')).toHaveText('R')
  expect(await accessibilityViolations(family)).toEqual([])
  expect(await findAllOverflows(family)).toEqual([])
  await takePicture(family, 'initials', { fullPage: true })

  await family.getByRole('searchbox', { name: 'Search my bookings' }).fill('林国荣')
  await expect(family.getByText('Showing 1 of 4 bookings')).toBeVisible()
  await expect(family.getByRole('link', { name: '（林國榮） Lim Kok Weng' })).toBeVisible()
})

test('a clerk searches the list of pending approvals in either form', async ({ server, openAs }) => {
  const state = { status: 'Pending' } as const
  await makeRestingPerson(server.context, { name: '鄭淑貞', state })
  await makeRestingPerson(server.context, { name: '許慧嫻', state })
  const clerk = await openAs('staff')
  await clerk.goto('/pending-approvals')
  await clerk.getByRole('searchbox', { name: 'Search this list' }).fill('郑淑')
  await expect(clerk.getByText('鄭淑貞').first()).toBeVisible()
  await expect(clerk.getByText('許慧嫻')).toHaveCount(0)
})
