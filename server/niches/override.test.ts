import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { hallApi } from '#contract/halls/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import type { NicheStatus } from '#contract/niches/niche.ts'
import { inTransaction } from '#server/core/context.ts'
import { auditLog } from '#server/database/schema.ts'
import { submit } from '#test/booking-forms.ts'
import { readNicheStatus } from '#test/booking-reads.ts'
import { makeNiche, makeUser } from '#test/factories.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { setNicheStatus, takeNiche } from './public.ts'

const testApp = prepareTestApp()

const override = (nicheID: string, newStatus: NicheStatus, reason = 'The door is cracked') => ({
  body: { nicheID, newStatus, reason },
})

test('an override changes the niche and is logged with its reason and admin', async () => {
  const admin = await testApp.signIn('admin')
  const { nicheID, nicheCode } = await makeNiche(testApp.context)
  const { status, body } = await admin.call(nicheApi.override, override(nicheID, 'Blocked', '  A leak  '))
  expect(status).toBe(200)
  expect(body).toMatchObject({ success: true, niche: { nicheID, nicheCode, status: 'Blocked' } })
  expect(body.warning).toBeUndefined()

  const history = await admin.call(nicheApi.history, { query: { nicheID } })
  expect(history.body).toMatchObject([
    { from: 'Available', to: 'Blocked', reason: 'A leak', actorName: admin.person.fullName, bookingID: null },
  ])
  const [entry] = await testApp.context.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, nicheID))
    .orderBy(desc(auditLog.id))
  expect(entry).toMatchObject({
    action: 'niche.overridden',
    actorID: admin.person.userID,
    details: { nicheCode, from: 'Available', to: 'Blocked', reason: 'A leak' },
  })
})

test("an override is logged under the session's admin, not under an ID in the request", async () => {
  const admin = await testApp.signIn('admin')
  const { userID } = await makeUser(testApp.context, { role: 'admin', fullName: 'Somebody Else' })
  const { nicheID } = await makeNiche(testApp.context)
  const payload = { ...override(nicheID, 'Reserved').body, changedBy: userID, actorID: userID, userID }
  await testApp.app.inject({ method: 'POST', url: nicheApi.override.path, headers: { cookie: admin.cookie }, payload })
  const [entry] = (await admin.call(nicheApi.history, { query: { nicheID } })).body
  expect(entry?.actorName).toBe(admin.person.fullName)
  const [audited] = await testApp.context.db.select().from(auditLog).where(eq(auditLog.subject, nicheID))
  expect(audited?.actorID).toBe(admin.person.userID)
})

test('overriding a niche that a booking holds gives a warning, and the niche still cannot be booked', async () => {
  const [admin, family, others] = [
    await testApp.signIn('admin'),
    await testApp.signIn('user'),
    await testApp.signIn('user'),
  ]
  const { nicheID } = await makeNiche(testApp.context)
  const booked = await submit(family, nicheID)
  expect(booked.status).toBe(200)
  const { body } = await admin.call(nicheApi.override, override(nicheID, 'Available'))
  expect(body.niche.status).toBe('Available')
  expect(body.warning).toContain(booked.body.bookingID)
  expect((await submit(others, nicheID)).refusal.code).toBe('NICHE_TAKEN')
})

test('a niche that an unpaid booking holds is not retired, although an override has made it Available', async () => {
  const [admin, family] = [await testApp.signIn('admin'), await testApp.signIn('user')]
  const { nicheID, nicheCode } = await makeNiche(testApp.context)
  const booked = await submit(family, nicheID)
  await admin.call(nicheApi.override, override(nicheID, 'Available'))
  const { refusal } = await admin.call(hallApi.retire, { body: { nicheIDs: [nicheID], reason: 'own use' } })
  expect(refusal.error).toBe(
    `Only free niches can be retired. Booking ${booked.body.bookingID} holds niche ${nicheCode}.`,
  )
  expect(await readNicheStatus(admin, nicheID)).toBe('Available')
})

test.each([
  ['a reason of nothing but spaces', { reason: '   ' }, 'reason'],
  ['a reason longer than 500 characters', { reason: 'x'.repeat(501) }, 'reason'],
  ['the status Selected, which exists only on screen', { newStatus: 'Selected' }, 'newStatus'],
  ['a status in small letters', { newStatus: 'blocked' }, 'newStatus'],
])('an override with %s is refused with an error at that field and changes nothing', async (_, change, field) => {
  const admin = await testApp.signIn('admin')
  const { nicheID } = await makeNiche(testApp.context)
  const payload = { ...override(nicheID, 'Blocked').body, ...change }
  const answer = await testApp.app.inject({
    method: 'POST',
    url: nicheApi.override.path,
    headers: { cookie: admin.cookie },
    payload,
  })
  expect(answer.statusCode).toBe(400)
  expect(Object.keys(answer.json().errors)).toEqual([field])
  expect((await admin.call(nicheApi.history, { query: { nicheID } })).body).toEqual([])
})

test('an override by an applicant or a clerk returns 403, and one of an unknown niche 404', async () => {
  const { nicheID } = await makeNiche(testApp.context)
  for (const role of ['user', 'staff'] as const) {
    const person = await testApp.signIn(role)
    expect((await person.call(nicheApi.override, override(nicheID, 'Blocked'))).status).toBe(403)
    expect((await person.call(nicheApi.history, { query: { nicheID } })).status).toBe(403)
  }
  const admin = await testApp.signIn('admin')
  expect((await admin.call(nicheApi.override, override(randomUUID(), 'Blocked'))).status).toBe(404)
})

test('fifty concurrent attempts to take a niche succeed once', async () => {
  const { nicheID } = await makeNiche(testApp.context)
  const taken = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      inTransaction(testApp.context, (context) => takeNiche(context, nicheID, 'booking submitted', `B-${index}`)),
    ),
  )
  expect(taken.filter(Boolean)).toHaveLength(1)
  const admin = await testApp.signIn('admin')
  expect((await admin.call(nicheApi.history, { query: { nicheID } })).body).toHaveLength(1)
})

test('a niche that does not have the expected status is not changed', async () => {
  const { nicheID } = await makeNiche(testApp.context, { status: 'Reserved' })
  const change = { to: 'Available', onlyFrom: 'Pending', reason: 'hold over', bookingID: 'B-1' } as const
  expect(await setNicheStatus(testApp.context, nicheID, change)).toBeUndefined()
  expect(await setNicheStatus(testApp.context, nicheID, { ...change, onlyFrom: 'Reserved' })).toMatchObject({
    from: 'Reserved',
    niche: { status: 'Available' },
  })
})

test('a niche change that is rolled back leaves no log entry and sends no notification', async () => {
  const { nicheID } = await makeNiche(testApp.context)
  const notifications: (string | undefined)[] = []
  const stop = await testApp.context.listen('niches', (payload) => notifications.push(payload))
  const broken = inTransaction(testApp.context, async (context) => {
    await takeNiche(context, nicheID, 'booking submitted', 'B-1')
    throw new Error('The beneficiary could not be stored')
  })
  await expect(broken).rejects.toThrow()
  const admin = await testApp.signIn('admin')
  expect(await readNicheStatus(admin, nicheID)).toBe('Available')
  expect((await admin.call(nicheApi.history, { query: { nicheID } })).body).toEqual([])
  expect(notifications.filter((payload) => payload?.includes(nicheID))).toEqual([])
  await stop()
})
