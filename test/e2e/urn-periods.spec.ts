import { expect } from '@playwright/test'
import { test } from './own-admin.ts'
import {
  compare,
  confirm,
  confirmAsFirst,
  confirmAsSecond,
  enterCollector,
  fillCompare,
  isRecorded,
  isRefused,
  movesOf,
  receiveUrn,
  scan,
  waitsForSecond,
} from './urn-steps.ts'

const minute = 60_000
const day = 24 * 60 * minute

test('fifteen minutes after the first confirmation it has expired, and both begin again', async ({
  server,
  openAs,
}) => {
  const [first, second] = [await openAs('staff'), await openAs('staff')]
  const urn = await receiveUrn(first.request)
  await confirmAsFirst(first, urn)
  await scan(second, urn)
  await fillCompare(second, urn)
  server.advanceTime(15 * minute)
  await confirm(second)
  await isRefused(second, 'The first confirmation has expired or was stopped. Please begin again, both of you.')
  await expect(
    first.getByText('The move was stopped, or nobody confirmed it in time. Please begin again.'),
  ).toBeVisible()
  expect(await movesOf(first.request, urn)).toEqual(['receive'])

  await second.getByRole('button', { name: 'Continue' }).click()
  await compare(second, urn)
  await waitsForSecond(second)
  await confirmAsSecond(first, urn)
  expect(await movesOf(first.request, urn)).toEqual(['receive', 'place'])
})

test('an urn whose documents are lost is released seven days after its contacts were told, not before', async ({
  server,
  openAs,
}) => {
  const clerk = await openAs('staff')
  const urn = await receiveUrn(clerk.request)
  await scan(clerk, urn, 'release')
  await expect(clerk.getByText(/^Who holds R-\d{6} today$/)).toBeVisible()
  await enterCollector(clerk, 'The documents are lost')
  await compare(clerk, urn)
  await isRefused(clerk, 'Please report the loss first. The urn can be released 7 days after that.')

  await clerk.goto(`/urns/${urn.tag}`)
  await expect(clerk.getByRole('link', { name: /^R-\d{6}$/ })).toBeVisible()
  await clerk.getByRole('button', { name: 'Report the loss' }).click()
  await clerk.getByLabel('Note').fill('The daughter called.')
  await clerk.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(clerk.getByText('One person is told.')).toBeVisible()
  await expect(clerk.getByText('The documents were reported lost')).toBeVisible()
  await scan(clerk, urn, 'release')
  await enterCollector(clerk, 'The documents are lost')
  await compare(clerk, urn)
  await isRefused(clerk, 'The documents were reported lost. The urn can be released from')

  server.advanceTime(7 * day)
  const both = [await openAs('staff'), await openAs('admin')]
  for (const [index, page] of both.entries()) {
    await scan(page, urn, 'release')
    if (index === 0) await enterCollector(page, 'The documents are lost')
    else await expect(page.getByText('The documents are lost: Booking confirmation.')).toBeVisible()
    await compare(page, urn)
    await (index === 0 ? waitsForSecond(page) : isRecorded(page))
  }
})
