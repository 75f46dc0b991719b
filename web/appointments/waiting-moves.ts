import { type Appointment, appointmentApi } from '#contract/appointments/api.ts'
import { ApiError, toErrorMessage } from '#web/api/api-error.ts'
import { callApi } from '#web/api/call-api.ts'
import { pauseUntilConnected } from '#web/api/connection.ts'
import { refresh } from '#web/api/use-api.ts'
import { readDraft, saveDraft } from '#web/session/drafts.ts'
import { toast } from '#web/ui/toast.ts'
import { changesAppointments } from './changes-appointments.ts'

export const recordedEvents = ['arrive', 'undoArrival', 'finish', 'miss', 'confirm'] as const
export type RecordedEvent = (typeof recordedEvents)[number]

interface WaitingMove {
  event: RecordedEvent
  version: number
  /** The server does the move once, however often it is sent. */
  moveID: string
}
/** By appointment. */
export type WaitingMoves = Readonly<Record<string, WaitingMove>>

/** What was recorded and is not answered yet. Kept in this tab, also over a reload, like the drafts of forms. */
let waiting: WaitingMoves = {}
const draftName = 'placements'
const sending = new Set<string>()
const listeners = new Set<() => void>()
const pauseMs = 2000

export const getWaitingMoves = () => waiting

export function onWaitingMoves(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sends what was kept before a reload. */
export function sendWaitingMoves() {
  setWaiting(readKept())
  for (const [appointmentID, move] of Object.entries(waiting)) void send(appointmentID, move)
}

export function recordMove(
  { appointmentID, version }: Pick<Appointment, 'appointmentID' | 'version'>,
  event: RecordedEvent,
) {
  if (waiting[appointmentID]) return
  const move = { event, version, moveID: crypto.randomUUID() }
  keep({ ...waiting, [appointmentID]: move })
  void send(appointmentID, move)
}

async function send(appointmentID: string, move: WaitingMove) {
  if (sending.has(move.moveID)) return
  sending.add(move.moveID)
  const error = await sendUntilAnswered(appointmentID, move)
  sending.delete(move.moveID)
  /** It stays until the clerk has signed in again. */
  if (error instanceof ApiError && error.status === 401) return
  const { [appointmentID]: _, ...others } = waiting
  keep(others)
  if (error) toast.error(toErrorMessage(error))
  await refresh(...changesAppointments)
}

/** Returns the refusal, if there is one. Ends without an answer if the move was removed, as logging out does. */
async function sendUntilAnswered(appointmentID: string, { event, ...move }: WaitingMove): Promise<unknown> {
  while (readKept()[appointmentID]?.moveID === move.moveID) {
    try {
      await callApi(appointmentApi[event], { body: { appointmentID, ...move } })
      return undefined
    } catch (error) {
      if (!(error instanceof ApiError) || !isUnanswered(error)) return error
    }
    await pauseUntilConnected(pauseMs)
  }
  return undefined
}

/** A proxy answers 502 to 504 while no server runs behind it. */
const isUnanswered = ({ isNetworkFailure, status }: ApiError) => isNetworkFailure || (status >= 502 && status <= 504)

const readKept = (): WaitingMoves => (readDraft<Record<string, WaitingMove>>(draftName) ?? {}) as WaitingMoves

function keep(moves: WaitingMoves) {
  saveDraft(draftName, moves)
  setWaiting(moves)
}

function setWaiting(moves: WaitingMoves) {
  waiting = moves
  for (const listener of listeners) listener()
}
