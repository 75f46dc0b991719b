import { expect } from '@playwright/test'
import { bookAtCounter } from './counter-bookings.ts'
import { onEmbeddedEngine, post } from './demo-sessions.ts'
import { reconnect } from './intercept-requests.ts'
import { test } from './open-as.ts'

test.use(onEmbeddedEngine)

test('an admin finds who released a niche by its code; the URL keeps the filter, also after a reload', async ({
  openAs,
}) => {
  const clerk = await openAs('staff')
  const { bookingID, nicheCode } = await bookAtCounter(clerk.request, { type: 'PreOrder' })
  await post(clerk.request, '/api/booking/confirm', { bookingID })
  await post(clerk.request, '/api/booking/release', { bookingID, reason: 'The family has moved abroad.' })

  const page = await openAs('admin')
  await page.goto('/audit-log')
  await page.getByLabel('Niche code').pressSequentially(nicheCode.toLowerCase())
  await page.getByLabel('Event').selectOption('Booking released')
  await expect(page).toHaveURL(`/audit-log?niche=${nicheCode.toLowerCase()}&action=booking.release`)
  const entry = page.getByRole('row').filter({ hasText: 'Booking released' }).filter({ hasText: bookingID })
  await expect(entry).toHaveCount(1)
  await expect(entry).toContainText('Kavitha Nair')
  await expect(entry.getByRole('listitem')).toHaveText([bookingID, `niche ${nicheCode}`])
  await expect(entry).toContainText('reason: The family has moved abroad.')

  await page.reload()
  await expect(page.getByLabel('Niche code')).toHaveValue(nicheCode.toLowerCase())
  await expect(page.getByLabel('Event')).toHaveValue('booking.release')
  await expect(entry).toHaveCount(1)
})

test('each booking, niche and person in the audit log is a link to its own entries', async ({ openAs }) => {
  const clerk = await openAs('staff')
  const { bookingID, nicheCode } = await bookAtCounter(clerk.request)
  const page = await openAs('admin')
  await page.goto(`/audit-log?booking=${bookingID}`)
  await expect(page.getByLabel('Booking')).toHaveValue(bookingID)
  await page.getByRole('row').filter({ hasText: 'Booking submitted' }).getByRole('link', { name: nicheCode }).click()
  await expect(page).toHaveURL(`/audit-log?niche=${nicheCode}`)
  await expect(page.getByLabel('Niche code')).toHaveValue(nicheCode)
  await expect(page.getByLabel('Booking')).toHaveValue('')
  await page.getByRole('link', { name: 'Kavitha Nair' }).first().click()
  await expect(page.getByLabel('Person')).toHaveValue('staff@columba.example')
  await page.goBack()
  await expect(page.getByLabel('Niche code')).toHaveValue(nicheCode)

  await page.getByLabel('Niche code').fill('XX-9Z-99-99')
  await expect(page.getByText('No entries match.')).toBeVisible()
  await page.getByLabel('Niche code').fill('')
  await expect(page).toHaveURL('/audit-log')
  await expect(page.getByRole('table')).toBeVisible()
})

test('older entries of the audit log that were loaded stay complete when new ones push others off the first page', async ({
  openAs,
}) => {
  const clerk = await openAs('staff')
  const lookUp = async (times: number) => {
    for (let time = 0; time < times; time += 1)
      await clerk.request.get('/api/user/findExistingUser?attr=email&value=nobody@test.example')
  }
  await lookUp(51)
  const page = await openAs('admin')
  await page.goto('/audit-log?action=lookup.user&person=staff@columba.example')
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(51)
  await page.getByRole('button', { name: 'Show older entries' }).click()
  await expect.poll(() => rows.count()).toBeGreaterThan(51)
  const before = await rows.count()
  await lookUp(3)
  await reconnect(page)
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(before + 3)
})

test('an admin sees who was refused, where the call came from, and the head of the chain', async ({ openAs }) => {
  const applicant = await openAs('applicant')
  expect((await applicant.request.get('/api/audit')).status()).toBe(403)

  const page = await openAs('admin')
  await page.goto('/audit-log?person=applicant@columba.example')
  await page.getByLabel('Event').selectOption('Access refused')
  const entry = page.getByRole('row').filter({ hasText: 'call: GET /api/audit;' }).first()
  await expect(entry).toContainText('Your account does not have permission to do this')
  await expect(entry.getByText('Session')).toBeHidden()
  await entry.getByRole('button', { name: 'Details' }).click()
  await entry.getByText(/^From .*(127\.0\.0\.1|::1)$/).click()
  await expect(entry.getByText('Session')).toBeVisible()
  await expect(entry.getByText('Request', { exact: true })).toBeVisible()

  await expect(page.getByText(/^[1-9]\d*:[0-9a-f]{64}$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy number and hash' })).toBeVisible()
})
