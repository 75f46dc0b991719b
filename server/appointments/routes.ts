import { appointmentApi } from '#contract/appointments/api.ts'
import { createContext } from '#server/core/context.ts'
import { limitStreams } from '#server/http/event-stream.ts'
import { type App, serve } from '#server/http/serve.ts'
import { getCalendarFile, getForBooking, listDay, listOwnAppointments, listTasks } from './appointment-reads.ts'
import { createAppointmentWatch } from './appointment-watch.ts'
import { chooseTime, proposeTime } from './make-appointment.ts'
import { cancelAppointment, moveAppointment, recordMove } from './move-appointment.ts'
import { listSchedules, saveSchedule } from './schedules.ts'

export async function appointmentRoutes(app: App) {
  serve(app, appointmentApi.mine, (context) => listOwnAppointments(context))
  serve(app, appointmentApi.forBooking, (context, { params }) => getForBooking(context, params.bookingID))
  serve(app, appointmentApi.calendar, (context, { params }, reply) => {
    reply.header('content-disposition', 'attachment; filename="appointment.ics"')
    return getCalendarFile(context, params.appointmentID)
  })
  serve(app, appointmentApi.choose, (context, { body }) => chooseTime(context, body))
  serve(app, appointmentApi.propose, (context, { body }) => proposeTime(context, body))
  serve(app, appointmentApi.confirm, (context, { body }) => recordMove(context, 'confirm', body))
  serve(app, appointmentApi.move, (context, { body }) => moveAppointment(context, body))
  serve(app, appointmentApi.cancel, (context, { body }) => cancelAppointment(context, body))
  serve(app, appointmentApi.arrive, (context, { body }) => recordMove(context, 'arrive', body))
  serve(app, appointmentApi.undoArrival, (context, { body }) => recordMove(context, 'undoArrival', body))
  serve(app, appointmentApi.finish, (context, { body }) => recordMove(context, 'finish', body))
  serve(app, appointmentApi.miss, (context, { body }) => recordMove(context, 'miss', body))
  serve(app, appointmentApi.day, (context, { query }) => listDay(context, query.day))
  serve(app, appointmentApi.tasks, (context) => listTasks(context))
  serve(app, appointmentApi.schedules, (context) => listSchedules(context))
  serve(app, appointmentApi.saveSchedule, (context, { body }) => saveSchedule(context, body))

  const openStream = limitStreams('TOO_MANY_STREAMS')
  const { startListening, watch } = createAppointmentWatch(createContext(app.services))
  serve(app, appointmentApi.events, async ({ actor }, { params }, reply) => {
    await startListening()
    const stream = openStream(actor, reply)
    stream.onClose(watch(params.day, (kind) => stream.send({ kind })))
    return undefined
  })
}
