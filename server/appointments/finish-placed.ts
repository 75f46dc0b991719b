import { statusAfter } from '#contract/appointments/transitions.ts'
import { addDays, toDay, toInstant } from '#contract/dates.ts'
import type { Context } from '#server/core/context.ts'
import { advanceAppointment } from './advance-appointment.ts'
import { appointmentState, lockEach } from './locked-appointment.ts'
import { listPlaced } from './queries.ts'

const atOnce = 100

/** A job ends the appointment of an urn that two people have placed, because urns know nothing of appointments. */
export async function finishPlaced(context: Context) {
  const tomorrow = toInstant(addDays(toDay(context.clock()), 1), '00:00')
  await lockEach(context, await listPlaced(context.db, tomorrow, atOnce), async (context, existing) => {
    if (statusAfter(appointmentState(existing, context.clock()), 'finish', 'system'))
      await advanceAppointment(context, existing, 'finish', { reason: 'The urn was placed.' })
  })
}
