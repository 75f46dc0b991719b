import { enqueueFamilyLetter } from '#server/bookings/public.ts'
import type { Context } from '#server/core/context.ts'
import { apology } from './letters.ts'
import { lockEach } from './locked-appointment.ts'
import { listUnanswered, markReminded } from './queries.ts'

const atOnce = 100

/** Writes to each family whose proposed time has come before anybody answered. The proposal stays a task of the staff. */
export async function apologiseForUnanswered(context: Context) {
  const now = context.clock()
  await lockEach(context, await listUnanswered(context.db, now, atOnce), async (context, held) => {
    const { appointmentID, status, startsAt, remindedAt } = held.appointment
    if (remindedAt || status !== 'requested' || startsAt > now) return
    await markReminded(context.db, appointmentID, now)
    await enqueueFamilyLetter(context, held.locked, () => apology(held))
  })
}
