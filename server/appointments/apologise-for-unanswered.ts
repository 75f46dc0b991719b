import { type Context, inTransaction } from '#server/core/context.ts'
import { holdUnlessLocked } from './held-appointment.ts'
import { enqueueApology } from './letters.ts'
import { listUnanswered, markReminded } from './queries.ts'

const atOnce = 100

/** Writes to each family whose proposed time has come before anybody answered. The proposal stays a task of the staff. */
export async function apologiseForUnanswered(context: Context) {
  const now = context.clock()
  for (const found of await listUnanswered(context.db, now, atOnce)) {
    await inTransaction(context, async (context) => {
      const held = await holdUnlessLocked(context, found)
      const appointment = held?.appointment
      if (!held || !appointment || appointment.remindedAt || appointment.status !== 'requested') return
      if (appointment.startsAt > now) return
      await markReminded(context.db, appointment.appointmentID, now)
      await enqueueApology(context, { ...held, appointment })
    })
  }
}
