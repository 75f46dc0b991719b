import { expect, type Page } from '@playwright/test'
import { addDays, addMonths, formatDay, toDay } from '#contract/dates.ts'
import { rightSteps } from '#server/database/schema.ts'
import { makeUser } from '#test/factories.ts'
import { endRight, setRight } from '#test/right-factory.ts'
import { callAs } from '#test/sign-in-without-password.ts'
import { type MadeUrn, makeUrn, moveTogether } from '#test/urn-factory.ts'
import { accessibilityViolations } from './axe.ts'
import { test } from './own-admin.ts'
import type { OwnServer } from './own-server.ts'
import { takePictures } from './take-picture.ts'
import { scan } from './urn-steps.ts'

const today = () => toDay(new Date())

/** An urn in its niche, whose right ended so many months ago. */
async function makeEnded({ app, context }: OwnServer, months: number) {
  const [one, other] = [await makeUser(context, { role: 'staff' }), await makeUser(context, { role: 'staff' })]
  const [first, second] = [await callAs(app, one), await callAs(app, other)]
  const urn = await makeUrn(context, first)
  await moveTogether(urn, 'place', [first, second])
  return { clerk: one, urn, ...(await endRight(context, urn.bookingID, months)) }
}

/** Makes the days after what was recorded be over. */
const letDaysPass = ({ context }: OwnServer, rightID: string) => setRight(context, rightID, { nextStepOn: today() })

async function recordNext(page: Page, step: string, note = '') {
  await page.getByRole('button', { name: `Record: ${step}` }).click()
  const dialog = page.getByRole('dialog', { name: `Record: ${step}` })
  await dialog.getByLabel('Note').fill(note)
  await dialog.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

async function isRefusedAtTheWall(page: Page, urn: MadeUrn) {
  await scan(page, urn, 'takeOut')
  await expect(page.getByText('silence is never consent')).toBeVisible()
}

test('a right ends in silence: the steps of the house, and after 24 months a clerk and an admin let the urn be taken to a shelf', async ({
  admin,
  openAs,
  server,
}) => {
  await admin.goto('/house')
  const form = admin.getByRole('form', { name: 'After the end of a right' })
  await expect(form.getByLabel('Steps')).toHaveValue(/Telephone: 30\nLetter: 90/)
  await form.getByLabel('Steps').fill('Telephone')
  await form.getByRole('button', { name: 'Save these steps' }).click()
  await expect(form.getByText('Please write a name and a number of days')).toBeVisible()
  await form.getByLabel('Steps').fill('Telephone: 30\nLetter: 90')
  await form.getByRole('button', { name: 'Save these steps' }).click()
  await expect(admin.getByText('The steps are saved.')).toBeVisible()
  await takePictures(admin, 'steps after the end')

  const { clerk: person, urn, rightID, number } = await makeEnded(server, 24)
  const clerk = await openAs(person)
  await clerk.goto('/dashboard')
  await clerk.getByRole('link', { name: 'Rights after their end' }).click()
  await expect(clerk.getByRole('table')).toContainText('Telephone, from')
  expect(await accessibilityViolations(clerk)).toEqual([])
  await takePictures(clerk, 'rights after their end')
  await clerk.getByRole('link', { name: number }).click()
  await recordNext(clerk, 'Telephone', 'The number is not in use.')
  const steps = clerk.getByRole('table', { name: 'Steps after the end' })
  await expect(steps).toContainText('The number is not in use.')
  await expect(clerk.getByText(`Next: Letter, from ${formatDay(addDays(today(), 30))}.`)).toBeVisible()
  expect(await accessibilityViolations(clerk)).toEqual([])
  await takePictures(clerk, 'after the end')
  await isRefusedAtTheWall(clerk, urn)

  await letDaysPass(server, rightID)
  await clerk.goto(`/rights/${number}`)
  await recordNext(clerk, 'Letter')
  await letDaysPass(server, rightID)
  await clerk.goto(`/rights/${number}`)
  await clerk.getByRole('button', { name: 'Take the urns to a shelf' }).click()
  const dialog = clerk.getByRole('dialog', { name: 'Take the urns to a shelf?' })
  await dialog.getByLabel('Shelf').fill('Store room, shelf 3')
  await dialog.getByLabel('Reason').fill('Nobody has answered for two years.')
  expect(await accessibilityViolations(clerk)).toEqual([])
  await takePictures(clerk, 'take the urns to a shelf')
  await dialog.getByRole('button', { name: 'Ask a second person' }).click()
  await expect(clerk.getByRole('table', { name: 'Waits for a second person' })).toContainText('shelf 3')

  await admin.goto('/admin-dashboard')
  await admin.getByRole('button', { name: /^Confirm: Right / }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(admin.getByText('Confirmed, and done.')).toBeVisible()
  await clerk.goto(`/rights/${number}`)
  await expect(clerk.getByText('to shelf Store room, shelf 3.')).toBeVisible()
  await takePictures(clerk, 'urns may be taken to a shelf')
  await scan(clerk, urn, 'takeOut')
  await expect(clerk.getByRole('radio', { name: urn.name, exact: true })).toBeVisible()
})

test('a family appears in month 23 on a phone, with one tap, and everything stops until a clerk records what was agreed', async ({
  openAs,
  server,
}) => {
  const { clerk: person, urn, rightID, endsOn, number } = await makeEnded(server, 23)
  const { context } = server
  const steps = ['Telephone', 'Letter'].map((name, position) => ({ rightID, position, name, days: 90 }))
  await context.db
    .insert(rightSteps)
    .values(steps.map((step) => ({ ...step, recordedAt: context.clock(), recordedByID: person.userID })))
  await letDaysPass(server, rightID)
  const phone = await openAs(urn.owner)
  await phone.setViewportSize({ width: 390, height: 844 })
  await phone.goto('/my-bookings')
  const sentence = `The right to this niche ended on ${formatDay(endsOn)}. Nothing has happened with the niche.`
  await expect(phone.getByText(sentence)).toBeVisible()
  expect(await accessibilityViolations(phone)).toEqual([])
  await takePictures(phone, 'right that has ended')
  await phone.getByRole('button', { name: /^Please speak with me/ }).click()
  await expect(phone.getByText('We will get in touch, and nothing happens until then.')).toBeVisible()
  await takePictures(phone, 'family that is heard')

  const clerk = await openAs(person)
  await clerk.goto('/dashboard')
  await expect(clerk.getByRole('link', { name: 'Families to hear' })).toBeVisible()
  await takePictures(clerk, 'dashboard with a family to hear')
  await clerk.getByRole('link', { name: 'Families to hear' }).click()
  await clerk.getByRole('link', { name: number }).click()
  await expect(clerk.getByText('The family has wanted to be heard since')).toBeVisible()
  await expect(clerk.getByRole('button', { name: 'Take the urns to a shelf' })).toHaveCount(0)
  expect(await accessibilityViolations(clerk)).toEqual([])
  await takePictures(clerk, 'family wants to be heard')
  await isRefusedAtTheWall(clerk, urn)
  await clerk.goto(`/rights/${number}`)
  await clerk.getByRole('button', { name: 'Record what was agreed' }).click()
  const dialog = clerk.getByRole('dialog', { name: 'What was agreed?' })
  await dialog.getByRole('radio', { name: 'The steps go on' }).check()
  await dialog.getByLabel('Reason').fill('The daughter pays the extension next week.')
  expect(await accessibilityViolations(clerk)).toEqual([])
  await takePictures(clerk, 'what was agreed')
  await dialog.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(clerk.getByText('The daughter pays the extension next week.')).toBeVisible()
  await expect(clerk.getByText('All steps are recorded. The last wait is over on')).toBeVisible()
})

test('an admin sees in which of the next years rights end', async ({ admin, server }) => {
  const { rightID } = await makeEnded(server, 1)
  const bars = admin.getByRole('list', { name: 'Rights that end in this year and in each of the next four' })
  await admin.goto('/admin-dashboard')
  await expect(admin.getByRole('heading', { name: 'Bookings by month' })).toBeVisible()
  await expect(bars).toHaveCount(0)
  const endsOn = addMonths(today(), 12)
  await setRight(server.context, rightID, { state: 'living', endsOn })
  await admin.reload()
  await expect(bars.getByRole('listitem')).toHaveCount(5)
  await expect(bars.getByRole('listitem').filter({ hasText: endsOn.slice(0, 4) })).toContainText('1')
  expect(await accessibilityViolations(admin)).toEqual([])
  await takePictures(admin, 'rights that end')
})
