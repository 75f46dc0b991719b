import type { AppointmentState } from '#contract/appointments/transitions.ts'
import { toDay } from '#contract/dates.ts'
import { isInNiche, type UrnWhereabouts } from '#contract/urns/moves.ts'
import { type LockedBooking, lockBooking } from '#server/bookings/public.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { findUrnsOf } from '#server/urns/public.ts'
import { type AppointmentRow, findAppointment, findLocation, type Location } from './queries.ts'

/** An appointment, or none, with its booking locked until the transaction ends. */
export interface LockedAppointment {
  locked: LockedBooking
  location: Location
  appointment: AppointmentRow | undefined
  /** Undefined if the booking has no urn yet. */
  urnPlace: UrnWhereabouts | undefined
}

export type ExistingAppointment = LockedAppointment & { appointment: AppointmentRow }

/** Undefined if the booking does not exist, or with `skipLocked` if another transaction has it. */
export async function lockAppointment(
  { db }: Context,
  bookingID: string,
  find: (bookingID: string) => Promise<AppointmentRow | undefined>,
  lock: Parameters<typeof lockBooking>[2] = {},
): Promise<LockedAppointment | undefined> {
  const locked = await lockBooking(db, bookingID, lock)
  if (!locked) return undefined
  return {
    locked,
    location: await findLocation(db, locked.booking.nicheID),
    appointment: await find(bookingID),
    urnPlace: (await findUrnsOf(db, [bookingID])).get(bookingID)?.place,
  }
}

/**
 * Works on each appointment in its own transaction, for background jobs. A locked booking is skipped until the next
 * run.
 */
export async function lockEach(
  context: Context,
  found: readonly Pick<AppointmentRow, 'bookingID' | 'appointmentID'>[],
  work: (context: Context, existing: ExistingAppointment) => Promise<void>,
) {
  for (const { bookingID, appointmentID } of found) {
    await inTransaction(context, async (context) => {
      const find = () => findAppointment(context.db, appointmentID)
      const lockedAppointment = await lockAppointment(context, bookingID, find, { skipLocked: true })
      if (lockedAppointment?.appointment)
        await work(context, { ...lockedAppointment, appointment: lockedAppointment.appointment })
    })
  }
}

export const appointmentState = (
  { appointment, urnPlace }: Pick<LockedAppointment, 'appointment' | 'urnPlace'>,
  now: Date,
): AppointmentState => ({
  status: appointment?.status ?? 'none',
  dayCome: appointment !== undefined && toDay(appointment.startsAt) <= toDay(now),
  begun: appointment !== undefined && appointment.startsAt <= now,
  urnOutside: urnPlace !== undefined && !isInNiche(urnPlace),
})
