import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { demoPassword } from '#contract/accounts/demo-accounts.ts'
import { bookingApi } from '#contract/bookings/api.ts'
import type { ErrorReply } from '#contract/errors.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { application, certificateFiles } from '../booking-forms.ts'
import { type Caller, type CallTarget, createCaller } from '../caller.ts'
import { registrationForm } from '../registration-form.ts'

/** The same session through each of the two builds. */
export interface Family {
  through: (build: CallTarget) => Caller
  userID: string
  bookingIDs: string[]
}

const code = (secret: string, secondsLater = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + secondsLater * 1000 })

/** Registers and signs in with both factors at one build. */
export async function registerFamily(build: CallTarget, number: number): Promise<Family> {
  const form = registrationForm(number)
  const registered = expectSuccess(await createCaller(build).call(accountApi.register, { body: form }))
  const setup = createCaller(build, registered.cookie)
  const { secret } = (await setup.call(accountApi.generateSecret)).body
  expectSuccess(await setup.call(accountApi.verifySetup, { body: { token: code(secret) } }))
  const cookie = await signIn(build, form.email, form.password, () => code(secret, 30))
  const { userID } = (await createCaller(build, cookie).call(accountApi.me)).body
  return { through: (build) => createCaller(build, cookie), userID, bookingIDs: [] }
}

/** The calls of a clerk through either build. */
export type Clerk = (build: CallTarget) => Caller

/** A clerk of the demo, signed in at one build. */
export async function signInClerk(build: CallTarget): Promise<Clerk> {
  const cookie = await signIn(
    build,
    'staff@columba.example',
    demoPassword,
    async (waiting) => (await waiting.call(accountApi.demoCode)).body.code,
  )
  return (build: CallTarget) => createCaller(build, cookie)
}

async function signIn(
  build: CallTarget,
  email: string,
  password: string,
  secondFactor: (waiting: Caller) => string | Promise<string>,
) {
  const waiting = createCaller(
    build,
    (await createCaller(build).call(accountApi.login, { body: { email, password } })).cookie,
  )
  const token = await secondFactor(waiting)
  return expectSuccess(await waiting.call(accountApi.verifyLogin, { body: { token } })).cookie
}

export const submitFor = (family: Family, nicheID: string, build: CallTarget, beside = {}) =>
  family
    .through(build)
    .call(bookingApi.submit, { body: { ...application(nicheID), ...beside }, files: certificateFiles() })

/** Every second step goes through the other build. */
export async function bookAndPay(family: Family, nicheID: string, first: CallTarget, second: CallTarget) {
  const made = expectSuccess(await submitFor(family, nicheID, first))
  await pay(family, made.body.bookingID, second, first)
}

export async function pay(family: Family, bookingID: string, first: CallTarget, second: CallTarget) {
  const started = expectSuccess(await family.through(first).call(paymentApi.createIntent, { body: { bookingID } }))
  const card = { clientSecret: started.body.clientSecret, number: '4242 4242 4242 4242', expiry: '12/39', cvc: '123' }
  expectSuccess(await family.through(second).call(paymentApi.sandboxConfirm, { body: card }))
  const paid = expectSuccess(await family.through(first).call(paymentApi.update, { body: { bookingID } }))
  expect(paid.body.paymentStatus).toBe('Paid')
  family.bookingIDs.push(bookingID)
}

/** Shows why a call failed. */
export function expectSuccess<A extends { status: number; refusal: ErrorReply }>(answer: A): A {
  const { code, error } = answer.refusal
  expect({ status: answer.status, code, error }).toEqual({ status: 200, code: undefined, error: undefined })
  return answer
}
