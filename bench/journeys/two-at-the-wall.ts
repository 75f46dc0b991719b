import type { APIRequestContext } from '@playwright/test'
import { formatDay } from '#contract/dates.ts'
import { beneficiary } from '#test/booking-forms.ts'
import { type BookedApplicant, bookAtCounter } from '#test/e2e/counter-bookings.ts'
import { post } from '#test/e2e/demo-sessions.ts'
import type { CountedPage } from './counted-page.ts'

/** A family whose booking is approved stands at the counter with the urn. */
export async function approveForUrn(clerk: APIRequestContext) {
  const booked = await bookAtCounter(clerk, {})
  await post(clerk, '/api/booking/approve', { bookingID: booked.bookingID })
  return booked
}

/** A clerk receives the urn, begins on a phone at the wall, and a second person confirms on another. Both are counted together. */
export async function receiveAndPlace(clerk: CountedPage, second: CountedPage, booked: BookedApplicant) {
  const { page } = clerk
  await clerk.open(`/booking-approval/${booked.bookingID}`)
  await clerk.tap(page.getByRole('button', { name: 'Receive the urn' }))
  const dialog = page.getByRole('dialog')
  await clerk.tap(dialog.getByRole('radio', { name: booked.beneficiaryName, exact: true }))
  await clerk.tap(dialog.getByRole('radio', { name: formatDay(beneficiary.dateOfBirth), exact: true }))
  await clerk.tap(dialog.getByRole('button', { name: 'Receive' }))
  await clerk.tap(page.getByRole('link', { name: /^Place/ }).first())
  await clerk.fill(page.getByLabel('Niche code'), booked.nicheCode)
  await clerk.tap(page.getByRole('button', { name: 'Continue' }))
  await chooseName(clerk, booked.beneficiaryName)
  await chooseDate(clerk)
  await clerk.see(page.getByText('You have confirmed. Now the second'))

  await second.open('/profile')
  await second.tap(second.page.getByRole('link', { name: 'Confirm it now' }))
  await second.tap(second.page.getByRole('button', { name: 'Both are the same here' }))
  await chooseName(second, booked.beneficiaryName)
  await second.tap(second.page.getByRole('button', { name: 'Continue' }))
  await chooseDate(second)
  for (const each of [clerk, second]) await each.see(each.page.getByText('Both have confirmed. The move is recorded.'))
}

const chooseName = (person: CountedPage, name: string) =>
  person.tap(person.page.getByRole('radio', { name, exact: true }))

async function chooseDate(person: CountedPage) {
  const { page } = person
  await person.tap(page.getByRole('radio', { name: 'Date of death' }))
  await person.tap(page.getByRole('radio', { name: '31 Jan 2026', exact: true }))
  await person.tap(page.getByRole('button', { name: 'Confirm', exact: true }))
}
