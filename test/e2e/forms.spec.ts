import { expect } from '@playwright/test'
import { importRegister } from '#server/registers/import-register.ts'
import { registerFilesOf } from '#test/register-files.ts'
import { holdRequests, mockReply } from './intercept-requests.ts'
import { test } from './own-admin.ts'
import { selectBlock } from './select-block.ts'

test('a search for niches with a wrong amount says so once, beside its field', async ({ page }) => {
  await page.goto('/explore')
  await page.getByText('Find one for me').click()
  await page.getByLabel('Total from (SGD)').fill('cheap')
  await page.getByRole('button', { name: 'Find niches' }).click()
  await expect(page.getByLabel('Total from (SGD)')).toHaveAccessibleDescription(/amount/)
  await expect(page.getByText(/Please enter an amount/)).toHaveCount(1)
  await selectBlock(page, 'Tembusu Hall', '1', 'A')
})

test('a refusal that comes late leaves the focus where the person is typing; otherwise the first wrong field gets it', async ({
  page,
}) => {
  const refuse = () =>
    holdRequests(page, '**/api/find', (route) =>
      route.fulfill({
        status: 400,
        json: { code: 'INVALID', error: 'Wrong', errors: { name: 'Please enter the name.' } },
      }),
    )
  const [name, year] = [page.getByLabel('Full name'), page.getByLabel('Year of death')]
  await page.goto('/find')
  await name.fill('Tan Ah Kow')
  await year.fill('2001')
  const answerLate = await refuse()
  await page.getByRole('button', { name: 'Find' }).click()
  await year.click()
  await year.press('End')
  await year.press('Backspace')
  answerLate()
  await expect(name).toHaveAccessibleDescription(/Please enter the name\./)
  await expect(year).toBeFocused()
  await page.keyboard.type('9')
  await expect(year).toHaveValue('2009')

  await page.unroute('**/api/find')
  const answer = await refuse()
  await year.press('Enter')
  answer()
  await expect(name).toBeFocused()
})

const niches =
  'building,level,block,code,column,row,price,status\nSt Anne,1,E,SA-1,1,1,1200,Occupied\nSt Anne,1,E,SA-2,2,1,1200,Available\n'
const people = 'code,holder_name,holder_contact,born\nSA-1,Ng Siew Lan,9333 4567,1932\n'

test('a dialog whose call meets a conflict says so once', async ({ page, server, openAs }) => {
  await importRegister(server.context, registerFilesOf({ niches, people }), { report: () => undefined })
  const clerk = await openAs('staff')
  await clerk.goto('/search-booking?query=93334567')
  await clerk.getByRole('link', { name: 'Open booking' }).click()
  const sentence = 'This booking has just changed. Please look at it again.'
  await mockReply(clerk, '/api/booking/link-account', 409, { code: 'BOOKING_MOVED', error: sentence })
  await clerk.getByRole('button', { name: 'Link to an account' }).click()
  const dialog = clerk.getByRole('dialog')
  await dialog.getByLabel('NRIC of the holder').fill('S0000000A')
  await dialog.getByLabel('Code from the letter').fill('000000')
  await dialog.getByLabel('I have seen the NRIC card with this number').check()
  await dialog.getByLabel('Papers you have seen').fill('NRIC')
  await dialog.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText(sentence)
  await expect(clerk.getByText(sentence)).toHaveCount(1)
  await page.close()
})
