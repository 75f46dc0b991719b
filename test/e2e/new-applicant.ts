import { type APIRequestContext, type Page, request } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { post, solvePuzzle } from './demo-sessions.ts'
import { nextDigits } from './next-digits.ts'

const password = 'a quiet room 1914'

/** Registers a new applicant and signs them in on this page, so that tests share neither codes nor bookings. */
export async function signInAsNewApplicant({ request }: Page) {
  const person = await register(request)
  const { secret } = (await post(request, '/api/user/generate-2fa-secret', {})) as { secret: string }
  const { recoveryCodes } = (await post(request, '/api/user/verify-2fa', { token: totpCode(secret) })) as {
    recoveryCodes: string[]
  }
  await logIn(request, person.email)
  await post(request, '/api/user/verify-login-2fa', { token: totpCode(secret, 30) })
  return { ...person, password, recoveryCodes }
}

/** Signs the applicant in elsewhere, with a recovery code, because the codes of the authenticator are used up. */
export async function signInWithRecoveryCode(request: APIRequestContext, { email, recoveryCodes }: SignedInApplicant) {
  await logIn(request, email)
  await post(request, '/api/user/verify-login-2fa', { recoveryCode: recoveryCodes.shift() })
}

type SignedInApplicant = Awaited<ReturnType<typeof signInAsNewApplicant>>

/** Registers a new applicant without signing them in, for tests in which a clerk is signed in. */
export async function registerNewApplicant(details: Partial<NewApplicant> = {}): Promise<NewApplicant> {
  /** Registering starts a session, which must not replace that of the clerk. */
  const visitor = await request.newContext({ storageState: { cookies: [], origins: [] } })
  const person = await register(visitor, details)
  await visitor.dispose()
  return person
}

async function register(request: APIRequestContext, details: Partial<NewApplicant> = {}): Promise<NewApplicant> {
  const person = { ...newPerson(), ...details }
  await post(request, '/api/user/register', {
    username: person.email.split('@')[0],
    email: person.email,
    fullname: person.fullName,
    contactnumber: person.contactNumber,
    nric: person.nric,
    dob: '1980-05-01',
    nationality: 'Singaporean',
    address: '12 Tiong Bahru Road',
    gender: 'Female',
    password,
    postalcode: '168732',
    unitnumber: '05-118',
    recaptchaToken: await solvePuzzle(request),
  })
  return person
}

const logIn = async (request: APIRequestContext, email: string) =>
  post(request, '/api/user/login', { email, password, recaptchaToken: await solvePuzzle(request) })

/** A code works only once, so the second sign-in uses the next one. */
const totpCode = (secret: string, secondsLater = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + secondsLater * 1000 })

type NewApplicant = ReturnType<typeof newPerson>

function newPerson() {
  const digits = nextDigits()
  return {
    email: `family${digits}@columba.example`,
    fullName: 'Tan Hui Min',
    nric: `S${digits}A`,
    contactNumber: `9${digits}`,
  }
}
