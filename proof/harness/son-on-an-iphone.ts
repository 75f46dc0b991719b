import { fileURLToPath } from 'node:url'
import { Secret, TOTP } from 'otpauth'
import { freeNiche, goodCard } from '#test/e2e/booking-steps.ts'
import type { WebKitPage } from './webkit.ts'

const password = 'quiet rooms 77'
const certificate = fileURLToPath(new URL('../../test/e2e/certificate.png', import.meta.url))

/** Does the same as `bookForMother`, but in WebKit: from the landing page to the receipt. Returns the booking ID. */
export async function bookForFather(phone: WebKitPage, url: string, number: string, choice: number) {
  await phone.open(url)
  await phone.tap('a', 'See niches and prices')
  await phone.tapNumber(freeNiche, choice)
  await phone.tap('a', 'Create an account')
  await register(phone, number)
  await apply(phone, number)
  await phone.fill('Card number', goodCard)
  await phone.fill('Expiry', '1234')
  await phone.fill('Security code', '123')
  await phone.tap('button', 'Pay SGD')
  await phone.tap('a', 'View and print the receipt')
  await phone.see('[role=img]', 'QR code that opens this booking')
  return new URL(await phone.url()).searchParams.get('bookingID') ?? ''
}

async function register(phone: WebKitPage, number: string) {
  await phone.fill('Full name', 'Wong Jun Hao')
  await phone.fill('NRIC', `S${number}C`)
  await phone.setDay('Date of birth', '1979-08-09')
  await phone.choose('Gender', 'Male')
  await phone.choose('Nationality', 'Singaporean')
  await phone.fill('Contact number', `8${number}`)
  await phone.fill('Email', `son.${number}@test.example`)
  await phone.fill('Username', `wong_${number}`)
  await phone.fill('Address', '48 Marine Parade Road')
  await phone.fill('Unit number', '08-16')
  await phone.fill('Postal code', '440048')
  await phone.fill('Password', password)
  await phone.tap('button', 'Register')

  const link = new URL(await phone.attributeOf('a', 'Open in your authenticator app', 'href'))
  const secret = Secret.fromBase32(link.searchParams.get('secret') ?? '')
  const code = (secondsLater = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + secondsLater * 1000 })
  await phone.fill('6-digit code', code())
  await phone.tap('button', 'Verify & Complete Registration')
  await phone.tap('button', 'Continue to log in')
  await phone.fill('Password', password)
  await phone.tap('button', 'Log In')
  /** A code works only once, so the second sign-in uses the next one. */
  await phone.fill('6-digit code', code(30))
  await phone.tap('button', 'Verify')
  await phone.tap('button', 'Continue to the form')
}

async function apply(phone: WebKitPage, number: string) {
  await phone.tap('button', 'Clear sample details')
  await phone.pick('Current')
  await phone.fill('Beneficiary Name', 'Wong Kok Leong')
  await phone.choose('Relationship with Applicant', 'Father')
  await phone.fill('NRIC', `S${number}D`)
  await phone.setDay('Date of Birth', '1948-06-01')
  await phone.setDay('Date of Death', '2024-11-02')
  await phone.tap('button', 'Same address as the applicant')
  for (const kind of ['Birth Certificate', 'Death Certificate']) await phone.fill(kind, certificate)
  await phone.tap('button', 'Make Payment')
}
