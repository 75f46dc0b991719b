import { beforeAll, expect, test } from 'vitest'
import { findApi } from '#contract/find/api.ts'
import { makeRestingPerson } from '#test/resting-person.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'

const testApp = prepareTestApp()
const clerk = prepareCaller(testApp, 'staff')
beforeAll(async () => {
  testApp.time.now = new Date('2026-06-15T04:00:00Z')
})

const died = { dateOfDeath: '2024-01-31' }
const isFound = async (name: string, diedIn = '2024') =>
  (await testApp.anonymous.call(findApi.find, { body: { name, diedIn } })).body.length > 0

const auditOf = async (bookingID: string) => {
  const entries = (await testApp.auditEntries({ subject: bookingID })).filter(({ action }) =>
    action.startsWith('find.'),
  )
  return entries.map(({ action, actorName, details }) => [action, actorName, details])
}

test('visitors find a person only while the holder agrees', async () => {
  const { bookingID, holder } = await makeRestingPerson(testApp.context, { name: 'Tan Kok Leong', ...died })
  const family = await testApp.signIn(holder)
  expect((await family.call(findApi.sharing, { query: { bookingID } })).body).toEqual({
    shared: false,
    sharedAfter: '2034-01-31',
    withheld: false,
    withholding: null,
  })
  expect(await isFound('Tan Kok Leong')).toBe(false)

  await family.call(findApi.share, { body: { bookingID, shared: true } })
  await family.call(findApi.share, { body: { bookingID, shared: true } })
  expect(await isFound('Tan Kok Leong')).toBe(true)
  expect((await family.call(findApi.sharing, { query: { bookingID } })).body.shared).toBe(true)

  await family.call(findApi.share, { body: { bookingID, shared: false } })
  expect(await isFound('Tan Kok Leong')).toBe(false)
  expect(await auditOf(bookingID)).toEqual([
    ['find.shared', holder.fullName, {}],
    ['find.unshared', holder.fullName, {}],
  ])
})

test('a withheld person is not found, although the holder agreed or ten years have passed', async () => {
  for (const details of [{ dateOfDeath: '2024-01-31', shared: true }, { dateOfDeath: '2001-01-31' }]) {
    const name = `Ong ${details.dateOfDeath}`
    const year = details.dateOfDeath.slice(0, 4)
    const { bookingID } = await makeRestingPerson(testApp.context, { name, ...details })
    expect(await isFound(name, year)).toBe(true)
    await clerk.call(findApi.withhold, { body: { bookingID, reason: 'The widow asked us to.' } })
    expect(await isFound(name, year)).toBe(false)
    const { body } = await clerk.call(findApi.sharing, { query: { bookingID } })
    expect(body.withholding).toEqual({
      reason: 'The widow asked us to.',
      at: '2026-06-15T04:00:00.000Z',
      by: clerk.person.fullName,
    })
    await clerk.call(findApi.stopWithholding, { body: { bookingID, reason: 'She agrees now.' } })
    expect(await isFound(name, year)).toBe(true)
    expect(await auditOf(bookingID)).toEqual([
      ['find.withheld', clerk.person.fullName, { reason: 'The widow asked us to.' }],
      ['find.withholding_ended', clerk.person.fullName, { reason: 'She agrees now.' }],
    ])
  }
})

test('the holder reads that the person is withheld, but neither why nor by whom', async () => {
  const { bookingID, holder } = await makeRestingPerson(testApp.context, { name: 'Teo Li Ting', ...died, shared: true })
  await clerk.call(findApi.withhold, { body: { bookingID, reason: 'Afraid of her brother' } })
  const family = await testApp.signIn(holder)
  const { body } = await family.call(findApi.sharing, { query: { bookingID } })
  expect(body).toMatchObject({ withheld: true, withholding: null })
})

test('withholding needs a reason, and of two clerks the second is refused', async () => {
  const { bookingID } = await makeRestingPerson(testApp.context, { name: 'Teo Hui Min', ...died })
  const without = await clerk.call(findApi.withhold, { body: { bookingID, reason: ' ' } })
  expect([without.status, without.refusal.errors]).toEqual([400, { reason: 'Please give a reason.' }])
  const both = await Promise.all(
    ['One', 'Two'].map((reason) => clerk.call(findApi.withhold, { body: { bookingID, reason } })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await auditOf(bookingID)).toHaveLength(1)
})

test('a holder reads and changes only their own bookings', async () => {
  const { bookingID } = await makeRestingPerson(testApp.context, { name: 'Yeo Ah Moy', ...died })
  const stranger = await testApp.signIn('user')
  expect((await stranger.call(findApi.sharing, { query: { bookingID } })).status).toBe(404)
  expect((await stranger.call(findApi.share, { body: { bookingID, shared: true } })).status).toBe(404)
  expect((await clerk.call(findApi.withhold, { body: { bookingID: 'B-0000000000', reason: 'No' } })).status).toBe(404)
})

test('an admin withholds a person and reads why, as staff do', async () => {
  const admin = await testApp.signIn('admin')
  const { bookingID } = await makeRestingPerson(testApp.context, { name: 'Goh Bee Lian', ...died })
  const reason = 'The widow asked us to.'
  expect((await admin.call(findApi.withhold, { body: { bookingID, reason } })).status).toBe(200)
  expect((await admin.call(findApi.sharing, { query: { bookingID } })).body.withholding).toMatchObject({
    reason,
    by: admin.person.fullName,
  })
})
