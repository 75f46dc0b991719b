import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { isIsoDay } from '#contract/dates.ts'
import { serverDay } from '#web/api/server-clock.ts'
import { useOfflineQueue } from '#web/session/offline-queue.ts'
import { Page } from '#web/ui/Page.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { ReceiveDialog } from '#web/urns/ReceiveDialog.tsx'
import { DayPicker } from './DayPicker.tsx'
import { PlacementDay } from './PlacementDay.tsx'
import { PlacementTasks } from './PlacementTasks.tsx'
import { unsentMoves } from './unsent-moves.ts'
import { useLiveAppointments } from './use-live-appointments.ts'

/** The placements of a day, by hall and time, and what else there is to do. Used at the counter and at the wall. */
export function PlacementsPage() {
  const [search, setSearch] = useSearchParams()
  const chosen = search.get('day') ?? ''
  const day = isIsoDay(chosen) ? chosen : serverDay()
  const isLive = useLiveAppointments(day)
  const unsent = useOfflineQueue(unsentMoves)
  const [received, setReceived] = useState<string>()
  return (
    <Page title="Placements" actions={<PrintButton>Print this day</PrintButton>}>
      <DayPicker day={day} onChange={(next) => setSearch({ ...Object.fromEntries(search), day: next })} />
      <PlacementDay day={day} isLive={isLive} unsent={unsent} onReceive={setReceived} />
      <PlacementTasks isLive={isLive} unsent={unsent} />
      {received && <ReceiveDialog bookingID={received} onClose={() => setReceived(undefined)} />}
    </Page>
  )
}
