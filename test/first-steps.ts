import { appointmentApi } from '#contract/appointments/api.ts'
import { hallApi } from '#contract/halls/api.ts'
import { houseApi } from '#contract/house/api.ts'
import type { Caller } from './caller.ts'
import { sampleHouse } from './sample-house.ts'
import type { TestApp } from './test-app.ts'
import { makeUserWithTwoFactor } from './two-factor-users.ts'

/** What a house needs before an admin can open it: details, hours for placements in each hall, and a clerk. */
export async function finishFirstSteps(testApp: Pick<TestApp, 'context'>, admin: Caller) {
  await admin.call(houseApi.save, { body: sampleHouse })
  const week = { monday: '', tuesday: '', wednesday: '', thursday: '', friday: '', saturday: '9:00-12:00', sunday: '' }
  for (const { buildingID } of (await admin.call(hallApi.list)).body) {
    const hours = { buildingID, ...week, exceptions: '', slotMinutes: 60, capacity: 1 }
    await admin.call(appointmentApi.saveSchedule, { body: hours })
  }
  await makeUserWithTwoFactor(testApp, { role: 'staff' })
}
