import { expect, type Route } from '@playwright/test'
import { addMonths, formatDay, toDay } from '#contract/dates.ts'
import { writeAboutEnds } from '#server/rights/write-about-ends.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { makeUser } from '#test/factories.ts'
import { makeImportedBooking } from '#test/imported-booking.ts'
import { addHolder, rightOf, setEnd } from '#test/right-factory.ts'
import { accessibilityViolations } from './axe.ts'
import { bookAtCounter } from './counter-bookings.ts'
import { post } from './demo-sessions.ts'
import { test } from './open-as.ts'
import { test as ownTest } from './own-admin.ts'
import { takePictures } from './take-picture.ts'

test('a clerk follows the right from the person of a booking to its page, and finds it in the list by number, holder, state and year', async ({
  openAs,
}) => {
  const page = await openAs('staff')
  const { bookingID } = await bookAtCounter(page.request)
  await post(page.request, '/api/booking/approve', { bookingID })
  await page.goto(`/person/${bookingID}`)
  const link = page.getByRole('link', { name: /^R-\d{6}$/ })
  const number = (await link.textContent()) ?? ''
  await expect(page.getByText(`Right ${number} granted`)).toBeVisible()
  await expect(page.getByText('without an end').first()).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await link.click()
  await expect(page.getByRole('heading', { name: `Right ${number}` })).toBeVisible()
  await page.getByRole('button', { name: 'Quick find' }).click()
  const finder = page.getByRole('dialog', { name: 'Quick find' })
  await finder.getByRole('textbox').fill(number.toLowerCase())
  await finder.getByRole('region', { name: 'Rights' }).getByRole('link', { name: number }).click()
  await expect(page.getByRole('heading', { name: `Right ${number}` })).toBeVisible()
  await page.goto(`/rights?text=${number}`)

  await expect(page.getByRole('heading', { name: 'Rights', exact: true })).toBeVisible()
  const rights = page.getByRole('table', { name: 'Rights, newest first' }).getByRole('row')
  await expect(rights).toHaveCount(2)
  await expect(rights.nth(1)).toContainText(number)
  const holder = (await rights.nth(1).getByRole('cell').nth(1).textContent()) ?? ''
  await page.getByLabel('Search').fill(holder.toLowerCase())
  await expect(rights.filter({ hasText: number })).toBeVisible()
  await page.getByLabel('State').selectOption('Ended, waiting')
  await expect(page.getByText('No right matches.')).toBeVisible()
  await page.getByLabel('State').selectOption('Living')
  await expect(rights.filter({ hasText: number })).toBeVisible()
  await page.getByLabel('Ends in').fill('2056')
  await expect(page.getByText('No right matches.')).toBeVisible()
  await page.goto('/rights')
  await expect(rights.filter({ hasText: number })).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await takePictures(page, 'rights')
})

test('a family reads in My Bookings until when it has the right to the niche', async ({ openAs }) => {
  const page = await openAs('applicant')
  await page.goto('/my-bookings')
  await page
    .getByRole('button', { name: 'Confirmed' })
    .or(page.getByRole('tab', { name: 'Confirmed' }))
    .first()
    .click()
  await page.getByRole('button', { name: 'View Details' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Booking Details' })
  await expect(dialog.getByText('Right to the niche')).toBeVisible()
  await expect(dialog.getByText('without an end')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await takePictures(page, 'right-of-a-family')
})

test('a clerk adds a holder on the page of a right, and the family reads it under Who decides', async ({ openAs }) => {
  const page = await openAs('staff')
  const { bookingID } = await bookAtCounter(page.request)
  await post(page.request, '/api/booking/approve', { bookingID })
  await page.goto(`/person/${bookingID}`)
  await page.getByRole('link', { name: /^R-\d{6}$/ }).click()
  const holders = page.getByRole('table', { name: 'Holders' }).getByRole('row')
  await expect(holders).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Add a holder' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a holder' })
  await dialog.getByLabel('Name').fill('Tan Ah Lian')
  await dialog.getByLabel('NRIC').fill('X1')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByText('Invalid NRIC format, eg S1234567F')).toBeVisible()
  await expect(dialog.getByText('Please give a reason.')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await takePictures(page, 'holder-dialog')
  await dialog.getByLabel('NRIC').fill('S1234567D')
  await dialog.getByLabel('Address').fill('1 Hill Street')
  await dialog.getByLabel('Reason').fill('Both have signed.')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(holders.filter({ hasText: 'Tan Ah Lian' })).toContainText('567D')
  await expect(page.getByText('Tan Ah Lian becomes a holder. Both have signed.')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await takePictures(page, 'right')
  await page.getByRole('button', { name: 'Remove Tan Ah Lian' }).click()
  const removal = page.getByRole('dialog', { name: 'Remove Tan Ah Lian?' })
  await removal.getByLabel('Reason').fill('She gave up the right.')
  await removal.getByRole('button', { name: 'Remove' }).click()
  await expect(holders).toHaveCount(2)
})

test('a family reads under Who decides who holds the right to the niche, and can object without a claim', async ({
  openAs,
}) => {
  const page = await openAs('applicant')
  await page.goto('/my-bookings')
  await page
    .getByRole('button', { name: 'Confirmed' })
    .or(page.getByRole('tab', { name: 'Confirmed' }))
    .first()
    .click()
  await page.getByRole('button', { name: 'View Details' }).first().click()
  await page.getByRole('link', { name: 'Open the page of this person' }).click()
  const card = page
    .getByRole('region', { name: 'Who decides' })
    .or(page.locator('section', { hasText: 'Who decides' }))
    .first()
  await expect(card.getByRole('listitem')).toHaveCount(1)
  await card.getByRole('button', { name: 'I object' }).click()
  const objection = page.getByRole('dialog', { name: 'Object?' })
  await expect(objection.getByLabel('Why you object')).toBeVisible()
  await objection.getByRole('button', { name: 'Cancel' }).click()
  expect(await accessibilityViolations(page)).toEqual([])
  await takePictures(page, 'who-decides')
})

const today = () => toDay(new Date())

ownTest(
  'an admin sets how rights are extended, and a daughter extends hers on a phone',
  async ({ admin, openAs, server }) => {
    await admin.goto('/house')
    const rules = admin.getByRole('form', { name: 'Rights to niches' })
    await rules.getByLabel('Years of an extension').fill('10')
    await rules.getByRole('button', { name: 'Save these rules' }).click()
    await expect(rules.getByText('Please enter a number from 0 to 99.')).toBeVisible()
    await rules.getByLabel('Extensions at most').fill('2')
    await rules.getByRole('button', { name: 'Save these rules' }).click()
    await expect(admin.getByText('The rules are saved.')).toBeVisible()
    await takePictures(admin, 'rules of rights')
    const price = { kind: 'extension', name: 'Extension by ten years', amount: '500.00', taxCategory: 'standard' }
    await post(admin.request, '/api/prices/save', {
      ...price,
      accountCode: '',
      chargedWhen: 'byHand',
      validFrom: today(),
    })

    const person = await makeUser(server.context)
    const { bookingID } = await makeBooking(server.context, person, { status: 'Confirmed' })
    const endsOn = addMonths(today(), 6)
    await setEnd(server.context, bookingID, endsOn)
    const phone = await openAs(person)
    await phone.setViewportSize({ width: 390, height: 844 })
    await phone.goto('/my-bookings')
    await expect(phone.getByText(`The right to this niche ends on ${formatDay(endsOn)}.`)).toBeVisible()
    await takePictures(phone, 'right that ends')
    await phone.getByRole('button', { name: `Extend the right of ${bookingID}` }).click()
    const dialog = phone.getByRole('dialog', { name: 'Extend this right?' })
    await expect(dialog).toContainText(`until ${formatDay(addMonths(endsOn, 120))}`)
    expect(await accessibilityViolations(phone)).toEqual([])
    await takePictures(phone, 'extend a right')
    await dialog.getByRole('button', { name: 'Continue to payment' }).click()
    await phone.getByLabel('Card number').fill('4242 4242 4242 4242')
    await phone.getByLabel('Expiry').fill('12/34')
    await phone.getByLabel('Security code').fill('123')
    await phone.getByRole('button', { name: 'Pay SGD 500.00' }).click()
    await expect(phone.getByText('Nothing is due')).toBeVisible()
    await phone.goto('/my-bookings')
    await expect(phone.getByText(bookingID)).toBeVisible()
    await expect(phone.getByText('The right to this niche ends on')).toBeHidden()
    await phone.getByRole('button', { name: 'View Details' }).click()
    await expect(phone.getByText(`until ${formatDay(addMonths(endsOn, 120))}`)).toBeVisible()
  },
)

/** As many letters as the server gives at once. */
async function copyLetters(route: Route) {
  const reply = await route.fetch()
  const [letter]: object[] = await reply.json()
  await route.fulfill({ json: Array.from({ length: 200 }, (_, at) => ({ ...letter, letterID: `letter-${at}` })) })
}

ownTest('a clerk reads that letters to a holder go to the address of the register', async ({ openAs, server }) => {
  const { number } = await rightOf(server.context, await makeImportedBooking(server.context))
  const clerk = await openAs('staff')
  await clerk.goto(`/rights/${number}`)
  await clerk.getByRole('button', { name: 'Correct Ng Boon Teck' }).click()
  const email = clerk.getByRole('dialog').getByLabel('Email')
  await expect(email).toHaveValue('')
  await expect(email).toHaveAccessibleDescription(/Without it they go to ng@old\.example, which is in the register\.$/)
  await clerk.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(clerk.getByRole('table', { name: 'Holders' })).toContainText('ng@old.example, from the register')
})

ownTest(
  'a clerk prints each letter to a family without an email address on one sheet of A4, and records those that were posted',
  async ({ openAs, server }) => {
    const writeTo = async (holder: string) => {
      const bookingID = await makeImportedBooking(server.context)
      await server.context.db.execute(`update register_entries set holder_email = ''`)
      const { rightID } = await setEnd(server.context, bookingID, addMonths(today(), 12))
      await addHolder(server.context, rightID, holder, '1 Hill Street')
      await writeAboutEnds(server.context)
    }
    await writeTo('Ng Mei')
    const clerk = await openAs('staff')
    await clerk.goto('/rights')
    await clerk.getByRole('link', { name: 'Letters to post' }).click()
    await expect(clerk.getByText('Dear Ng Boon Teck,')).toBeVisible()
    const ticks = (name: string) => clerk.getByRole('checkbox', { name: `Posted to ${name}` })
    await expect(ticks('Ng Mei')).toBeChecked()
    await expect(ticks('Ng Boon Teck')).not.toBeChecked()
    expect(await accessibilityViolations(clerk)).toEqual([])
    await takePictures(clerk, 'letters to post')
    const pdf = (await clerk.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(2)
    expect(pdf).toMatch(/\/MediaBox \[0 0 59\d(\.\d+)? 84\d(\.\d+)?\]/)
    await clerk.emulateMedia({ media: 'print' })
    await expect(clerk.getByRole('heading', { name: 'Letters to post' })).toBeHidden()
    await expect(ticks('Ng Mei')).toBeHidden()
    await clerk.emulateMedia({ media: 'screen' })

    await writeTo('Ng Hock')
    const record = clerk.getByRole('button', { name: 'Record as posted' })
    const dialog = clerk.getByRole('dialog', { name: 'Was this letter posted?' })
    await record.click()
    await expect(dialog.getByRole('listitem')).toHaveText(/^To Ng Mei, about R-/)
    await dialog.getByRole('button', { name: 'Record as posted' }).click()
    await expect(ticks('Ng Mei')).toHaveCount(0)
    await expect(ticks('Ng Hock')).not.toBeChecked()
    await expect(ticks('Ng Boon Teck')).toHaveCount(2)
    await expect(record).toBeHidden()
    await clerk.route('**/api/rights/letters-to-post', copyLetters)
    await clerk.reload()
    await expect(clerk.getByRole('button', { name: 'Print these 200' })).toBeVisible()
    await expect(clerk.getByText('There may be more, which are listed once these are posted.')).toBeVisible()
    await clerk.unroute('**/api/rights/letters-to-post')
    await clerk.reload()
    await expect(clerk.getByRole('button', { name: 'Print them all' })).toBeVisible()
    for (const tick of await ticks('Ng').all()) await tick.check()
    await record.click()
    await clerk.getByRole('dialog').getByRole('button', { name: 'Record as posted' }).click()
    await expect(clerk.getByText('No letter waits to be posted.')).toBeVisible()
  },
)
