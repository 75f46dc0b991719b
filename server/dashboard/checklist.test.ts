import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { appointmentApi } from '#contract/appointments/api.ts'
import { dashboardApi } from '#contract/dashboard/api.ts'
import { toDay } from '#contract/dates.ts'
import { hallApi } from '#contract/halls/api.ts'
import { houseApi } from '#contract/house/api.ts'
import { priceApi } from '#contract/prices/api.ts'
import { createLog } from '#server/core/log.ts'
import { hallSchedules, users } from '#server/database/schema.ts'
import { createStripeGateway } from '#server/payments/stripe.ts'
import { startSMTP } from '#test/fakes/smtp.ts'
import { startStripe } from '#test/fakes/stripe.ts'
import { layoutWith, makeLevel, seenDraft } from '#test/hall-factory.ts'
import { sampleHouse } from '#test/sample-house.ts'
import { prepareCaller, prepareTestApp, startTestApp } from '#test/test-app.ts'
import { makeUserWithTwoFactor } from '#test/two-factor-users.ts'

const testApp = prepareTestApp()
const admin = prepareCaller(testApp, 'admin')

const done = async () =>
  (await admin.call(dashboardApi.checklist)).body.filter((item) => item.done).map(({ check }) => check)
const offersTimes = async () => (await admin.call(hallApi.list)).body[0]?.offersTimes
const suspend = (userID: string, suspendedAt: Date | null) =>
  testApp.context.db.update(users).set({ suspendedAt }).where(eq(users.userID, userID))

test('each step of a new house is done when it has happened; in the demo, mail and payments always answer', async () => {
  expect(await done()).toEqual(['mail', 'payments'])
  await admin.call(houseApi.save, { body: sampleHouse })
  expect(await done()).toEqual(['details', 'mail', 'payments'])
  const { buildingID, levelID } = await makeLevel(admin)
  expect(await done()).toEqual(['details', 'mail', 'payments'])
  const { draftID } = (await admin.call(hallApi.saveDraft, { body: { ...layoutWith(), levelID, blockName: 'A' } })).body
  expect(await done()).toEqual(['details', 'hall', 'mail', 'payments'])
  await testApp.signIn('staff')
  expect(await done()).not.toContain('clerk')
  const clerk = await makeUserWithTwoFactor(testApp, { role: 'staff' })
  expect(await done()).toEqual(['details', 'hall', 'clerk', 'mail', 'payments'])
  await suspend(clerk.userID, testApp.time.now)
  expect(await done()).not.toContain('clerk')
  await suspend(clerk.userID, null)
  await admin.call(hallApi.publish, { body: { ...(await seenDraft(admin, draftID)), opensAt: '' } })
  expect(await done()).toEqual(['details', 'hall', 'clerk', 'mail', 'payments', 'open'])
  await testApp.context.db.insert(hallSchedules).values({ buildingID })
  expect(await offersTimes()).toBe(false)
  expect(await done()).not.toContain('hours')
  const week = { monday: '', tuesday: '', wednesday: '', thursday: '', friday: '', saturday: '9:00-12:00', sunday: '' }
  const hours = { buildingID, ...week, exceptions: '', slotMinutes: 60, capacity: 1 }
  await admin.call(appointmentApi.saveSchedule, { body: hours })
  expect(await offersTimes()).toBe(true)
  expect(await done()).toEqual(['details', 'hall', 'hours', 'clerk', 'mail', 'payments', 'open'])
  const sold = { kind: 'plaque', name: 'Plaque', amount: '80.00', taxCategory: 'standard', accountCode: '' } as const
  await admin.call(priceApi.save, { body: { ...sold, chargedWhen: 'byHand', validFrom: toDay(testApp.time.now) } })
  expect(await done()).toContain('prices')
})

test('mail and payments are done only if the mail server and the provider answer', async () => {
  const [smtp, stripe] = [await startSMTP(), await startStripe()]
  const gateway = createStripeGateway(stripe.settings, createLog('silent'))
  const config = { ...testApp.services.config, smtpUrl: smtp.url }
  const production = await startTestApp({ replace: { config, gateway } })
  const caller = await production.signIn('admin')
  const answering = async () =>
    (await caller.call(dashboardApi.checklist)).body.filter((item) => item.done).map(({ check }) => check)
  expect(await answering()).toEqual(['mail', 'payments'])
  await smtp.close()
  await stripe.close()
  expect(await answering()).toEqual([])
  await production.close()
})
