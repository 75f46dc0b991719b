import { expectedStatuses } from '#contract/appointments/appointment.ts'
import { addDays, toDay, toInstant } from '#contract/dates.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { holdUnlessLocked } from './held-appointment.ts'
import { enqueueReminder } from './letters.ts'
import { listToRemind, markReminded } from './queries.ts'

const atOnce = 100
/** So that no letter is sent at midnight. */
const firstHour = '09:00'

/** Reminds each family once, from nine o'clock of the day before on. Skips bookings that another replica has locked. */
export async function remindOfAppointments(context: Context) {
  const now = context.clock()
  const today = toDay(now)
  if (now < toInstant(today, firstHour)) return
  const [from, until] = [toInstant(addDays(today, 1), '00:00'), toInstant(addDays(today, 2), '00:00')]
  for (const found of await listToRemind(context.db, from, until, atOnce)) {
    await inTransaction(context, async (context) => {
      const held = await holdUnlessLocked(context, found)
      const appointment = held?.appointment
      if (!held || !appointment || appointment.remindedAt) return
      if (!expectedStatuses.some((status) => status === appointment.status)) return
      await markReminded(context.db, appointment.appointmentID, now)
      await enqueueReminder(context, { ...held, appointment })
    })
  }
}
