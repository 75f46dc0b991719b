import { useEffect, useState } from 'react'
import { type AppointmentsEvent, appointmentApi } from '#contract/appointments/api.ts'
import { followStream, type StreamState } from '#web/api/follow-stream.ts'
import { urlFor } from '#web/api/request.ts'
import { refresh } from '#web/api/use-api.ts'

/**
 * Reloads the day and the tasks when the server says that they have changed. False while the event stream is broken.
 */
export function useLiveAppointments(day: string): boolean {
  const [state, setState] = useState<StreamState>('opening')
  useEffect(
    () =>
      followStream<AppointmentsEvent>(urlFor(appointmentApi.events, { params: { day } }), {
        onState: setState,
        onEvent: ({ kind }) => void refresh(...(kind === 'day' ? [appointmentApi.day] : []), appointmentApi.tasks),
      }),
    [day],
  )
  return state !== 'broken'
}

/** Options of a query that polls while the event stream is broken. */
export const pollWithoutStream = (isLive: boolean) => (isLive ? {} : { refetchInterval: 5000 })
