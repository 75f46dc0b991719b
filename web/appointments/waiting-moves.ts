import { type Appointment, appointmentApi } from '#contract/appointments/api.ts'
import { callApi } from '#web/api/call-api.ts'
import { newID } from '#web/api/new-id.ts'
import { refresh } from '#web/api/use-api.ts'
import { createOfflineQueue, type QueuedCalls } from '#web/session/offline-queue.ts'
import { changesAppointments } from './changes-appointments.ts'

const recordedEvents = ['arrive', 'undoArrival', 'finish', 'miss', 'confirm'] as const
export type RecordedEvent = (typeof recordedEvents)[number]

interface WaitingMove {
  event: RecordedEvent
  version: number
  moveID: string
}
/** Keyed by appointment ID. */
export type WaitingMoves = QueuedCalls<WaitingMove>

export const waitingMoves = createOfflineQueue<WaitingMove>({
  draftName: 'placements',
  idOf: ({ moveID }) => moveID,
  send: (appointmentID, { event, ...move }) => callApi(appointmentApi[event], { body: { appointmentID, ...move } }),
  onAnswered: () => refresh(...changesAppointments),
})

export function recordMove(
  { appointmentID, version }: Pick<Appointment, 'appointmentID' | 'version'>,
  event: RecordedEvent,
) {
  if (waitingMoves.get()[appointmentID]) return
  waitingMoves.add(appointmentID, { event, version, moveID: newID() })
}
