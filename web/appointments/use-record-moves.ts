import { useCallback, useEffect, useState } from 'react'
import { type Appointment, appointmentApi } from '#contract/appointments/api.ts'
import { ApiError, toErrorMessage } from '#web/api/api-error.ts'
import { callApi } from '#web/api/call-api.ts'
import { retryWhenConnected } from '#web/api/connection.ts'
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
type WaitingMoves = Record<string, WaitingMove>

const draftName = 'placements'
const readWaiting = (): WaitingMoves => ({ ...readDraft<WaitingMoves>(draftName) }) as WaitingMoves

/** Several parts of the page send moves, so what waits is kept outside them. */
const sending = new Set<string>()

/**
 * Records what happens at the wall. A move is kept in this tab until the server has answered, also over a reload, and is sent
 * when the connection is back.
 */
export function useRecordMoves() {
  const [waiting, setWaiting] = useState(readWaiting)

  const keep = useCallback((change: (last: WaitingMoves) => WaitingMoves) => {
    const next = change(readWaiting())
    saveDraft(draftName, next)
    setWaiting(next)
  }, [])

  const send = useCallback(
    async (appointmentID: string, { event, ...move }: WaitingMove) => {
      if (sending.has(move.moveID)) return
      sending.add(move.moveID)
      try {
        const refusal = await retryWhenConnected(() => sendMove(event, { appointmentID, ...move }))
        if (refusal) toast.error(toErrorMessage(refusal))
      } catch (error) {
        toast.error(toErrorMessage(error))
      } finally {
        sending.delete(move.moveID)
        keep(({ [appointmentID]: _, ...others }) => others)
        void refresh(...changesAppointments)
      }
    },
    [keep],
  )

  useEffect(() => {
    for (const [appointmentID, move] of Object.entries(readWaiting())) void send(appointmentID, move)
  }, [send])

  const record = ({ appointmentID, version }: Pick<Appointment, 'appointmentID' | 'version'>, event: RecordedEvent) => {
    if (waiting[appointmentID]) return
    const move = { event, version, moveID: crypto.randomUUID() }
    keep((last) => ({ ...last, [appointmentID]: move }))
    void send(appointmentID, move)
  }
  return { waiting, record }
}
export type RecordMoves = ReturnType<typeof useRecordMoves>

/** Only a lost connection is tried again; a refusal is an answer. */
async function sendMove(event: RecordedEvent, body: { appointmentID: string; version: number; moveID: string }) {
  try {
    await callApi(appointmentApi[event], { body })
    return undefined
  } catch (error) {
    if (error instanceof ApiError && !error.isNetworkFailure) return error
    throw error
  }
}
