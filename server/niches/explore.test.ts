import { beforeAll, expect, test } from 'vitest'
import { nicheApi } from '#contract/niches/api.ts'
import { exploreApi } from '#contract/niches/explore-api.ts'
import { beneficiaries, bookings, throttles, users } from '#server/database/schema.ts'
import { seedDemo } from '#server/seed/seed-demo.ts'
import { makeBlock } from '#test/block-factory.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { visitorLimits } from './explore-routes.ts'

const testApp = prepareTestApp()
beforeAll(async () => {
  await seedDemo(testApp.context)
})

test('a visitor sees whether a niche is free and what it costs, but not why it is not free', async () => {
  const { anonymous } = testApp
  const { buildingID, levelID, blockID, nicheAt } = await makeBlock(testApp.context, { rows: ['.PROB'] })
  const halls = await anonymous.call(exploreApi.halls)
  const hall = halls.body.find((each) => each.buildingID === buildingID)
  const figures = { niches: 5, free: 1, prices: { from: '3800.00', to: '3800.00' } }
  expect(hall?.levels).toEqual([{ levelID, levelNumber: 1, blocks: [{ blockID, blockName: 'A', ...figures }] }])

  const { body } = await anonymous.call(exploreApi.niches, { params: { blockID } })
  const taken = Array<string>(4).fill('Unavailable')
  expect(body.map(({ status }) => status)).toEqual(['Available', ...taken])
  expect(body[0]).toEqual({
    nicheID: nicheAt(1, 1),
    blockID,
    nicheCode: `${blockID}-01-01`,
    nicheRow: 1,
    nicheColumn: 1,
    status: 'Available',
    price: '3800.00',
  })
  const found = await anonymous.call(exploreApi.find, { query: { blockID } })
  expect(found.body).toMatchObject([{ blockID, total: '3800.00' }])
  expect(found.headers['x-total-count']).toBe('1')
})

test('the replies to visitors contain no personal data and no ID of a person, booking or beneficiary', async () => {
  const { anonymous, context } = testApp
  const halls = await anonymous.call(exploreApi.halls)
  const replies: unknown[] = [halls]
  for (const { buildingID, levels } of halls.body) {
    replies.push(await anonymous.call(exploreApi.find, { query: { buildingID } }))
    for (const { blockID } of levels.flatMap(({ blocks }) => blocks))
      replies.push(await anonymous.call(exploreApi.niches, { params: { blockID } }))
  }
  const sent = JSON.stringify(replies)
  expect(sent).toContain('TH-1A-01-01')
  const people = await context.db.select().from(users)
  const booked = await context.db.select().from(bookings)
  const dead = await context.db.select().from(beneficiaries)
  const personal = [
    ...people.flatMap(({ userID, username, fullName, email, contactNumber }) => [
      userID,
      username,
      fullName,
      email,
      contactNumber,
    ]),
    ...booked.map(({ bookingID }) => bookingID),
    ...dead.flatMap(({ beneficiaryID, beneficiaryName }) => [beneficiaryID, beneficiaryName]),
  ]
  expect(booked.length).toBeGreaterThan(0)
  expect(personal.filter((each) => each && sent.includes(each))).toEqual([])
  expect(sent).not.toMatch(/Pending|Reserved|Occupied|Blocked/)
})

test('a visitor who asks again with the ETag gets 304 until the niche is taken, and proxies may keep the reply', async () => {
  const { blockID, nicheAt } = await makeBlock(testApp.context, { rows: ['..'] })
  const admin = await testApp.signIn('admin')
  const url = `/api/explore/niches/${blockID}`
  const first = await testApp.app.inject({ url })
  expect(first.headers['cache-control']).toBe('public, max-age=3')
  const again = { url, headers: { 'if-none-match': String(first.headers.etag) } }
  expect((await testApp.app.inject(again)).statusCode).toBe(304)
  await admin.call(nicheApi.override, { body: { nicheID: nicheAt(1, 1), newStatus: 'Reserved', reason: 'Kept' } })
  expect((await testApp.app.inject(again)).statusCode).toBe(200)
})

test.each([
  ['map', '/api/explore/halls'],
  ['map', '/api/explore/niches/any'],
  ['search', '/api/explore/find'],
] as const)('a visitor who has used up the limit for the %s is refused at %s, others are not', async (limit, url) => {
  const { key, limit: count } = visitorLimits[limit]
  const remoteAddress = '203.0.113.9'
  const used = {
    key: `${key}:${remoteAddress}`,
    count: count - 1,
    resetsAt: new Date(testApp.time.now.getTime() + 60_000),
  }
  await testApp.context.db.delete(throttles)
  await testApp.context.db.insert(throttles).values(used)
  expect((await testApp.app.inject({ url, remoteAddress })).statusCode).toBe(200)
  const refused = await testApp.app.inject({ url, remoteAddress })
  expect(refused.statusCode).toBe(429)
  expect(refused.json().code).toBe('THROTTLED')
  expect((await testApp.app.inject({ url, remoteAddress: '203.0.113.10' })).statusCode).toBe(200)
})
