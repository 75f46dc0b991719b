import { isExpected } from '#contract/appointments/appointment.ts'
import { addDays, toDay, toInstant } from '#contract/dates.ts'
import { enqueueFamilyLetter } from '#server/bookings/public.ts'
import type { Context } from '#server/core/context.ts'
import { reminderLetter } from './letters.ts'
import { lockEach } from './locked-appointment.ts'
import { listToRemind, markReminded } from './queries.ts'

const atOnce = 100

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
