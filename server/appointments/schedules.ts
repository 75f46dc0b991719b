import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { ScheduleForm } from '#contract/appointments/api.ts'
import { openStatuses } from '#contract/appointments/appointment.ts'
import { readCalendar } from '#contract/appointments/free-times.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { appointments, buildings, hallSchedules } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import type { Db } from '#server/ports/database.ts'
import { lockSchedule } from './slots.ts'

export async function listSchedules({ db }: SignedInContext): Promise<ScheduleForm[]> {
  const rows = await db
    .select()
    .from(hallSchedules)
    .where(sql`${hallSchedules.hours}::text ~ '[0-9]' or ${hallSchedules.exceptions} <> ''`)
  return rows.map(({ hours, ...schedule }) => ({ ...schedule, ...hours }))
}

/** Appointments that the new hours leave out stay; the reply counts them. */
export const saveSchedule = (context: SignedInContext, form: ScheduleForm) =>
  inTransaction(context, async (context) => {
    const { db, clock } = context
    const { buildingID, exceptions, slotMinutes, capacity, ...hours } = form
    const [hall] = await db.select().from(buildings).where(eq(buildings.buildingID, buildingID))
    if (!hall) throw new AppError('NOT_FOUND')
    await lockSchedule(db, buildingID)
    const schedule = { hours, exceptions, slotMinutes, capacity }
    await db.update(hallSchedules).set(schedule).where(eq(hallSchedules.buildingID, buildingID))
    await record(context, 'hall.hours_changed', buildingID, { hall: hall.buildingName, ...schedule })
    const { hasSlotAt } = readCalendar(schedule)
    const coming = await listComing(db, buildingID, clock())
    return { outside: coming.filter(({ startsAt }) => !hasSlotAt(startsAt)).length }
  })

const listComing = (db: Db, buildingID: string, now: Date) =>
  db
    .select({ startsAt: appointments.startsAt })
    .from(appointments)
    .where(
      and(
        eq(appointments.buildingID, buildingID),
        inArray(appointments.status, openStatuses),
        gt(appointments.startsAt, now),
      ),
    )
