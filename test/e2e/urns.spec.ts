import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { accessibilityViolations } from './axe.ts'
import { bookAtCounter } from './counter-bookings.ts'
import { post } from './demo-sessions.ts'
import { findAllOverflows } from './find-overflows.ts'
import { type OpenAs, test } from './open-as.ts'
import { takePicture } from './take-picture.ts'

interface TestUrn {
  tag: string
  nicheCode: string
  bookingID: string
  contactNumber: string
  beneficiaryName: string
}

/** A family's urn at the counter, received through the API. */
async function receiveUrn(clerk: APIRequestContext, beneficiaryName = newName()): Promise<TestUrn> {
  const { bookingID, nicheCode, contactNumber } = await bookAtCounter(clerk, { beneficiaryName })
  await post(clerk, '/api/booking/approve', { bookingID })
  const body = { requestID: crypto.randomUUID(), bookingID, widthMm: '', heightMm: '', cremationNumber: '' }
  const { tag } = (await post(clerk, '/api/urn/receive', body)) as { tag: string }
  return { tag, nicheCode, bookingID, contactNumber, beneficiaryName }
}

const letters = 'abcdefghijkmnopqrstuvwxyz'
/** Letters that no other test uses in this order or another. */
const newName = () =>
  `Tan ${Array.from({ length: 12 }, () => letters[Math.floor(Math.random() * letters.length)]).join('')}`

const moves = { place: 'Place an urn', takeOut: 'Take an urn out', release: 'Release an urn' }

async function scan(
  page: Page,
  { tag, nicheCode }: Pick<TestUrn, 'tag' | 'nicheCode'>,
  move: keyof typeof moves = 'place',
) {
  await page.goto('/urn-check')
  await page.getByRole('radio', { name: moves[move] }).check()
  await page.getByLabel('Niche code').fill(nicheCode)
  await page.getByLabel('Tag of the urn').fill(tag)
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function compare(page: Page, { beneficiaryName }: TestUrn, death = '31 Jan 2026') {
  await page.getByRole('radio', { name: beneficiaryName, exact: true }).check()
  await page.getByRole('radio', { name: 'Date of death' }).check()
  await page.getByRole('radio', { name: death, exact: true }).check()
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
}

/** The clerk and the admin, each in their own browser, on phones. */
async function openBoth(openAs: OpenAs) {
  const [clerk, admin] = [await openAs('staff'), await openAs('admin')]
  for (const page of [clerk, admin]) await page.setViewportSize({ width: 390, height: 844 })
  return { clerk, admin }
}

test('two browsers place an urn together', async ({ openAs }) => {
  const { clerk, admin } = await openBoth(openAs)
  const urn = await receiveUrn(clerk.request)
  await scan(clerk, urn)
  await expect(clerk.getByRole('radio', { name: urn.beneficiaryName, exact: true })).toBeVisible()
  expect(await accessibilityViolations(clerk)).toEqual([])
  await compare(clerk, urn)
  await expect(clerk.getByText('You have confirmed. Now the second person')).toBeVisible()

  await admin.goto('/urns')
  await expect(admin.getByText('confirmed by Kavitha Nair').first()).toBeVisible()
  await scan(admin, urn)
  await expect(admin.getByText('Kavitha Nair has confirmed this move')).toBeVisible()
  await compare(admin, urn)
  await expect(admin.getByText('Both have confirmed. The move is recorded.')).toBeVisible()
  await expect(clerk.getByText('Both have confirmed. The move is recorded.')).toBeVisible()
  await clerk.getByRole('link', { name: 'See the urn' }).click()
  await expect(clerk.getByText(`In niche ${urn.nicheCode}`).first()).toBeVisible()
  await expect(clerk.getByText('Kavitha Nair and Gerald Pereira')).toBeVisible()
})

test('the same person in a second browser is not the second person', async ({ openAs }) => {
  const [one, other] = [await openAs('staff'), await openAs('staff')]
  const urn = await receiveUrn(one.request)
  await scan(one, urn)
  await scan(other, urn)
  await compare(one, urn)
  await expect(one.getByText('You have confirmed.')).toBeVisible()
  await compare(other, urn)
  await expect(other.getByRole('alert').filter({ hasText: 'You have confirmed this already.' })).toBeVisible()
})

test('a wrong niche stops the move, and admins see it until one settles it', async ({ openAs }) => {
  const { clerk, admin } = await openBoth(openAs)
  const [urn, other] = [await receiveUrn(clerk.request), await receiveUrn(clerk.request)]
  await scan(clerk, { tag: urn.tag, nicheCode: other.nicheCode })
  await expect(
    clerk.getByRole('alert').filter({ hasText: 'Stop. This urn does not belong to this niche.' }),
  ).toBeVisible()
  await admin.goto('/admin-dashboard')
  const row = admin.locator('tr').filter({ hasText: urn.tag })
  await row.getByRole('button', { name: 'Settle' }).click()
  await admin.getByLabel('What you found').fill('The clerk stood at the next niche.')
  await admin.getByRole('dialog').getByRole('button', { name: 'Settle' }).click()
  await expect(row).toHaveCount(0)
})

test('a wrong date stops the move', async ({ openAs }) => {
  const clerk = await openAs('staff')
  const urn = await receiveUrn(clerk.request)
  await scan(clerk, urn)
  await clerk.getByRole('radio', { name: urn.beneficiaryName, exact: true }).check()
  const dates = clerk.getByRole('group', { name: 'Date of birth on the papers' }).getByRole('radio')
  await expect(dates).toHaveCount(5)
  const wrong = clerk
    .getByRole('group', { name: 'Date of birth on the papers' })
    .locator('label')
    .filter({ hasNotText: '29 Feb 1940' })
  await wrong.first().click()
  await clerk.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(
    clerk.getByRole('alert').filter({ hasText: 'What you compared does not belong to this urn.' }),
  ).toBeVisible()
})

test('a person with nearly the same name is shown with place and dates before anything is confirmed', async ({
  openAs,
}) => {
  const clerk = await openAs('staff')
  const name = `${newName()} ${newName().slice(4)}`
  const [first, ...rest] = name.split(' ')
  const [urn, namesake] = [
    await receiveUrn(clerk.request, name),
    await receiveUrn(clerk.request, `${rest.join('-')} ${first}`.toUpperCase()),
  ]
  await scan(clerk, urn)
  const person = clerk.getByRole('listitem').filter({ hasText: namesake.beneficiaryName })
  await expect(person).toContainText(namesake.nicheCode)
  await expect(person).toContainText('Born: 29 Feb 1940. Died: 31 Jan 2026.')
})

test('a confirmation whose answer was lost is sent again with the same button, and the urn is placed once', async ({
  openAs,
}) => {
  const { clerk, admin } = await openBoth(openAs)
  const urn = await receiveUrn(clerk.request)
  await scan(clerk, urn)
  let lost = 0
  await clerk.route('**/api/urn/confirm', async (route) => {
    if (lost++) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await compare(clerk, urn)
  await expect(clerk.getByText('Columba cannot be reached.').first()).toBeVisible()
  await expect(clerk.getByRole('radio', { name: urn.beneficiaryName, exact: true })).toBeChecked()
  await clerk.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(clerk.getByText('You have confirmed.')).toBeVisible()
  await scan(admin, urn)
  await compare(admin, urn)
  await expect(admin.getByText('Both have confirmed.')).toBeVisible()
})

test('a booking whose urn is in the niche leads to the urn instead of being archived', async ({ openAs }) => {
  const { clerk, admin } = await openBoth(openAs)
  const urn = await receiveUrn(clerk.request)
  for (const page of [clerk, admin]) {
    await scan(page, urn)
    await compare(page, urn)
    await expect(page.getByText('onfirmed.').last()).toBeVisible()
  }
  await clerk.goto(`/search-booking?query=${urn.contactNumber}`)
  await expect(clerk.getByRole('button', { name: 'Archive & Free Niche' })).toBeDisabled()
  await expect(clerk.getByText('The urn is in the niche. Please take it out and release it first.')).toBeVisible()
  await clerk.getByRole('link', { name: `Open urn ${urn.tag}` }).click()
  await expect(clerk.getByRole('link', { name: 'Take an urn out' })).toBeVisible()
})

test('an urn is released to the person whom both see', async ({ openAs }) => {
  const { clerk, admin } = await openBoth(openAs)
  const urn = await receiveUrn(clerk.request)
  await scan(clerk, urn, 'release')
  await clerk.getByLabel('Name', { exact: true }).fill('Tan Siew Hong')
  await clerk.getByLabel('Proof of identity').selectOption('NRIC')
  await clerk.getByLabel('Last four characters of its number').fill('567a')
  await clerk.getByRole('radio', { name: 'The holder is here' }).check()
  await clerk.getByLabel('Document', { exact: true }).fill('Booking confirmation')
  await clerk.getByRole('button', { name: 'Continue' }).click()
  await compare(clerk, urn)
  await expect(clerk.getByText('You have confirmed.')).toBeVisible()
  await scan(admin, urn, 'release')
  await expect(admin.getByText('To Tan Siew Hong, NRIC ending 567A.')).toBeVisible()
  await compare(admin, urn)
  await expect(admin.getByText('Both have confirmed.')).toBeVisible()
})

test('an urn is received from the page of its booking, gets a label, and is put on a shelf', async ({ openAs }) => {
  const clerk = await openAs('staff')
  const { bookingID } = await bookAtCounter(clerk.request)
  await post(clerk.request, '/api/booking/approve', { bookingID })
  await clerk.goto(`/booking-approval/${bookingID}`)
  await clerk.getByRole('button', { name: 'Receive the urn' }).click()
  await clerk.getByLabel('Width in mm').fill('200')
  await clerk.getByLabel('Height in mm').fill('250')
  await clerk.getByRole('button', { name: 'Receive', exact: true }).click()
  await expect(clerk).toHaveURL(/\/urns\/U-/)
  await clerk.getByRole('button', { name: 'Put on a shelf' }).click()
  await clerk.getByLabel('Shelf', { exact: true }).fill('Store room, shelf 3')
  await clerk.getByRole('button', { name: 'Save' }).click()
  await expect(clerk.getByText('On shelf Store room, shelf 3').first()).toBeVisible()
  await clerk.getByRole('link', { name: 'Label', exact: true }).click()
  await expect(clerk.getByRole('img', { name: 'QR code that opens this urn' })).toBeVisible()
})

test('each step of a move fits every width in both themes and is accessible', async ({ openAs }) => {
  const clerk = await openAs('staff')
  const name = `${newName()} ${newName().slice(4)}`
  const [urn] = [await receiveUrn(clerk.request, name), await receiveUrn(clerk.request, name.toUpperCase())]
  await scan(clerk, urn)
  await clerk.getByRole('radio', { name, exact: true }).check()
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 390, 320]) {
      await clerk.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await clerk.setViewportSize({ width, height: 844 })
      await takePicture(clerk, `urn-check-compare-${width}-${colorScheme}`, { fullPage: true })
      expect(await findAllOverflows(clerk)).toEqual([])
    }
    expect(await accessibilityViolations(clerk)).toEqual([])
  }
})
