import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { accessibilityViolations } from './axe.ts'
import { bookAtCounter } from './counter-bookings.ts'
import { post } from './demo-sessions.ts'
import { findAllOverflows } from './find-overflows.ts'
import { test } from './open-as.ts'
import { newWord, papersOf } from './urn-steps.ts'

test('an urn is found by a part of the name, its tag, its niche and its certificate number, and exported; the address keeps the search over a reload', async ({
  openAs,
}) => {
  const page = await openAs('staff')
  const name = newWord()
  const booked = await bookAtCounter(page.request, { beneficiaryName: `Tan ${name}` })
  await post(page.request, '/api/booking/approve', { bookingID: booked.bookingID })
  const cremationNumber = `CR ${name}/26`
  const body = {
    requestID: crypto.randomUUID(),
    bookingID: booked.bookingID,
    widthMm: '',
    heightMm: '',
    cremationNumber,
    ...papersOf(booked),
  }
  const { tag } = (await post(page.request, '/api/urn/receive', body)) as { tag: string }

  await page.goto('/urns')
  const box = page.getByRole('searchbox')
  const rows = page.getByRole('row').filter({ has: page.getByRole('link', { name: /^U-/ }) })
  for (const text of [name.slice(0, 8), tag.slice(2).toLowerCase(), booked.nicheCode, cremationNumber.toLowerCase()]) {
    await box.fill(text)
    await expect(page).toHaveURL(new RegExp(`query=${encodeURIComponent(text).slice(0, 2)}`))
    await expect(rows.filter({ hasText: tag }), text).toBeVisible()
    await expect(rows, text).toHaveCount(1)
  }
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download these urns (CSV)' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toContain(`${tag},Tan ${name},${booked.nicheCode},${booked.bookingID},At the counter,`)
  expect(file.trim().split('\r\n')).toHaveLength(2)

  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await findAllOverflows(page), `content within ${width} px`).toEqual([])
  }
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Print labels' }).click()
  await expect(page.getByText(tag, { exact: true })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.goBack()
  await box.fill('nobody has this name')
  await expect(page.getByText('No urn was found.')).toBeVisible()
  await page.reload()
  await expect(box).toHaveValue('nobody has this name')
  await expect(page.getByText('No urn was found.')).toBeVisible()
  await box.fill('S1234567D')
  await expect(page.getByText('An NRIC cannot be searched for here.')).toBeVisible()
})
