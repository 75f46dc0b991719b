import { expect, test } from 'vitest'
import { appointmentApi } from '#contract/appointments/api.ts'
import { everyDay } from '#contract/appointments/hours.ts'
import { makeAppointment, makeApproved } from '#test/appointment-factory.ts'
import { makeLevel } from '#test/hall-factory.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'

const testApp = prepareTestApp()
const admin = prepareCaller(testApp, 'admin')

const usual = { ...everyDay('9:00-17:00'), exceptions: '2026-12-25: closed', slotMinutes: '60', capacity: '2' }
const save = (buildingID: string, changes: Partial<typeof usual> = {}) =>
  admin.call(appointmentApi.saveSchedule, { body: { ...usual, ...changes, buildingID } })

test('an admin sets hours, exceptions, slot length and capacity of a hall', async () => {
  const { buildingID } = await makeLevel(admin)
  expect((await admin.call(appointmentApi.schedules)).body).toEqual([])
  expect((await save(buildingID)).body).toEqual({ outside: 0 })
  expect((await save(buildingID, { sunday: '' })).status).toBe(200)
  expect((await admin.call(appointmentApi.schedules)).body).toEqual([
    { ...usual, sunday: '', slotMinutes: 60, capacity: 2, buildingID },
  ])
  expect((await save('no such hall')).status).toBe(404)
})

test.each([
  ['monday', 'all day', 'Please write hours like 9:00-12:00, 13:00-17:00'],
  ['exceptions', '2026-12-25', 'Please write each line like 2026-12-25: closed'],
  ['slotMinutes', '5', 'At least 15'],
  ['capacity', '21', 'At most 20'],
])('an invalid %s is refused', async (field, value, message) => {
  const { buildingID } = await makeLevel(admin)
  const { status, refusal } = await save(buildingID, { [field]: value })
  expect([status, refusal.errors?.[field]]).toEqual([400, message])
})

test('an appointment that new hours leave out stays, and is counted', async () => {
  const family = await testApp.signIn('user')
  const booking = await makeApproved(testApp.context, family.person)
  const startsAt = new Date(`${testApp.time.now.getUTCFullYear() + 1}-01-15T01:00:00Z`)
  await makeAppointment(testApp.context, booking, 'confirmed', startsAt)
  expect((await save(booking.buildingID)).body).toEqual({ outside: 0 })
  expect((await save(booking.buildingID, everyDay('10:00-12:00'))).body).toEqual({ outside: 1 })
  const { body } = await family.call(appointmentApi.forBooking, { params: { bookingID: booking.bookingID } })
  expect(body.appointment?.status).toBe('confirmed')
})
