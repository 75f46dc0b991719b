import { expect, type Page } from '@playwright/test'
import { sampleHouse } from '#test/sample-house.ts'

/** Fills in the House page; `save` then sends it. */
export async function enterHouseDetails(page: Page) {
  const fields = {
    Name: sampleHouse.name,
    'Short form': sampleHouse.shortName,
    Address: sampleHouse.address,
    Telephone: sampleHouse.telephone,
    Email: sampleHouse.email,
    'The halls': sampleHouse.visitingHours,
    'The counter': sampleHouse.counterHours,
    'At Qing Ming and All Souls': sampleHouse.festivalHours,
    Exceptions: sampleHouse.hourExceptions,
    'Registration number': sampleHouse.registrationNumber,
    'Sentence about taxes': sampleHouse.taxNote,
    'Hold minutes': String(sampleHouse.holdMinutes),
  }
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value)
}

export async function saveHouse(page: Page) {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The details of the house are saved.')).toBeVisible()
}

export async function inviteStaff(page: Page, email: string, role: string) {
  await page.getByRole('button', { name: 'Invite staff' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill(email)
  await page.getByRole('dialog').getByLabel('Role').selectOption(role)
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByText('The invitation is on its way.')).toBeVisible()
}
