import type { Role } from '../roles.ts'
import { type AllowedMove, eventsFrom, eventsOf, findMove } from '../state-table.ts'
import { type AppointmentStatus, expectedStatuses } from './appointment.ts'

/** Everything that decides what may happen to the appointment of a booking next. */
export interface AppointmentState {
  /** The status of the booking's last appointment. */
  status: AppointmentStatus | 'none'
  /** Its day has come, in Singapore. */
  dayCome: boolean
  /** Its time has come. */
  begun: boolean
  /** The urn of the booking was received, and is not in its niche. */
  urnOutside: boolean
}

/** The actors who move an appointment. Background jobs act as `system`. */
type AppointmentMover = Role | 'system'

interface Transition extends AllowedMove<AppointmentState, AppointmentMover> {
  to: AppointmentStatus
}

/** The family has no appointment, so it may make one. */
const without = ['none', 'cancelled', 'not held'] as const

/** Every allowed move of an appointment. Anything not listed is refused. */
export const appointmentTransitions = {
  choose: {
    audit: 'Appointment made',
    moves: [
      { from: { status: [...without, 'requested'] }, by: ['user', 'staff'], to: 'confirmed' },
      { from: { status: 'done' }, by: ['staff'], to: 'confirmed' },
    ],
  },
  propose: {
    audit: 'Time for an appointment proposed',
    moves: [{ from: { status: [...without, 'requested'] }, by: ['user'], to: 'requested' }],
  },
  confirm: {
    audit: 'Proposed time confirmed',
    moves: [{ from: { status: 'requested', begun: false }, by: ['staff'], to: 'confirmed' }],
  },
  move: {
    audit: 'Appointment moved',
    moves: [{ from: { status: expectedStatuses, begun: false }, by: ['user', 'staff'], to: 'moved' }],
  },
  cancel: {
    audit: 'Appointment cancelled',
    moves: [
      { from: { status: 'requested' }, by: ['user', 'staff', 'system'], to: 'cancelled' },
      { from: { status: expectedStatuses, begun: false }, by: ['user'], to: 'cancelled' },
      { from: { status: expectedStatuses }, by: ['staff', 'system'], to: 'cancelled' },
    ],
  },
  arrive: {
    audit: 'Family arrived',
    moves: [{ from: { status: expectedStatuses, dayCome: true }, by: ['staff'], to: 'arrived' }],
  },
  undoArrival: {
    audit: 'Arrival undone',
    moves: [{ from: { status: 'arrived' }, by: ['staff'], to: 'confirmed' }],
  },
  finish: {
    audit: 'Appointment done',
    moves: [
      { from: { status: 'arrived', urnOutside: false }, by: ['staff'], to: 'done' },
      /** Two people have placed the urn, whether or not anybody recorded that the family came. */
      {
        from: { status: [...expectedStatuses, 'arrived'], dayCome: true, urnOutside: false },
        by: ['system'],
        to: 'done',
      },
    ],
  },
  miss: {
    audit: 'Appointment not held',
    moves: [{ from: { status: expectedStatuses, begun: true }, by: ['staff'], to: 'not held' }],
  },
} as const satisfies Record<string, { audit: string; moves: readonly Transition[] }>

export type AppointmentEvent = keyof typeof appointmentTransitions
export const appointmentEvents = eventsOf(appointmentTransitions)

/** The status after this event, if it is allowed. */
export const statusAfter = (
  state: AppointmentState,
  event: AppointmentEvent,
  by: AppointmentMover,
): AppointmentStatus | undefined =>
  findMove<AppointmentState, AppointmentMover, Transition>(appointmentTransitions[event], state, by)?.to

/** The events that this role may trigger now. */
export const appointmentActionsFor = (state: AppointmentState, by: AppointmentMover): AppointmentEvent[] =>
  eventsFrom(appointmentTransitions, state, by)

/** Why the event is refused. */
export function explainAppointmentRefusal({ status, urnOutside }: AppointmentState, event: AppointmentEvent): string {
  if (status === 'none') return 'This booking has no appointment.'
  if (status === 'cancelled') return 'This appointment has been cancelled.'
  if (status === 'not held') return 'This appointment was not held.'
  if (status === 'done') return 'This appointment is over.'
  if (status === 'arrived' && event === 'finish' && urnOutside)
    return 'The urn of this booking is not in its niche yet. Two people place it first.'
  if (status === 'arrived') return 'The family has already arrived.'
  if (event === 'choose' || event === 'propose') return 'This booking already has an appointment.'
  if (event === 'confirm' && status !== 'requested') return 'This time has already been confirmed.'
  if (event === 'confirm')
    return 'This time has passed. Please offer the family another time: choose one for them, or call them.'
  if (event === 'finish' || event === 'undoArrival') return 'The family has not arrived yet.'
  if (event === 'arrive' || event === 'miss')
    return status === 'requested'
      ? 'This time has not been confirmed yet.'
      : 'The time of this appointment has not come yet.'
  return status === 'requested' && event === 'move'
    ? 'This time has not been confirmed yet.'
    : 'The time of this appointment has come. Please call us.'
}
