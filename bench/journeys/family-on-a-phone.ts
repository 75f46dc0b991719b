import { expect } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { certificate, freeNiche, goodCard } from '#test/e2e/booking-steps.ts'
import type { CountedPage } from './counted-page.ts'

const password = 'quiet rooms 77'

/** A daughter who has never been here books one of the free niches for her mother, who has died: from the landing page to the receipt. */
export async function bookForMother(phone: CountedPage, number: string, choice = 0) {
  const email = `daughter.${number}@test.example`
  await phone.open('/')
  await chooseNiche(phone, choice)
  const secret = await register(phone, number, email)
  await logIn(phone, secret)
  await phone.tap(phone.page.getByRole('button', { name: 'Continue to the form' }))
  await apply(phone, number)
  await pay(phone)
}

async function register(phone: CountedPage, number: string, email: string): Promise<string> {
  const { page } = phone
  await phone.fill(page.getByLabel('Full name'), 'Goh Li Wen')
  await phone.fill(page.getByLabel('NRIC'), `S${number}F`)
  await phone.fill(page.getByLabel('Date of birth'), '1980-02-29')
  await phone.choose(page.getByLabel('Gender'), 'Female')
  await phone.choose(page.getByLabel('Nationality'), 'Singaporean')
  await phone.fill(page.getByLabel('Contact number'), `9${number}`)
  await phone.fill(page.getByLabel('Email'), email)
  await phone.fill(page.getByLabel('Username'), `goh_${number}`)
  await phone.fill(page.getByLabel('Address', { exact: true }), '12 Bishan Street 22')
  await phone.fill(page.getByLabel('Unit number'), '12-34')
  await phone.fill(page.getByLabel('Postal code'), '570012')
  await phone.fill(page.getByLabel('Password', { exact: true }), password)
  await phone.tap(page.getByRole('button', { name: 'Register' }))

  /** The link leads to an app that this browser does not have, so it is only counted. */
  const link = page.getByRole('link', { name: 'Open in your authenticator app' })
  await phone.see(link)
  phone.count.taps += 1
  const secret = new URL((await link.getAttribute('href')) ?? '').searchParams.get('secret') ?? ''
  await phone.fill(page.getByLabel('6-digit code'), code(secret))
  await phone.tap(page.getByRole('button', { name: 'Verify & Complete Registration' }))
  await phone.tap(page.getByRole('button', { name: 'Continue to log in' }))
  return secret
}

async function logIn(phone: CountedPage, secret: string) {
  const { page } = phone
  await phone.fill(page.getByLabel('Password', { exact: true }), password)
  await phone.tap(page.getByRole('button', { name: 'Log In' }))
  await phone.fill(page.getByLabel('6-digit code'), code(secret, 30))
  await phone.tap(page.getByRole('button', { name: 'Verify' }))
}

async function chooseNiche(phone: CountedPage, choice: number) {
  const { page } = phone
  await phone.tap(page.getByRole('link', { name: 'See niches and prices' }))
  await phone.tap(page.locator(freeNiche).nth(choice))
  await phone.tap(page.getByRole('link', { name: 'Create an account' }).first())
}

async function apply(phone: CountedPage, number: string) {
  const { page } = phone
  /** The demo fills in sample details; a real family starts with an empty form. */
  await page.getByRole('button', { name: 'Clear sample details' }).click()
  await phone.tap(page.getByLabel('Current', { exact: true }))
  await phone.fill(page.getByLabel('Beneficiary Name'), 'Ong Bee Leng')
  await phone.choose(page.getByLabel('Relationship with Applicant'), 'Mother')
  /** The relationship suggests gender and nationality. */
  await expect(page.getByLabel('Gender').last()).toHaveValue('Female')
  await phone.fill(page.getByLabel('NRIC').last(), `S${number}G`)
  await phone.fill(page.getByLabel('Date of Birth').last(), '1950-03-14')
  await phone.fill(page.getByLabel('Date of Death'), '2024-11-02')
  await phone.tap(page.getByRole('button', { name: 'Same address as the applicant' }))
  await phone.attach(page.getByLabel('Birth Certificate'), certificate())
  await phone.attach(page.getByLabel('Death Certificate'), certificate())
  await phone.tap(page.getByRole('button', { name: 'Make Payment' }))
}

async function pay(phone: CountedPage) {
  const { page } = phone
  await phone.fill(page.getByLabel('Card number'), goodCard)
  await phone.fill(page.getByLabel('Expiry'), '1234')
  await phone.fill(page.getByLabel('Security code'), '123')
  await phone.tap(page.getByRole('button', { name: /^Pay SGD/ }))
  await phone.tap(page.getByRole('link', { name: 'View and print the receipt' }))
  await phone.see(page.getByRole('img', { name: 'QR code that opens this booking' }))
  expect(page.url()).toContain('/receipt')
}

/** A code works only once, so the second sign-in uses the next one. */
const code = (secret: string, secondsLater = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + secondsLater * 1000 })
