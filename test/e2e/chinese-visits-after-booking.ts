import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { chargeApi } from '#contract/charges/api.ts'
import { addDays, toDay, toInstant } from '#contract/dates.ts'
import { familyApi } from '#contract/family/api.ts'
import { rightApi } from '#contract/rights/api.ts'
import { urnApi } from '#contract/urns/api.ts'
import { hashToken } from '#server/core/link-token.ts'
import { niches, rightContacts } from '#server/database/schema.ts'
import { makeAppointment, makeApproved } from '#test/appointment-factory.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { createCaller } from '#test/caller.ts'
import { makeUser } from '#test/factories.ts'
import { addHolder, makeRight } from '#test/right-factory.ts'
import { startSessionOf } from '#test/sign-in-without-password.ts'
import { makeUrn, moveTogether } from '#test/urn-factory.ts'
import type { Visit } from './chinese-visits.ts'
import { post } from './demo-sessions.ts'
import type { OwnServer } from './own-server.ts'
import { signIn } from './own-server-test.ts'

const answered = (page: Page) => page.locator('main :is(dl, form)').first().waitFor()
const listed = (page: Page) => page.locator('main :is(tbody tr, ol[aria-label] li)').first().waitFor()
/** A link of the page itself, because the breadcrumb is there before it has loaded. */
const linked = (page: Page) => page.locator('main a:not(nav a)').first().waitFor()
const sendEmpty = (page: Page) => page.locator('form button[type=submit]').last().click()

/** What a family does once it has booked, and what others do to whom it gives a link or a paper. */
export const visitsAfterBooking: Visit[] = [
  { name: 'person', path: '/my-bookings/', prepare: preparePerson, visit: addContactWrongly },
  { name: 'payments', path: '/my-payments', prepare: preparePayment, visit: listed },
  { name: 'no payments', path: '/my-payments', prepare: prepareNobody, visit: linked },
  { name: 'request', path: '/req-urn-placement', prepare: preparePreOrder, visit: requestWrongly },
  { name: 'request refused', path: '/req-urn-placement', prepare: prepareApproved, visit: linked },
  { name: 'no place', path: '/another-person', prepare: prepareApproved, visit: linked },
  { name: 'another person', path: '/another-person', prepare: prepareRoom, visit: answered },
  { name: 'choose a day', path: '/appointment', prepare: prepareApproved, visit: proposeWrongly },
  { name: 'chosen day', path: '/appointment', prepare: prepareAppointment, visit: askToCancel },

  { name: 'due', path: '/pay-charges', prepare: prepareCharge, visit: (page) => page.locator('main form').waitFor() },
  { name: 'nothing due', path: '/pay-charges', prepare: prepareApproved, visit: linked },

  { name: 'shared', path: '/shared', prepare: prepareLink, visit: listed },
  { name: 'contact', path: '/contact-request', prepare: prepareContact, visit: answerAsContact },
  { name: 'reminder', path: '/end-reminder', prepare: async () => '#made-up', visit: pressButton },
  { name: 'certificate', path: '/verify-placement', prepare: prepareCertificate, visit: answered },
  { name: 'deed', path: '/deed/', prepare: prepareDeed, visit: answered },
  { name: 'no deed', path: '/deed/2222-2222-2222-2222', visit: linked },
  {
    name: 'no certificate',
    path: '/verify-placement',
    prepare: async () => '&code=2222-2222-2222-2222',
    visit: linked,
  },
]

/** Somebody whose urn is expected, with a link that is shared and a reminder that can be asked for. */
async function preparePerson(server: OwnServer, page: Page) {
  const { context } = server
  const person = await makeUser(context)
  const { bookingID, rightID } = await makeRight(context, person)
  await addHolder(context, rightID, 'Tan Mei Ling')
  await chargeExtension(server, bookingID)
  await signIn(page, server, person)
  await post(page.request, familyApi.makeLink.path, { bookingID })
  return bookingID
}

async function prepareDeed({ app, context }: OwnServer) {
  const { number } = await makeRight(context, await makeUser(context))
  const { body } = await (await signInClerk({ app, context })).call(rightApi.deed, { params: { number } })
  return body.code
}

async function signInClerk({ app, context }: Pick<OwnServer, 'app' | 'context'>) {
  const { userID } = await makeUser(context, { role: 'staff' })
  return createCaller(app, await startSessionOf(app, userID))
}

async function prepareNobody(server: OwnServer, page: Page) {
  await signIn(page, server, 'user')
  return ''
}

async function preparePayment(server: OwnServer, page: Page) {
  const person = await makeUser(server.context)
  await makeBooking(server.context, person)
  await signIn(page, server, person)
  return ''
}

async function preparePreOrder(server: OwnServer, page: Page) {
  const person = await makeUser(server.context)
  const { bookingID } = await makeBooking(server.context, person, { status: 'Confirmed', type: 'PreOrder' })
  await signIn(page, server, person)
  return `&bookingID=${bookingID}`
}

async function prepareApproved(server: OwnServer, page: Page) {
  const person = await makeUser(server.context)
  const { bookingID } = await makeApproved(server.context, person)
  await signIn(page, server, person)
  return `&bookingID=${bookingID}`
}

/** A booking in a niche that has room for another person. */
async function prepareRoom(server: OwnServer, page: Page) {
  const { context } = server
  const person = await makeUser(context)
  const { bookingID, nicheID } = await makeApproved(context, person)
  await context.db.update(niches).set({ capacity: 2, furtherPriceCents: 50_000 }).where(eq(niches.nicheID, nicheID))
  await signIn(page, server, person)
  return `&bookingID=${bookingID}`
}

async function prepareCharge(server: OwnServer, page: Page) {
  const person = await makeUser(server.context)
  const { bookingID } = await makeApproved(server.context, person)
  await chargeExtension(server, bookingID)
  await signIn(page, server, person)
  return `&bookingID=${bookingID}`
}

/** A line as an extended right has it: a name in the words of the house, the rest in those of Columba. */
async function chargeExtension(server: OwnServer, bookingID: string) {
  const clerk = await signInClerk(server)
  const text = 'Tan Mei Ling: right R-7K2M9QX4, until 14 Mar 2056'
  const charge = { text, taxCategory: 'standard', amount: '80.00', reason: 'At the counter' } as const
  await clerk.call(chargeApi.addFree, { body: { ...charge, chargeID: randomUUID(), bookingID } })
}

async function prepareAppointment({ context, ...server }: OwnServer, page: Page) {
  const person = await makeUser(context)
  const booking = await makeApproved(context, person)
  const day = addDays(toDay(context.clock()), 7)
  await makeAppointment(context, booking, 'confirmed', toInstant(day, '10:00'))
  await signIn(page, { context, ...server }, person)
  return `&bookingID=${booking.bookingID}`
}

/** The link that a family gives to others, opened by somebody who is not signed in. */
async function prepareLink(server: OwnServer, page: Page) {
  const person = await makeUser(server.context)
  const { bookingID } = await makeApproved(server.context, person)
  await signIn(page, server, person)
  const { url } = (await post(page.request, familyApi.makeLink.path, { bookingID })) as { url: string }
  await page.context().clearCookies()
  return url.slice(url.indexOf('#'))
}

async function prepareContact({ app, context }: OwnServer) {
  const { number, rightID } = await makeRight(context, await makeUser(context))
  await addHolder(context, rightID, 'Tan Mei Ling')
  const clerk = await signInClerk({ app, context })
  const contact = { name: 'Tan Mei Ling', relationship: 'sister', email: 'sister@test.example', phone: '', address: '' }
  await clerk.call(rightApi.saveContact, { body: { ...contact, number, kind: 'successor', reason: 'At the counter' } })
  const tokenHash = hashToken(number)
  await context.db.update(rightContacts).set({ tokenHash }).where(eq(rightContacts.rightID, rightID))
  return `#${number}`
}

/** The code of the certificate of an urn that two clerks have placed. */
async function prepareCertificate({ app, context }: OwnServer) {
  const [first, second] = [await signInClerk({ app, context }), await signInClerk({ app, context })]
  const urn = await makeUrn(context, first)
  await moveTogether(urn, 'place', [first, second])
  const { body } = await first.call(urnApi.certificate, { query: { bookingID: urn.bookingID } })
  return `&code=${body.code}`
}

/** The page, with the dialog for a contact whose fields are left out. */
async function addContactWrongly(page: Page) {
  await page.locator('main [role=switch]').waitFor()
  await page.locator('main section:has(h3):last-of-type button').last().click()
  await page.locator('dialog form').waitFor()
  await page.locator('dialog button[type=submit]').click()
  await expect(page.locator('dialog [aria-invalid]')).toHaveCount(2)
}

async function requestWrongly(page: Page) {
  await page.locator('form dl').waitFor()
  await sendEmpty(page)
  await expect(page.locator('[aria-invalid]')).toHaveCount(2)
}

/** The calendar, and the form for another time without a day. */
async function proposeWrongly(page: Page) {
  await page.locator('table[role=grid]').waitFor()
  for (const each of await page.locator('details').all())
    await each.evaluate((element) => element.setAttribute('open', ''))
  await sendEmpty(page)
  await expect(page.locator('[aria-invalid]').first()).toBeVisible()
}

async function askToCancel(page: Page) {
  await page.locator('main a[download]').waitFor()
  await page.locator('main a[download] + button').click()
  await page.locator('dialog').waitFor()
}

async function answerAsContact(page: Page) {
  await page.locator('main button').first().click()
  await page.locator('main button').first().waitFor({ state: 'detached' })
}

async function pressButton(page: Page) {
  await page.locator('main button').first().click()
  await page.locator('main [role=alert]:not(:empty)').first().waitFor()
}
