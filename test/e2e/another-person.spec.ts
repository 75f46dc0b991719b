import { expect } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { houseApi } from '#contract/house/api.ts'
import { niches } from '#server/database/schema.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { createCaller } from '#test/caller.ts'
import { makeUser } from '#test/factories.ts'
import { startSessionOf } from '#test/sign-in-without-password.ts'
import { accessibilityViolations } from './axe.ts'
import { chooseCertificates, goodCard, makePayment, payBy, sayForLater } from './booking-steps.ts'
import { sendApplication } from './counter-bookings.ts'
import { findAllOverflows } from './find-overflows.ts'
import { mapPath, placeOn } from './halls-server.ts'
import { failReload, loseAnswer, reconnect } from './intercept-requests.ts'
import { lookAt } from './look-at.ts'
import { test as ownServerTest } from './own-server-test.ts'

interface Couple {
  holder: Awaited<ReturnType<typeof makeUser>>
  bookingID: string
  /** The address of the block on a map. */
  block: string
}

const test = ownServerTest.extend<{ couple: Couple }>({
  /** A person who rests in a niche for two. */
  couple: async ({ server: { context } }, use) => {
    const holder = await makeUser(context)
    const { bookingID, nicheID } = await makeBooking(context, holder, { status: 'Confirmed' })
    const set = { capacity: 2, furtherPriceCents: 50_000 }
    const [niche] = await context.db.update(niches).set(set).where(eq(niches.nicheID, nicheID)).returning()
    const blockID = niche?.blockID ?? ''
    const suffix = blockID.slice(1, -3)
    const block = mapPath({ buildingID: `hall-${suffix}`, levelID: `level-${suffix}`, blockID })
    await use({ holder, bookingID, block })
  },
})

test('a family places a second person beside the first: a booking of its own with its own payment and approval', async ({
  couple: { holder, bookingID },
  openAs,
}) => {
  const family = await openAs(holder)
  await family.goto('/my-bookings')
  await family.getByRole('link', { name: 'Place another person here' }).click()
  await expect(family.getByRole('heading', { name: 'Another person', level: 1 })).toBeVisible()
  await expect(family.getByText('has places for 2 people')).toBeVisible()
  await expect(family.getByText('SGD 500.00 to pay.')).toBeVisible()
  await family.getByLabel('Beneficiary Name').fill('Lim Siew Hoon')
  await chooseCertificates(family, 'Birth Certificate')
  await family.getByRole('button', { name: 'Make Payment' }).click()
  await expect(family.getByRole('button', { name: 'Please say whether the person has died' })).toBeVisible()
  await sayForLater(family)
  const relationship = family.getByLabel('Relationship with the person who rests there')
  await expect(relationship).toHaveAccessibleDescription(/is required/)
  await relationship.selectOption('Spouse')
  for (const width of [1280, 390, 320]) {
    await family.setViewportSize({ width, height: 844 })
    expect(await findAllOverflows(family)).toEqual([])
  }
  expect(await accessibilityViolations(family)).toEqual([])
  const second = await makePayment(family)
  await payBy(family, goodCard)
  await expect(family.getByRole('heading', { name: 'Payment received' })).toBeVisible()

  const clerk = await openAs('staff')
  await clerk.goto(`/booking-approval/${second}`)
  await expect(clerk.getByText('Also in this niche')).toBeVisible()
  await clerk.getByRole('button', { name: 'Confirm Pre-Order' }).click()
  await expect(clerk.getByText('Pre-order confirmed.')).toBeVisible()
  await family.goto('/my-bookings')
  for (const each of [bookingID, second])
    await expect(family.getByRole('listitem').filter({ hasText: each })).toContainText('Confirmed')
  await expect(family.getByRole('link', { name: 'Place another person here' })).toHaveCount(0)
})

test('the booking of the last place is made but its answer is lost: the form stays, and sending it again goes on', async ({
  couple: { holder, bookingID },
  openAs,
}) => {
  const family = await openAs(holder)
  await family.goto(`/another-person?bookingID=${bookingID}`)
  await sayForLater(family)
  await family.getByLabel('Beneficiary Name').fill('Lim Siew Hoon')
  await family.getByLabel('Relationship with the person who rests there').selectOption('Spouse')
  await chooseCertificates(family, 'Birth Certificate')
  const [{ nicheID }] = await (
    await family.request.get(`/api/booking/getBookingByBookingID?bookingID=${bookingID}`)
  ).json()
  const beside = { besideBookingID: bookingID, besideRelationship: 'Spouse', beneficiaryName: 'Lim Siew Hoon' }
  let second = ''
  await loseAnswer(family, '**/submitBooking', async () => {
    second = (await (await sendApplication(family.request, nicheID, 'PreOrder', beside)).json()).bookingID
  })
  await family.getByRole('button', { name: 'Make Payment' }).click()
  await expect(family.getByText('Booking failed: Columba cannot be reached.')).toBeVisible()
  const reloaded = family.waitForResponse('**/api/booking/getBookingByBookingID*')
  await reconnect(family)
  await reloaded
  expect(await makePayment(family)).toBe(second)
})

test('a reload fails while another person is being entered: the form stays, with the chosen certificate', async ({
  couple: { holder, bookingID },
  openAs,
}) => {
  const family = await openAs(holder)
  await family.goto(`/another-person?bookingID=${bookingID}`)
  await chooseCertificates(family, 'Birth Certificate')
  await failReload(family, '/api/niche/getNicheByID')
  await expect(family.getByRole('link', { name: 'certificate.png' })).toBeVisible()
})

test('at the counter, a clerk sees on the map who has a place in a niche, and places another person there', async ({
  couple: { block, bookingID },
  openAs,
}) => {
  const clerk = await openAs('staff')
  await clerk.goto(`/niche-booking${block}`)
  await expect(placeOn(clerk, '3-5')).toHaveAccessibleName(/occupied, SGD 3,800\.00, for two, room for another person/)
  await placeOn(clerk, '3-5').click()
  await expect(clerk.getByLabel('Chosen niche')).toContainText('SGD 500.00 for each further person')
  await expect(clerk.getByRole('list', { name: 'Who has a place in this niche' })).toContainText('Tan Ah Kow')
  await clerk.getByRole('link', { name: 'Place another person here' }).click()
  await expect(clerk).toHaveURL(new RegExp(`/another-person\\?bookingID=${bookingID}`))
  await expect(clerk.getByLabel('Relationship with the person who rests there')).toBeVisible()
})

test('a house that asks for a proof of relationship gets it with the form, and the clerk opens it beside the certificates', async ({
  server,
  couple: { holder, bookingID },
  openAs,
}) => {
  const { userID } = await makeUser(server.context, { role: 'admin' })
  const { call } = createCaller(server.app, await startSessionOf(server.app, userID))
  /** The setting is changed through the API, because the server keeps the details of the house in memory. */
  const askForProof = async (asksRelationshipProof: boolean) => {
    const { status } = await call(houseApi.save, {
      body: { ...(await call(houseApi.read)).body, asksRelationshipProof },
    })
    expect(status).toBe(200)
  }
  await askForProof(true)
  const family = await openAs(holder)
  await family.goto(`/another-person?bookingID=${bookingID}`)
  await family.getByLabel('Beneficiary Name').fill('Lim Siew Hoon')
  await family.getByLabel('Relationship with the person who rests there').selectOption('Spouse')
  await chooseCertificates(family, 'Birth Certificate')
  await family.getByRole('button', { name: 'Make Payment' }).click()
  await sayForLater(family)
  const proof = family.getByLabel('Proof of relationship')
  await expect(proof).toHaveAccessibleDescription(/Proof of relationship is required/)
  await lookAt(family, 'another person with proof')
  await chooseCertificates(family, 'Proof of relationship')
  const second = await makePayment(family)
  await payBy(family, goodCard)
  await expect(family.getByRole('heading', { name: 'Payment received' })).toBeVisible()

  const clerk = await openAs('staff')
  await clerk.goto(`/booking-approval/${second}`)
  await clerk.getByRole('tab', { name: 'Proof of relationship' }).click()
  await expect(clerk.getByRole('img', { name: /Proof of relationship/ })).toBeVisible()
  await lookAt(clerk, 'approval with proof')
  await askForProof(false)
})
