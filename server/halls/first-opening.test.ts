import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dashboardApi } from '#contract/dashboard/api.ts'
import { hallApi, toOpeningTime } from '#contract/halls/api.ts'
import { houseApi } from '#contract/house/api.ts'
import { auditLog, hallSchedules } from '#server/database/schema.ts'
import { finishFirstSteps } from '#test/first-steps.ts'
import { layoutWith, makeLevel, publishBlock, seenDraft } from '#test/hall-factory.ts'
import { createProductionServices, prepareCaller, prepareTestApp, startTestApp } from '#test/test-app.ts'
import { openDueBlocks } from './opening-times.ts'

const testApp = prepareTestApp({ makeServices: createProductionServices }, 'each')
const admin = prepareCaller(testApp, 'admin', 'each')

const inHours = (hours: number) => toOpeningTime(new Date(testApp.time.now.getTime() + hours * 3_600_000))
const isOpen = async () => (await testApp.anonymous.call(houseApi.read)).body.isOpen
const countOpenings = () => testApp.context.db.$count(auditLog, eq(auditLog.action, 'house.opened'))

async function layOut() {
  const { levelID, buildingID } = await makeLevel(admin)
  const body = { ...layoutWith(), levelID, blockName: 'A' }
  const { draftID } = (await admin.call(hallApi.saveDraft, { body })).body
  const seen = await seenDraft(admin, draftID)
  const publish = (opensAt = '', opensHouse = true) =>
    admin.call(hallApi.publish, { body: { ...seen, opensAt, opensHouse } })
  return { buildingID, draftID, publish }
}

test('the first block that was laid out opens the house once its first steps are done and the admin agrees', async () => {
  const { publish } = await layOut()
  const early = await publish()
  expect([early.status, early.refusal.error]).toEqual([
    409,
    'The house cannot be opened yet. Please first finish what is missing: House details, Placement hours, First clerk.',
  ])
  await finishFirstSteps(testApp, admin)
  expect((await publish('', false)).refusal.code).toBe('OPENS_HOUSE')
  expect(await isOpen()).toBe(false)
  expect((await publish()).body).toMatchObject({ niches: 6 })
  expect(await isOpen()).toBe(true)
  expect(await countOpenings()).toBe(1)
  const { publish: publishSecond } = await layOut()
  expect((await publishSecond('', false)).status).toBe(200)
  expect(await countOpenings()).toBe(1)
})

test('placement hours count as entered when every hall that is laid out has them, before anything is published', async () => {
  await layOut()
  const isMissing = async () =>
    (await admin.call(dashboardApi.checklist)).body.some(({ check, done }) => check === 'hours' && !done)
  expect(await isMissing()).toBe(true)
  await finishFirstSteps(testApp, admin)
  expect(await isMissing()).toBe(false)
})

test('an opening time is brought forward only in a house whose first steps are done, and can always be put off', async () => {
  const { buildingID, publish } = await layOut()
  await finishFirstSteps(testApp, admin)
  const { blockID } = (await publish(inHours(5))).body
  await testApp.context.db.delete(hallSchedules).where(eq(hallSchedules.buildingID, buildingID))
  const move = (opensAt: string) => admin.call(hallApi.changeOpening, { body: { blockID, opensAt } })
  for (const sooner of ['', inHours(1)])
    expect((await move(sooner)).refusal.error).toBe(
      'The house cannot be opened yet. Please first finish what is missing: Placement hours.',
    )
  expect((await move(inHours(9))).status).toBe(200)
  await finishFirstSteps(testApp, admin)
  expect((await move('')).status).toBe(200)
  expect(await isOpen()).toBe(true)
})

test('a publication that is sent again answers as the first time, also if a step is undone or the opening time has come', async () => {
  const { buildingID, draftID, publish } = await layOut()
  await finishFirstSteps(testApp, admin)
  const opening = inHours(0.1)
  const first = (await publish(opening)).body
  await testApp.context.db.delete(hallSchedules).where(eq(hallSchedules.buildingID, buildingID))
  expect((await publish(opening)).body).toEqual(first)
  const again = { blockIDs: [draftID], opensAt: opening, opensHouse: true }
  expect((await admin.call(hallApi.publishBlocks, { body: again })).body).toEqual({ blocks: 1, niches: 6 })
  expect((await publish('')).status).toBe(404)

  /** Within the ten minutes of the second factor. */
  testApp.advanceTime(480_000)
  await openDueBlocks(testApp.context)
  expect((await publish(opening)).body).toEqual(first)
  expect((await admin.call(hallApi.publishBlocks, { body: again })).body).toEqual({ blocks: 1, niches: 6 })
  expect(await countOpenings()).toBe(1)
})

test('an opening time that is sent again after a lost answer changes nothing more', async () => {
  const { draftID: blockID, publish } = await layOut()
  await finishFirstSteps(testApp, admin)
  await publish(inHours(5))
  const open = () => admin.call(hallApi.changeOpening, { body: { blockID, opensAt: '' } })
  expect([(await open()).status, (await open()).status]).toEqual([200, 200])
  expect(await testApp.context.db.$count(auditLog, eq(auditLog.action, 'block.opening_changed'))).toBe(1)
})

test('the demo publishes without a question', async () => {
  const demo = await startTestApp()
  const { blockID } = await publishBlock(await demo.signIn('admin'))
  expect(blockID).not.toBe('')
  expect((await demo.anonymous.call(houseApi.read)).body.isOpen).toBe(true)
  await demo.close()
})
