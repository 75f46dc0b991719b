import type { StaffAppointment } from '#contract/appointments/api.ts'
import { isConcluded } from '#contract/appointments/appointment.ts'

const soonMs = 30 * 60_000

type Row = Pick<StaffAppointment, 'appointmentID' | 'status' | 'urn' | 'startsAt' | 'endsAt'>

/**
 * The appointment that staff deal with now: the first whose family has arrived, otherwise the first that is going on or
 * begins within half an hour.
 */
export function findCurrent(rows: readonly Row[], now: Date): string | undefined {
  const left = rows
    .filter((row) => !isConcluded(row) && row.status !== 'requested')
    .sort((one, other) => one.startsAt.localeCompare(other.startsAt))
  const isNow = ({ startsAt, endsAt }: Row) =>
    Date.parse(startsAt) - soonMs <= now.getTime() && now.getTime() < Date.parse(endsAt)
  return (left.find(({ status }) => status === 'arrived') ?? left.find(isNow))?.appointmentID
}
