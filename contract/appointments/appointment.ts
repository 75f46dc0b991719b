import { formatWeekday, toDay, toTime } from '../dates.ts'
import type { UrnWhereabouts } from '../urns/moves.ts'
import { spoken, t } from '../words/t.ts'

export const appointmentStatuses = [
  'requested',
  'confirmed',
  'moved',
  'cancelled',
  'arrived',
  'done',
  'not held',
] as const
export type AppointmentStatus = (typeof appointmentStatuses)[number]

/** The statuses of an appointment that is still to come or going on. A booking has at most one of these. */
export const openStatuses = [
  'requested',
  'confirmed',
  'moved',
  'arrived',
] as const satisfies readonly AppointmentStatus[]

/** What the family may still expect on that day. */
export const expectedStatuses = ['confirmed', 'moved'] as const satisfies readonly AppointmentStatus[]

export const isOpen = (status: AppointmentStatus) => openStatuses.some((each) => each === status)
export const isExpected = (status: AppointmentStatus) => expectedStatuses.some((each) => each === status)

/** The appointment is over, or its urn is in the niche, so staff have nothing left to do. */
export const isConcluded = ({ status, urn }: { status: AppointmentStatus; urn: { place: UrnWhereabouts } | null }) =>
  !isOpen(status) || urn?.place === 'niche'

/** The names of the statuses on badges. */
export const appointmentLabels: Record<AppointmentStatus, string> = {
  requested: 'Requested',
  confirmed: 'Confirmed',
  moved: 'Moved',
  cancelled: 'Cancelled',
  arrived: 'Arrived',
  done: 'Done',
  'not held': 'Not held',
}

/** The sentence in letters and on the page: the urn may have been received before. */
export const whatToBring = (isUrnHere: boolean) =>
  isUrnHere
    ? 'The urn is with us already. Please bring your identity card or passport.'
    : 'Please bring the urn, the cremation certificate, and your identity card or passport.'

/** The time in Singapore: `Wednesday, 25 Nov 2026, 10:00 to 11:00`. */
export const formatAppointment = (startsAt: Date, endsAt: Date): string =>
  t`${spokenWeekday(toDay(startsAt))}, ${toTime(startsAt)} to ${toTime(endsAt)}`

/** `Wednesday, 25 Nov 2026`. */
export const spokenWeekday = (day: string): string => spoken().weekday?.(day) ?? formatWeekday(day)
