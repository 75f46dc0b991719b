import { enqueueFamilyLetter } from '#server/bookings/public.ts'
import type { Context } from '#server/core/context.ts'
import { apology } from './letters.ts'
import { lockEach } from './locked-appointment.ts'
import { listUnanswered, markReminded } from './queries.ts'

const atOnce = 100

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
