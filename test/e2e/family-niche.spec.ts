import { expect, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { beneficiaries, bookings, niches } from '#server/database/schema.ts'
import { enterUrns } from '#server/urns/public.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { makeUser } from '#test/factories.ts'
import { rightPapers } from '#test/urn-factory.ts'
import { chooseCertificates, makePayment } from './booking-steps.ts'
import { post } from './demo-sessions.ts'
import type { OwnServer } from './own-server.ts'
import { test } from './own-server-test.ts'
import { compare, isRecorded, scan, type TestUrn, waitsForSecond } from './urn-steps.ts'

/** The booking of a family in a niche for two, in which a place for another person costs nothing. */
async function makeFirst({ context }: OwnServer, type: 'Current' | 'PreOrder', at = new Date()) {
  const holder = await makeUser(context)
  const made = await makeBooking({ ...context, clock: () => at }, holder, { status: 'Confirmed', type })
  const [niche] = await context.db
    .update(niches)
    .set({ capacity: 2, furtherPriceCents: 0 })
    .where(eq(niches.nicheID, made.nicheID))
    .returning()
  return { ...made, holder, nicheCode: niche?.nicheCode ?? '' }
}

const openStaff = async ({ context }: OwnServer, open: (person: { userID: string }) => Promise<Page>) =>
  [
    await open(await makeUser(context, { role: 'staff' })),
    await open(await makeUser(context, { role: 'staff' })),
  ] as const

const statusOf = async ({ context: { db } }: OwnServer, nicheID: string) =>
  (await db.select().from(niches).where(eq(niches.nicheID, nicheID)))[0]?.status

/** The form for another person beside this one. */
async function fillBeside(family: Page, bookingID: string, type: 'Current' | 'PreOrder') {
  await family.goto(`/another-person?bookingID=${bookingID}`)
  await family.getByRole('radio', { name: type }).check()
  await family.getByLabel('Relationship with the person who rests there').selectOption('Spouse')
  await family.getByLabel('Beneficiary Name').fill('Lim Siew Hoon')
  await chooseCertificates(family, 'Birth Certificate')
  if (type === 'Current') {
    await family.getByLabel('Date of Death').fill('2026-01-31')
    await chooseCertificates(family, 'Death Certificate')
  }
}

/** Without a fee there is nothing to pay. Returns the ID of the new booking. */
async function bookBeside(family: Page, bookingID: string, type: 'Current' | 'PreOrder') {
  await fillBeside(family, bookingID, type)
  await family.getByRole('button', { name: 'Make Payment' }).click()
  await family.waitForURL(/\/payment-success/)
  return new URL(family.url()).searchParams.get('bookingID') ?? ''
}

/** The urn of a booking, at the counter. */
async function receiveUrnOf(
  clerk: Page,
  { bookingID, nicheCode }: Pick<TestUrn, 'bookingID' | 'nicheCode'>,
  server: OwnServer,
) {
  const papers = await rightPapers(server.context, bookingID)
  const facts = { widthMm: '', heightMm: '', cremationNumber: '', ...papers }
  const body = { requestID: crypto.randomUUID(), bookingID, ...facts }
  const { tag } = (await post(clerk.request, '/api/urn/receive', body)) as { tag: string }
  return { tag, nicheCode, bookingID, contactNumber: '', beneficiaryName: 'Lim Siew Hoon' }
}

async function placeTogether(clerk: Page, colleague: Page, urn: TestUrn) {
  for (const page of [clerk, colleague]) {
    await scan(page, urn)
    await expect(page.getByText('Others have a place in this niche')).toBeVisible()
    await compare(page, urn)
    if (page === clerk) await waitsForSecond(page)
  }
  await isRecorded(colleague)
}

const card = (family: Page, bookingID: string) => family.getByRole('listitem').filter({ hasText: bookingID })

test('a couple rests in one niche after two deaths, ten years apart', async ({ server, openAs }) => {
  const tenYearsAgo = new Date(Date.now() - 10 * 365 * 24 * 60 * 60_000)
  const first = await makeFirst(server, 'Current', tenYearsAgo)
  await enterUrns({ ...server.context, clock: () => tenYearsAgo }, crypto.randomUUID(), [first])
  const family = await openAs(first.holder)
  const second = await bookBeside(family, first.bookingID, 'Current')

  const [clerk, colleague] = await openStaff(server, openAs)
  await clerk.goto(`/booking-approval/${second}`)
  await expect(clerk.getByText('Also in this niche')).toBeVisible()
  await clerk.getByRole('button', { name: 'Approve Request' }).click()
  await expect(clerk.getByText('Booking approved!')).toBeVisible()
  const urn = await receiveUrnOf(clerk, { bookingID: second, nicheCode: first.nicheCode }, server)
  await placeTogether(clerk, colleague, urn)
  await family.goto('/my-bookings')
  const { nicheCode } = first
  await expect(card(family, first.bookingID)).toContainText(
    `According to our register, the urn is in niche ${nicheCode}`,
  )
  await expect(card(family, second)).toContainText(`The urn is in niche ${nicheCode}`)
})

test('of a pre-order for both parents one is used first, and the other stays a pre-order', async ({
  server,
  openAs,
}) => {
  const first = await makeFirst(server, 'PreOrder')
  const family = await openAs(first.holder)
  const second = await bookBeside(family, first.bookingID, 'PreOrder')
  const [clerk] = await openStaff(server, openAs)
  await clerk.goto(`/booking-approval/${second}`)
  await clerk.getByRole('button', { name: 'Confirm Pre-Order' }).click()
  await expect(clerk.getByText('Pre-order confirmed.')).toBeVisible()

  await family.goto(`/req-urn-placement?bookingID=${second}`)
  await family.getByLabel('Date of death').fill('2026-01-31')
  await chooseCertificates(family, 'Death certificate')
  await family.getByRole('button', { name: 'Submit request' }).click()
  await expect(family.getByText('Urn placement request submitted!')).toBeVisible()
  await clerk.goto(`/booking-approval/${second}`)
  await clerk.getByRole('button', { name: 'Approve Request' }).click()
  await expect(clerk.getByText('Booking approved!')).toBeVisible()

  await family.goto('/my-bookings')
  await expect(card(family, second)).toContainText('Choose a day for the urn')
  await expect(card(family, first.bookingID)).toContainText('Niche reserved')
  expect(await statusOf(server, first.nicheID)).toBe('Occupied')
})

test('a second person who is denied leaves the niche and the first person as they are', async ({ server, openAs }) => {
  const first = await makeFirst(server, 'Current')
  const family = await openAs(first.holder)
  const second = await bookBeside(family, first.bookingID, 'PreOrder')
  const [clerk] = await openStaff(server, openAs)
  await clerk.goto(`/booking-approval/${second}`)
  await clerk.getByLabel('Reason').fill('The certificate cannot be read.')
  await clerk.getByRole('button', { name: 'Submit Denial' }).click()
  await expect(clerk.getByText('Booking denied. The letter leaves in 30 seconds.')).toBeVisible()
  await family.goto('/my-bookings')
  await expect(card(family, second)).toContainText('The certificate cannot be read.')
  await expect(card(family, first.bookingID)).toContainText('Confirmed')
  await expect(family.getByRole('link', { name: 'Place another person here' })).toBeVisible()
  expect(await statusOf(server, first.nicheID)).toBe('Occupied')
})

test('a second person is cancelled while the first urn is being placed, and the urn is placed', async ({
  server,
  openAs,
}) => {
  const first = await makeFirst(server, 'Current')
  const { db } = server.context
  await db.update(niches).set({ furtherPriceCents: 50_000 }).where(eq(niches.nicheID, first.nicheID))
  const [booking] = await db.select().from(bookings).where(eq(bookings.bookingID, first.bookingID))
  const person = { beneficiaryName: 'Lim Boon Keng', dateOfDeath: '2026-01-31' }
  await db
    .update(beneficiaries)
    .set(person)
    .where(eq(beneficiaries.beneficiaryID, booking?.beneficiaryID ?? ''))
  const family = await openAs(first.holder)
  await fillBeside(family, first.bookingID, 'PreOrder')
  await makePayment(family)

  const [clerk, colleague] = await openStaff(server, openAs)
  const urn = { ...(await receiveUrnOf(clerk, first, server)), beneficiaryName: 'Lim Boon Keng' }
  await scan(clerk, urn)
  await compare(clerk, urn)
  await waitsForSecond(clerk)
  await family.goto('/my-bookings')
  await family.getByRole('button', { name: 'Cancel booking' }).click()
  await family.getByRole('dialog').getByRole('button', { name: 'Cancel booking' }).click()
  await expect(family.getByText('The booking is cancelled, and nothing was charged.')).toBeVisible()
  await scan(colleague, urn)
  await compare(colleague, urn)
  await isRecorded(colleague)
  expect(await statusOf(server, first.nicheID)).toBe('Occupied')
  await family.reload()
  await expect(family.getByRole('link', { name: 'Place another person here' })).toBeVisible()
})
