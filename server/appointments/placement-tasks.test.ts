import { beforeEach, describe, expect, test } from 'vitest'
import { appointmentApi } from '#contract/appointments/api.ts'
import { everyDay } from '#contract/appointments/hours.ts'
import { urnApi } from '#contract/urns/api.ts'
import { hallSchedules } from '#server/database/schema.ts'
import { expireAttempts } from '#server/urns/attempts.ts'
import { type ApprovedBooking, findHall, makeAppointment, makeApproved } from '#test/appointment-factory.ts'
import { makeUser } from '#test/factories.ts'
import { prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { confirmation, type MadeUrn, makeUrn, moveTogether, putOnShelf } from '#test/urn-factory.ts'
import { finishPlaced } from './appointment-jobs.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** A Monday, 10:30 in Singapore. */
const monday = new Date('2026-11-23T02:30:00Z')

const testApp = prepareTestApp()
let clerk: SignedInCaller
let colleague: SignedInCaller
let urn: MadeUrn
beforeEach(async () => {
  await at(monday)
  urn = await makeUrn(testApp.context, clerk)
})

/** Everybody gets a new session, because the old ones may have expired by then. */
async function at(now: Date) {
  testApp.time.now = now
  clerk = await testApp.signIn('staff')
  colleague = await testApp.signIn('staff')
}
const later = (days: number) => at(new Date(monday.getTime() + days * day))
const tasks = async () => (await clerk.call(appointmentApi.tasks)).body
const together = (event: Parameters<typeof moveTogether>[1]) => moveTogether(urn, event, [clerk, colleague])

describe('urns with us for a week, not placed', () => {
  const waiting = async () => (await tasks()).notPlaced.find(({ tag }) => tag === urn.tag)

  test('an urn is a task a week after it was received, also if it was put on another shelf since', async () => {
    await later(6)
    await putOnShelf(clerk, urn)
    expect(await waiting()).toBeUndefined()
    await later(7)
    expect(await waiting()).toMatchObject({
      beneficiaryName: urn.name,
      nicheCode: urn.nicheCode,
      where: 'On shelf Store room, shelf 3',
      since: monday.toISOString(),
    })
  })

  test('a placed urn is not a task, until a week after it is taken out again', async () => {
    await together('place')
    await later(7)
    expect(await waiting()).toBeUndefined()
    await together('takeOut')
    expect(await waiting()).toBeUndefined()
    await later(14)
    expect(await waiting()).toMatchObject({ where: 'Taken out, with staff' })
    await together('release')
    expect(await waiting()).toBeUndefined()
  })
})

describe('moves that no second person confirmed in time', () => {
  const expired = async () => (await tasks()).expired.filter(({ tag }) => tag === urn.tag)
  const confirmFirst = () => clerk.call(urnApi.confirm, { body: confirmation(urn, 'place') })

  test('moves that no second person confirmed in time are tasks with who confirmed them, for a week', async () => {
    await confirmFirst()
    testApp.advanceTime(16 * minute)
    await expireAttempts(testApp.context)
    expect(await expired()).toMatchObject([
      { beneficiaryName: urn.name, event: 'place', by: clerk.person.fullName, at: monday.toISOString() },
    ])
    await later(8)
    expect(await expired()).toEqual([])
  })

  test('a move that no second person confirmed is not a task once somebody has tried again', async () => {
    await confirmFirst()
    testApp.advanceTime(16 * minute)
    await expireAttempts(testApp.context)
    expect(await expired()).toHaveLength(1)
    await confirmFirst()
    expect(await expired()).toEqual([])
  })
})

test('an approved booking without an appointment is not a task once its urn was received', async () => {
  await later(31)
  const { withoutAppointment } = await tasks()
  expect(withoutAppointment.map(({ bookingID }) => bookingID)).not.toContain(urn.bookingID)
})

describe('an appointment', () => {
  let booking: ApprovedBooking
  let made: { appointmentID: string; version: number }
  beforeEach(async () => {
    const { buildingID } = await findHall(testApp.context, urn.nicheID)
    await testApp.context.db
      .insert(hallSchedules)
      .values({ buildingID, hours: everyDay('09:00-17:00') })
      .onConflictDoNothing()
    booking = { ...urn, buildingID }
    made = await makeAppointment(testApp.context, booking, 'arrived', new Date('2026-11-23T01:00:00Z'))
  })
  const finish = () => clerk.call(appointmentApi.finish, { body: made })
  const rowOfDay = async () => {
    const { body } = await clerk.call(appointmentApi.day, { query: { day: '2026-11-23' } })
    return body.find(({ bookingID }) => bookingID === urn.bookingID)
  }

  test('an appointment is not done while its urn was received and is not in the niche', async () => {
    const refused = await finish()
    expect([refused.status, refused.refusal.error]).toEqual([
      409,
      'The urn of this booking is not in its niche yet. Two people place it first.',
    ])
    await together('place')
    expect((await finish()).status).toBe(200)
  })

  test('an appointment is over once its urn was placed, without anybody recording it', async () => {
    await finishPlaced(testApp.context)
    expect((await rowOfDay())?.status).toBe('arrived')
    await together('place')
    await finishPlaced(testApp.context)
    expect((await rowOfDay())?.status).toBe('done')
  })

  test('the list of a day shows where the urn of each appointment is', async () => {
    expect((await rowOfDay())?.urn).toEqual({ tag: urn.tag, place: 'counter', where: 'At the counter' })
    await together('place')
    expect((await rowOfDay())?.urn).toMatchObject({ place: 'niche', where: `In niche ${urn.nicheCode}` })
  })
})

test('tasks are listed oldest first, so that a list that is cut leaves out the newest', async () => {
  const { context } = testApp
  const makeOn = async (days: number) => {
    await at(new Date(monday.getTime() - days * day))
    const family = await makeApproved(context, await makeUser(context))
    const past = await makeApproved(context, await makeUser(context))
    await makeAppointment(context, past, 'confirmed', new Date(monday.getTime() - days * day))
    return { family: family.bookingID, past: past.bookingID }
  }
  const [newer, older] = [await makeOn(40), await makeOn(50)]
  await at(monday)
  const { withoutAppointment, unfinished } = await tasks()
  const inOrder = (rows: readonly { bookingID: string }[], ...wanted: string[]) =>
    rows.map(({ bookingID }) => bookingID).filter((bookingID) => wanted.includes(bookingID))
  expect(inOrder(withoutAppointment, newer.family, older.family)).toEqual([older.family, newer.family])
  expect(inOrder(unfinished, newer.past, older.past)).toEqual([older.past, newer.past])
})
