import { and, eq, inArray, min, sql } from 'drizzle-orm'
import { addDays, dayMs, toDay } from '#contract/dates.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { lockNumbers } from '#server/database/lock-numbers.ts'
import { appointmentMoves, appointmentSlots, appointments, auditLog, hallSchedules } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'

/**
 * Postpones the open appointments that the demo came with by the days that have passed, so that there is always a day of placements
 * today. Those that people have made or moved since stay: they have letters with that time.
 */
export async function renewDemoDays(outer: Context) {
  if (outer.config.mode !== 'demo') return
  await inTransaction(outer, async ({ db, clock }) => {
    await db.execute(sql`select pg_advisory_xact_lock(${lockNumbers.demoSeed})`)
    for (const hall of await db.select().from(hallSchedules)) {
      const days = daysBetween(await findFirstOpen(db, hall.buildingID), clock())
      if (days > 0) await postpone(db, hall, days)
    }
  })
}

/** The condition is written as in the partial index; otherwise PostgreSQL does not use the index. */
const isOpen = inArray(appointments.status, ['requested', 'confirmed', 'moved', 'arrived']).inlineParams()
/** Only moves made by a call are in the audit log. */
const isUntouched = sql`not exists (select from ${auditLog}
  where ${auditLog.subject} = ${appointments.bookingID} and ${auditLog.action} like 'appointment.%')`
const isRenewed = (buildingID: string) => and(eq(appointments.buildingID, buildingID), isOpen, isUntouched)

const findFirstOpen = async (db: Db, buildingID: string) =>
  (
    await db
      .select({ first: min(appointments.startsAt) })
      .from(appointments)
      .where(isRenewed(buildingID))
  )[0]?.first

const daysBetween = (first: Date | null | undefined, now: Date) =>
  first ? (Date.parse(toDay(now)) - Date.parse(toDay(first))) / dayMs : 0

/** Removes the slots and adds them again, because a slot that is moved could collide with one that is not moved yet. */
async function postpone(db: Db, { buildingID, exceptions }: typeof hallSchedules.$inferSelect, days: number) {
  const later = (column: unknown) => sql`${column} + make_interval(days => ${days}::int)`
  const ids = (await db.select({ id: appointments.appointmentID }).from(appointments).where(isRenewed(buildingID))).map(
    ({ id }) => id,
  )
  const slots = await db.delete(appointmentSlots).where(inArray(appointmentSlots.appointmentID, ids)).returning()
  await db
    .update(appointments)
    .set({
      startsAt: later(appointments.startsAt),
      endsAt: later(appointments.endsAt),
      createdAt: later(appointments.createdAt),
      remindedAt: null,
    })
    .where(inArray(appointments.appointmentID, ids))
  await db
    .update(appointmentMoves)
    .set({ startsAt: later(appointmentMoves.startsAt), at: later(appointmentMoves.at) })
    .where(inArray(appointmentMoves.appointmentID, ids))
  for (const slot of slots) await takeSeat(db, { ...slot, ...shifted(slot, days) })
  await db
    .update(hallSchedules)
    .set({ exceptions: exceptions.replaceAll(/\d{4}-\d{2}-\d{2}/g, (day) => addDays(day, days)) })
    .where(eq(hallSchedules.buildingID, buildingID))
}

/** Somebody may have its seat now: then one more than the hall receives, as after its capacity was lowered. */
async function takeSeat(db: Db, { seat, ...slot }: typeof appointmentSlots.$inferInsert) {
  const taken = await db
    .insert(appointmentSlots)
    .values({ ...slot, seat })
    .onConflictDoNothing()
    .returning()
  if (taken.length === 0) await takeSeat(db, { ...slot, seat: seat + 1 })
}

const shifted = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }, days: number) => ({
  startsAt: new Date(startsAt.getTime() + days * dayMs),
  endsAt: new Date(endsAt.getTime() + days * dayMs),
})
