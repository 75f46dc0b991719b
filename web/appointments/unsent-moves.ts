import { type Appointment, appointmentApi } from '#contract/appointments/api.ts'
import { callApi } from '#web/api/call-api.ts'
import { newID } from '#web/api/new-id.ts'
import { refresh } from '#web/api/use-api.ts'
import { createOfflineQueue, type QueuedCalls } from '#web/session/offline-queue.ts'
import { appointmentReads } from './appointment-reads.ts'

const recordedEvents = ['arrive', 'undoArrival', 'finish', 'miss', 'confirm'] as const
export type RecordedEvent = (typeof recordedEvents)[number]

interface UnsentMove {
  event: RecordedEvent
  version: number
  moveID: string
}
/** The moves by appointment ID. */
export type UnsentMoves = QueuedCalls<UnsentMove>

export const unsentMoves = createOfflineQueue<UnsentMove>({
  draftName: 'placements',
  idOf: ({ moveID }) => moveID,
  send: (appointmentID, { event, ...move }) => callApi(appointmentApi[event], { body: { appointmentID, ...move } }),
  onAnswered: () => refresh(...appointmentReads),
})

export function recordMove(
  { appointmentID, version }: Pick<Appointment, 'appointmentID' | 'version'>,
  event: RecordedEvent,
) {
  if (unsentMoves.get()[appointmentID]) return
  unsentMoves.add(appointmentID, { event, version, moveID: newID() })
}
