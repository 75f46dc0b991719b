import type { z } from 'zod'
import type { appointmentApi } from '#contract/appointments/api.ts'
import type { AppointmentEvent } from '#contract/appointments/transitions.ts'
import { toInstant } from '#contract/dates.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { advanceAppointment, type MoveDetails } from './advance-appointment.ts'
import { lockAppointment } from './locked-appointment.ts'
import { requireComing, requireFamily, wasDone } from './make-appointment.ts'
import { findAppointment } from './queries.ts'

type Seen = z.output<typeof appointmentApi.arrive.body>

/** What staff record on the day. */
export const recordMove = (context: SignedInContext, event: AppointmentEvent, seen: Seen) =>
  changeAppointment(context, seen, event)

export const cancelAppointment = (context: SignedInContext, form: z.output<typeof appointmentApi.cancel.body>) =>
  changeAppointment(context, form, 'cancel', { reason: form.reason })

export const moveAppointment = (context: SignedInContext, form: z.output<typeof appointmentApi.move.body>) =>
  changeAppointment(context, form, 'move', { startsAt: toInstant(form.day, form.time) })

const changeAppointment = (
  context: SignedInContext,
  { appointmentID, version, moveID }: Seen,
  event: AppointmentEvent,
  details: Pick<MoveDetails, 'startsAt' | 'reason'> = {},
) =>
  inTransaction(context, async (context) => {
    const found = await findAppointment(context.db, appointmentID)
    const lockedAppointment =
      found && (await lockAppointment(context, found.bookingID, () => findAppointment(context.db, appointmentID)))
    if (!lockedAppointment) throw new AppError('NOT_FOUND')
    await requireFamily(context, lockedAppointment)
    if (await wasDone(context, lockedAppointment, { moveID, event, ...details })) return
    if (lockedAppointment.appointment?.version !== version) throw new AppError('APPOINTMENT_CHANGED')
    if (details.startsAt) requireComing(details.startsAt, context.clock())
    await advanceAppointment(context, lockedAppointment, event, { moveID, ...details })
  })
