import { expect, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { familyApi } from '#contract/family/api.ts'
import { exploreApi, type PicturedHall } from '#contract/niches/explore-api.ts'
import { buildings } from '#server/database/schema.ts'
import { createMailTransport } from '#server/mail/transport.ts'
import { makeBlock } from '#test/block-factory.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { beneficiary } from '#test/booking-forms.ts'
import { makeUser } from '#test/factories.ts'
import { makeRestingPerson } from '#test/resting-person.ts'
import { sendDueLetters } from '#test/send-due-letters.ts'
import { signInWithoutPassword } from '#test/sign-in-without-password.ts'
import { post } from './demo-sessions.ts'
import { mailedLink } from './letters.ts'
import type { OwnServer } from './own-server.ts'
import { signIn } from './own-server-test.ts'

export interface Visit {
  /** What the test and its pictures are called. */
  name: string
  path: string
  /** What only this page prints on purpose: the headers of a table on a paper, a name in two scripts. */
  names?: readonly string[]
  /** Makes what the visit needs, whatever other tests have left. Returns the end of the address that leads there, or of a path that ends with `/`. */
  prepare?: (server: OwnServer, page: Page) => Promise<string>
  /** What a visitor does, so that everything that the page can say is there. */
  visit: (page: Page) => Promise<unknown>
}

const recently = String(new Date().getFullYear() - 1)
const resting = { name: 'Seah Geok Hua', dateOfDeath: `${recently}-02-03`, shared: true }

/** The people who are made here. Their names are not translated. */
export const namesOfVisits = [
  resting.name,
  'Tan Mei Ling',
  beneficiary.beneficiaryName,
  'certificate.png',
  'kB',
  'Blurred',
]

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor()
const send = (page: Page, form = 'form') => page.locator(`${form} button[type=submit]`).first().click()
const refused = (page: Page, inside = 'form') => page.locator(`${inside} [role=alert]:not(:empty)`).first().waitFor()
const invalid = (page: Page, count: number) => expect(page.locator('[aria-invalid]')).toHaveCount(count)

const token = async () => '&token=made-up'

export const visits: Visit[] = [
  { name: 'home', path: '/', visit: heading },
  { name: 'about', path: '/about', visit: heading },
  { name: 'faq', path: '/faq', visit: (page) => heading(page).then(() => page.evaluate(openAll)) },
  { name: 'not found', path: '/nowhere/at-all', visit: heading },
  { name: 'explore', path: '/explore', prepare: prepareTwoHalls, visit: chooseAndSearch },
  { name: 'find', path: '/find', prepare: prepareRestingPerson, visit: findSomebody },

  { name: 'login', path: '/login', visit: logInWrongly },
  { name: 'code', path: '/login-2fa', prepare: startAt('password'), visit: enterWrongCode },
  { name: 'recovery code', path: '/login-2fa', prepare: startAt('password'), visit: leaveOutRecoveryCode },
  { name: 'register', path: '/register', visit: registerWrongly },
  { name: 'register empty', path: '/register', visit: registerEmpty },
  { name: 'second step', path: '/setup-2fa', prepare: startAt('setup'), visit: enterWrongCode },
  { name: 'recovery codes', path: '/setup-2fa', prepare: startAt('setup'), visit: setUpSecondStep },
  {
    name: 'second step without session',
    path: '/setup-2fa',
    visit: (page) => page.locator('[role=alert] a').first().waitFor(),
  },
  { name: 'reset', path: '/reset-password', prepare: token, visit: resetWrongly },
  { name: 'confirm email', path: '/confirm-email', prepare: token, visit: pressLinkButton },
  { name: 'undo email', path: '/undo-email-change', prepare: token, visit: pressLinkButton },
  {
    name: 'invitation',
    path: '/family-invitation',
    prepare: prepareInvitation,
    visit: (page) => page.locator('main a[href="/register"]').waitFor(),
  },
  { name: 'invitation accepted', path: '/family-invitation', prepare: prepareAccepting, visit: acceptInvitation },
  {
    name: 'invitation ended',
    path: '/family-invitation',
    prepare: async () => '#made-up',
    visit: (page) => refused(page, 'main'),
  },
  { name: 'book', path: '/book-niche', prepare: prepareBooking, visit: applyWrongly },
  { name: 'pay', path: '/book-niche', prepare: preparePayment('Pending'), visit: payWrongly },
  {
    name: 'paid',
    path: '/payment-success',
    prepare: preparePayment('Paid'),
    visit: (page) => page.locator('main dl').waitFor(),
  },
  {
    name: 'not paid',
    path: '/payment-success',
    prepare: preparePayment('Pending'),
    visit: (page) => refused(page, 'main'),
  },
  { name: 'my bookings', path: '/my-bookings', prepare: prepareBookings, visit: waitForDetails },
  { name: 'unauthorized', path: '/unauthorized', visit: heading },
  { name: 'logout', path: '/logout', prepare: prepareLogout, visit: (page) => refused(page, 'body') },
]

/** Runs in the page. */
function openAll() {
  for (const each of document.querySelectorAll('details')) each.open = true
}

export async function prepareBlock({ context }: OwnServer) {
  const { buildingID, levelID, blockID } = await makeBlock(context, { rows: ['....', '....'] })
  /** A name as long as those of the demo, which fit the list of halls on a phone. */
  await context.db
    .update(buildings)
    .set({ buildingName: `Hall ${buildingID.slice(-5)}` })
    .where(eq(buildings.buildingID, buildingID))
  return `&${new URLSearchParams({ building: buildingID, level: levelID, block: blockID })}`
}

/** The page lists only these halls: the names of others, which tests have made, can be too long for a phone. */
async function prepareTwoHalls(server: OwnServer, page: Page) {
  const [first, second] = [await prepareBlock(server), await prepareBlock(server)]
  await page.route(`**${exploreApi.halls.path}`, async (route) => {
    const response = await route.fetch()
    const halls = (await response.json()) as PicturedHall[]
    const json = halls.filter(({ buildingID }) => [first, second].some((end) => end.includes(buildingID)))
    await route.fulfill({ response, json })
  })
  return first
}

async function prepareRestingPerson({ context }: OwnServer) {
  await makeRestingPerson(context, resting)
  return ''
}

async function chooseAndSearch(page: Page) {
  await page.locator('[data-status=available][data-act]').first().click()
  await page.evaluate(openAll)
  await page.locator('form select').first().selectOption('2')
  await send(page)
  await page.locator('ol button[aria-pressed]').first().waitFor()
}

/** The server cannot be reached, so the browser may still be signed in. */
async function prepareLogout(server: OwnServer, page: Page) {
  await signIn(page, server, 'user')
  await page.route('**/api/user/logout', (route) => route.abort())
  return ''
}

/** First with empty fields, then a person. */
async function findSomebody(page: Page) {
  await send(page)
  await invalid(page, 2)
  await page.locator('input[name=name]').fill(resting.name)
  await page.locator('input[name=diedIn]').fill(recently)
  await send(page)
  await page.getByRole('article').first().waitFor()
  await page.locator('article svg[role=img]').first().waitFor()
}

/** A new person whose sign-in has come as far as this. */
function startAt(stage: 'password' | 'setup') {
  return async ({ context }: OwnServer, page: Page) => {
    const { userID } = await makeUser(context)
    await post(page.request, signInWithoutPassword.path, { userID, stage })
    return ''
  }
}

/** A wrong password, then the dialog for a forgotten one, sent once with an address and once without. */
async function logInWrongly(page: Page) {
  await send(page)
  await invalid(page, 2)
  await page.locator('input[name=email]').fill('nobody@test.example')
  await page.locator('input[name=password]').fill('not the one')
  await send(page)
  await refused(page)
  await page.locator('main form button[type=button]').last().click()
  await send(page, 'dialog')
  await page.locator('dialog [role=status] p').first().waitFor()
  await page.locator('dialog input').fill('')
  await send(page, 'dialog')
  await page.locator('dialog [aria-invalid]').waitFor()
}

async function enterWrongCode(page: Page) {
  await page.locator('input[name=token]').fill('000000')
  await send(page)
  await refused(page)
}

async function leaveOutRecoveryCode(page: Page) {
  await page.locator('main form + div button').click()
  await page.locator('input[name=recoveryCode]').waitFor()
  await send(page)
  await invalid(page, 1)
}

async function registerEmpty(page: Page) {
  await send(page)
  await invalid(page, 12)
}

async function registerWrongly(page: Page) {
  const wrong = { fullname: '1', nric: 'X', dob: '2020-01-01', contactnumber: '1', email: 'x', username: 'x' }
  const more = { password: 'x', address: 'x', postalcode: 'x' }
  for (const [name, text] of Object.entries({ ...wrong, ...more })) await page.locator(`input[name=${name}]`).fill(text)
  await send(page)
  await invalid(page, 12)
}

async function setUpSecondStep(page: Page) {
  const secret = (await page.locator('form code').first().textContent()) ?? ''
  await page.locator('input[name=token]').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await send(page)
  await page.locator('ul code').first().waitFor()
}

async function resetWrongly(page: Page) {
  await page.locator('input[name=newPassword]').fill('quiet rooms 77')
  await page.locator('input[name=confirmPassword]').fill('quiet rooms 77')
  await send(page)
  await refused(page)
  await page.locator('input[name=confirmPassword]').fill('x')
  await send(page)
  await invalid(page, 1)
}

async function pressLinkButton(page: Page) {
  await page.locator('main button').click()
  await refused(page, 'main')
}

/** A holder has invited somebody. Returns the link in the letter. */
async function prepareInvitation(server: OwnServer, page: Page) {
  const { context } = server
  const { bookingID, holder } = await makeRestingPerson(context, resting)
  const email = `${bookingID.toLowerCase()}@test.example`
  await signIn(page, server, holder)
  await post(page.request, familyApi.invite.path, { bookingID, email })
  await page.context().clearCookies()
  await sendDueLetters(context, createMailTransport(context.config))
  const link = await mailedLink(page, email, 'family-invitation')
  return link.slice(link.indexOf('#'))
}

async function prepareAccepting(server: OwnServer, page: Page) {
  const hash = await prepareInvitation(server, page)
  await signIn(page, server, 'user')
  return hash
}

async function acceptInvitation(page: Page) {
  await page.locator('main button').click()
  await page.locator('main button').waitFor({ state: 'detached' })
}

async function prepareBooking(server: OwnServer, page: Page) {
  await signIn(page, server, 'user')
  return prepareBlock(server)
}

/** A booking of a new person, who is signed in. */
function preparePayment(payment: 'Pending' | 'Paid') {
  return async (server: OwnServer, page: Page) => {
    const person = await makeUser(server.context)
    const { bookingID } = await makeBooking(server.context, person, { payment })
    await signIn(page, server, person)
    return `&bookingID=${bookingID}`
  }
}

/** Everything is left out but the certificates, one of which is of a wrong type. */
async function applyWrongly(page: Page) {
  const form = 'form:has([name=beneficiaryName])'
  await page.locator('[data-status=available][data-act]').first().click()
  await page.locator(`${form} input[value=Current]`).check()
  await page.locator(`${form} section:has([name=beneficiaryName]) button`).first().click()
  await page.locator(`${form} [name=birthCertFile]`).setInputFiles('test/e2e/certificate.png')
  const wrong = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('words') }
  await page.locator(`${form} [name=deathCertFile]`).setInputFiles(wrong)
  await page.evaluate(openAll)
  await send(page, form)
  await page.locator(`${form} li button`).first().waitFor()
}

/** First with empty fields, then with a card that is declined. */
async function payWrongly(page: Page) {
  await page.locator('form:has([name=cardNumber]), main button').last().waitFor()
  if ((await page.locator('[name=cardNumber]').count()) === 0) await page.locator('main button').nth(1).click()
  await send(page, 'form:has([name=cardNumber])')
  await invalid(page, 3)
  await page.evaluate(openAll)
  await page.locator('form details button').nth(1).click()
  await send(page, 'form:has([name=cardNumber])')
  await refused(page)
}

/** One booking at each step, and the details of the last one open. */
async function prepareBookings(server: OwnServer, page: Page) {
  const person = await makeUser(server.context)
  await makeBooking(server.context, person)
  await makeBooking(server.context, person, { payment: 'Pending' })
  await makeBooking(server.context, person, { certificateAsked: true })
  await makeBooking(server.context, person, { status: 'Confirmed' })
  const { bookingID } = await makeBooking(server.context, person, { status: 'Confirmed', type: 'PreOrder' })
  await signIn(page, server, person)
  return `&bookingID=${bookingID}`
}

async function waitForDetails(page: Page) {
  await expect(page.locator('li[data-status]')).toHaveCount(5)
  await page.locator('dialog dl').waitFor()
}
