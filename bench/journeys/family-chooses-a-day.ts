import { addDays, toDay } from '#contract/dates.ts'
import type { CountedPage } from './counted-page.ts'

/** Chooses on a phone, for a booking that is approved, the first free day of the next month and its first time. */
export async function chooseADay(phone: CountedPage) {
  const { page } = phone
  await phone.open('/my-bookings')
  await phone.tap(page.getByRole('link', { name: 'Choose a day for the urn' }))
  await phone.tap(page.locator(`[data-day^="${nextMonth()}"][data-free]`).first())
  await phone.tap(page.getByRole('radio').first())
  await phone.tap(page.getByRole('button', { name: 'Confirm this time' }))
  await phone.see(page.getByText('Confirmed', { exact: true }))
}

function nextMonth() {
  const today = toDay(new Date())
  return addDays(`${today.slice(0, 7)}-01`, 31).slice(0, 7)
}
