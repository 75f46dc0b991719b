import { statusAfter } from '#contract/appointments/transitions.ts'
import { isApproved } from '#contract/bookings/booking.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { advanceAppointment } from './advance-appointment.ts'
import { appointmentState, holdUnlessLocked } from './held-appointment.ts'
import { listOfEndedBookings } from './queries.ts'

const atOnce = 100

/** Archiving or reopening a booking does not wait for its appointment, which is cancelled within seconds. */
export async function cancelForEndedBookings(context: Context) {
  for (const found of await listOfEndedBookings(context.db, atOnce)) {
    await inTransaction(context, async (context) => {
      const held = await holdUnlessLocked(context, found)
      if (!held || isApproved(held.locked.booking)) return
      if (statusAfter(appointmentState(held, context.clock()), 'cancel', 'system'))
        await advanceAppointment(context, held, 'cancel', { reason: 'The booking has ended.' })
    })
  }
}
