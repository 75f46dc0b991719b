import type { z } from 'zod'
import type { appointmentApi } from '#contract/appointments/api.ts'
import type { AppointmentEvent } from '#contract/appointments/transitions.ts'
import { toInstant } from '#contract/dates.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { advanceAppointment, type MoveDetails } from './advance-appointment.ts'
import { type LockedAppointment, lockAppointment } from './locked-appointment.ts'
import { requireFamily, type SentMove, timeOf, wasDone } from './make-appointment.ts'
import { findAppointment } from './queries.ts'

type Seen = z.output<typeof appointmentApi.arrive.body>

/** What staff record on the day. */
export const recordMove = (context: SignedInContext, event: AppointmentEvent, seen: Seen) =>
  changeAppointment(context, seen, { event }, (context, lockedAppointment) =>
    advanceAppointment(context, lockedAppointment, event, idOf(seen)),
  )

export const cancelAppointment = (context: SignedInContext, form: z.output<typeof appointmentApi.cancel.body>) =>
  changeAppointment(context, form, { event: 'cancel', reason: form.reason }, (context, lockedAppointment) =>
    advanceAppointment(context, lockedAppointment, 'cancel', { ...idOf(form), reason: form.reason }),
  )

export const moveAppointment = (context: SignedInContext, form: z.output<typeof appointmentApi.move.body>) =>
  changeAppointment(
    context,
    form,
    { event: 'move', startsAt: toInstant(form.day, form.time) },
    (context, lockedAppointment) =>
      advanceAppointment(context, lockedAppointment, 'move', {
        ...idOf(form),
        startsAt: timeOf(form, context.clock()),
      }),
  )

const idOf = ({ moveID }: Seen): MoveDetails => ({ moveID })

const changeAppointment = (
  context: SignedInContext,
  { appointmentID, version, moveID }: Seen,
  sent: Omit<SentMove, 'moveID'>,
  change: (context: SignedInContext, lockedAppointment: LockedAppointment) => Promise<void>,
) =>
  inTransaction(context, async (context) => {
    const found = await findAppointment(context.db, appointmentID)
    const lockedAppointment =
      found && (await lockAppointment(context, found.bookingID, () => findAppointment(context.db, appointmentID)))
    if (!lockedAppointment) throw new AppError('NOT_FOUND')
    await requireFamily(context, lockedAppointment)
    if (await wasDone(context, lockedAppointment, { moveID, ...sent })) return
    if (lockedAppointment.appointment?.version !== version) throw new AppError('APPOINTMENT_CHANGED')
    await change(context, lockedAppointment)
  })
