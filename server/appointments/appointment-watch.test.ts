import { beforeAll, expect, test } from 'vitest'
import { appointmentApi } from '#contract/appointments/api.ts'
import { makeApproved } from '#test/appointment-factory.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { makeUrn } from '#test/urn-factory.ts'
import { createAppointmentWatch } from './appointment-watch.ts'

const testApp = prepareTestApp()
beforeAll(async () => {
  testApp.time.now = new Date('2026-11-23T02:30:00Z')
})

test('an open page is told at the start, and again when its day has changed; of other days it is told to load the tasks', async () => {
  const family = await testApp.signIn('user')
  const { bookingID } = await makeApproved(testApp.context, family.person)
  const { startListening, watch } = createAppointmentWatch(testApp.context)
  await startListening()
  const told: Record<string, string[]> = { '2026-11-25': [], '2026-11-26': [], '2026-11-27': [] }
  const stops = Object.entries(told).map(([day, kinds]) => watch(day, (kind) => kinds.push(kind)))
  expect(Object.values(told)).toEqual([['day'], ['day'], ['day']])

  await family.call(appointmentApi.choose, { body: { bookingID, day: '2026-11-25', time: '10:00' } })
  await expect
    .poll(() => told)
    .toEqual({
      '2026-11-25': ['day', 'day'],
      '2026-11-26': ['day', 'tasks'],
      '2026-11-27': ['day', 'tasks'],
    })

  const [{ appointmentID, version } = { appointmentID: '', version: 0 }] = (await family.call(appointmentApi.mine)).body
  stops[0]?.()
  await family.call(appointmentApi.move, { body: { appointmentID, version, day: '2026-11-26', time: '10:00' } })
  await expect
    .poll(() => told)
    .toEqual({
      '2026-11-25': ['day', 'day'],
      '2026-11-26': ['day', 'tasks', 'day'],
      '2026-11-27': ['day', 'tasks', 'tasks'],
    })
})

test('an open page is told when an urn has moved, because each appointment is shown with its urn', async () => {
  const clerk = await testApp.signIn('staff')
  const { startListening, watch } = createAppointmentWatch(testApp.context)
  await startListening()
  const told: string[] = []
  watch('2026-11-25', (kind) => told.push(kind))
  await makeUrn(testApp.context, clerk)
  await expect.poll(() => told).toEqual(['day', 'day'])
})
