import { isExpected } from '#contract/appointments/appointment.ts'
import { statusAfter } from '#contract/appointments/transitions.ts'
import { isApproved } from '#contract/bookings/booking.ts'
import { addDays, toDay, toInstant } from '#contract/dates.ts'
import { enqueueFamilyLetter } from '#server/bookings/public.ts'
import type { Context } from '#server/core/context.ts'
import { advanceAppointment } from './advance-appointment.ts'
import { apology, reasonsOfJob, reminderLetter } from './letters.ts'
import { appointmentState, lockEach } from './locked-appointment.ts'
import { listOfEndedBookings, listPlaced, listToRemind, listUnanswered, markReminded } from './queries.ts'

const atOnce = 100

/** Cancels the appointments of archived and reopened bookings, because bookings know nothing of appointments. */
export async function cancelForEndedBookings(context: Context) {
  await lockEach(context, await listOfEndedBookings(context.db, atOnce), async (context, existing) => {
    const { booking } = existing.locked
    if (isApproved(booking)) return
    const reason = booking.bookingStatus === 'Pending' ? reasonsOfJob.reopened : reasonsOfJob.archived
    if (statusAfter(appointmentState(existing, context.clock()), 'cancel', 'system'))
      await advanceAppointment(context, existing, 'cancel', { reason })
  })
}

/** Ends the appointment of an urn that two people have placed, because urns know nothing of appointments. */
export async function finishPlaced(context: Context) {
  const tomorrow = toInstant(addDays(toDay(context.clock()), 1), '00:00')
  await lockEach(context, await listPlaced(context.db, tomorrow, atOnce), async (context, existing) => {
    if (statusAfter(appointmentState(existing, context.clock()), 'finish', 'system'))
      await advanceAppointment(context, existing, 'finish', { reason: 'The urn was placed.' })
  })
}

/** Reminders wait for this time, so that none is sent at night. */
const firstHour = '09:00'

/** Reminds each family once, from nine o'clock of the day before on. Skips bookings that another replica has locked. */
export async function remindOfAppointments(context: Context) {
  const now = context.clock()
  const today = toDay(now)
  if (now < toInstant(today, firstHour)) return
  const [from, until] = [toInstant(addDays(today, 1), '00:00'), toInstant(addDays(today, 2), '00:00')]
  await lockEach(context, await listToRemind(context.db, from, until, atOnce), async (context, existing) => {
    const { appointmentID, status, remindedAt } = existing.appointment
    if (remindedAt || !isExpected(status)) return
    await markReminded(context.db, appointmentID, now)
    await enqueueFamilyLetter(context, existing.locked, () => reminderLetter(existing))
  })
}

/** Writes to each family whose proposed time has come before anybody answered. The proposal stays a task of the staff. */
export async function apologiseForUnanswered(context: Context) {
  const now = context.clock()
  await lockEach(context, await listUnanswered(context.db, now, atOnce), async (context, existing) => {
    const { appointmentID, status, startsAt, remindedAt } = existing.appointment
    if (remindedAt || status !== 'requested' || startsAt > now) return
    await markReminded(context.db, appointmentID, now)
    await enqueueFamilyLetter(context, existing.locked, () => apology(existing))
  })
}
