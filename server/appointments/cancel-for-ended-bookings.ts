import { statusAfter } from '#contract/appointments/transitions.ts'
import { isApproved } from '#contract/bookings/booking.ts'
import type { Context } from '#server/core/context.ts'
import { advanceAppointment } from './advance-appointment.ts'
import { reasonsOfJob } from './letters.ts'
import { appointmentState, lockEach } from './locked-appointment.ts'
import { listOfEndedBookings } from './queries.ts'

const atOnce = 100

/** A job cancels the appointments of archived and reopened bookings, because bookings know nothing of appointments. */
export async function cancelForEndedBookings(context: Context) {
  await lockEach(context, await listOfEndedBookings(context.db, atOnce), async (context, existing) => {
    const { booking } = existing.locked
    if (isApproved(booking)) return
    const reason = booking.bookingStatus === 'Pending' ? reasonsOfJob.reopened : reasonsOfJob.archived
    if (statusAfter(appointmentState(existing, context.clock()), 'cancel', 'system'))
      await advanceAppointment(context, existing, 'cancel', { reason })
  })
}
