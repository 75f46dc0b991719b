import { randomUUID } from 'node:crypto'
import { asc, like, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { appointmentApi } from '#contract/appointments/api.ts'
import { appointmentSlots, users } from '#server/database/schema.ts'
import { makeApprovedInOneHall } from '../appointment-factory.ts'
import { createCaller } from '../caller.ts'
import { findBroken } from '../find-violations.ts'
import { createSignedInApplicants } from './many-applicants.ts'
import { prepareReplicas } from './replicas.ts'

const { testApp, replicas } = prepareReplicas()
beforeEach(async () => {
  testApp.time.now = new Date('2026-11-23T02:30:00Z')
})

/** Families whose hall has one time a day choose the same one at the same moment. Returns what each is told. */
async function chooseAtOnce(size: number, capacity: number, moveID?: string) {
  const cookies = await createSignedInApplicants(testApp.context, size)
  const people = await testApp.context.db
    .select({ userID: users.userID })
    .from(users)
    .where(like(users.username, 'applicant_%'))
    .orderBy(asc(users.contactNumber))
  const made = await makeApprovedInOneHall(testApp.context, people, { hours: '09:00-10:00', capacity })
  const answers = await Promise.all(
    cookies.map((cookie, index) => {
      const body = { bookingID: made[index]?.bookingID ?? '', day: '2026-11-25', time: '09:00', moveID }
      return createCaller(replicas.next(), cookie).call(appointmentApi.choose, { body })
    }),
  )
  return answers.map(({ status, refusal }) => `${status} ${refusal.code ?? ''}`.trim())
}

test('two hundred families choose the last time at once: one gets it and the others are told that it is taken', async () => {
  const answers = await chooseAtOnce(200, 1)
  expect(answers.filter((answer) => answer === '200')).toHaveLength(1)
  expect(answers.filter((answer) => answer === '409 SLOT_TAKEN')).toHaveLength(199)
  expect(await testApp.context.db.$count(appointmentSlots)).toBe(1)
  expect(await findBroken(testApp.context.db, 'two appointments have one seat')).toEqual([])
}, 120_000)

test('a hall with three seats at a time gives away three', async () => {
  const answers = await chooseAtOnce(12, 3)
  expect(answers.filter((answer) => answer === '200')).toHaveLength(3)
  expect(await testApp.context.db.$count(appointmentSlots)).toBe(3)
})

test('one request ID that twelve bookings send at once is used by one of them, and the others are refused', async () => {
  const answers = await chooseAtOnce(12, 12, randomUUID())
  expect(answers.filter((answer) => answer === '200')).toHaveLength(1)
  /** The ID may have been used before the request was read. */
  expect(answers.filter((answer) => answer === '409 REQUEST_USED' || answer === '400 MALFORMED')).toHaveLength(11)
})

test('without the constraint several families get the last time, so the tests above can fail', async () => {
  await testApp.context.db.execute(sql`alter table appointment_slots drop constraint appointment_slots_no_overlap`)
  const answers = await chooseAtOnce(12, 1)
  expect(answers.filter((answer) => answer === '200').length).toBeGreaterThan(1)
  expect(await findBroken(testApp.context.db, 'two appointments have one seat')).not.toEqual([])
})
