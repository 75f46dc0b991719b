import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { appointmentApi } from '#contract/appointments/api.ts'
import { isOpen } from '#contract/appointments/appointment.ts'
import { addDays, formatWeekday, isIsoDay } from '#contract/dates.ts'
import { serverDay } from '#web/api/server-clock.ts'
import { useApi } from '#web/api/use-api.ts'
import { MarkedHalls } from '#web/niches/house-picture/MarkedHalls.tsx'
import { useOfflineQueue } from '#web/session/offline-queue.ts'
import { AllAtOnce } from '#web/ui/AllAtOnce.tsx'
import { Button } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { DateField } from '#web/ui/form/TextField.tsx'
import { Page } from '#web/ui/Page.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { ReceiveDialog } from '#web/urns/ReceiveDialog.tsx'
import { PlacementDay } from './PlacementDay.tsx'
import styles from './PlacementsPage.module.css'
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
  const isPhone = useMediaQuery('(width < 48rem)')
  const halls = <HallsOfDay day={day} />
  const [received, setReceived] = useState<string>()
  return (
    <Page title="Placements" actions={<PrintButton>Print this day</PrintButton>}>
      <DayPicker day={day} onChange={(next) => setSearch({ ...Object.fromEntries(search), day: next })} />
      <AllAtOnce loading="Loading the placements...">
        {!isPhone && halls}
        <div className={styles.dayAndTasks}>
          <div className={common.stack5}>
            <PlacementDay day={day} isLive={isLive} unsent={unsent} onReceive={setReceived} />
          </div>
          <PlacementTasks isLive={isLive} unsent={unsent} />
        </div>
        {isPhone && halls}
      </AllAtOnce>
      {received && <ReceiveDialog bookingID={received} onClose={() => setReceived(undefined)} />}
    </Page>
  )
}

/** Shows where the urns of the day go. On a phone it is below all that is done at the wall. */
function HallsOfDay({ day }: { day: string }) {
  const placements = useApi(appointmentApi.day, { query: { day } }, { what: 'placements' }).data ?? []
  return <MarkedHalls urns={placements.filter(({ status }) => isOpen(status))} />
}

function DayPicker({ day, onChange }: { day: string; onChange: (day: string) => void }) {
  const today = serverDay()
  return (
    <div className={`${common.spread} ${styles.picker}`}>
      <h2>{formatWeekday(day)}</h2>
      <div className={styles.controls} data-screen-only>
        <Button variant="secondary" aria-label="The day before" onClick={() => onChange(addDays(day, -1))}>
          <ChevronLeft size={20} aria-hidden="true" />
        </Button>
        <DateField
          label="Day"
          value={day}
          onChange={({ target }) => isIsoDay(target.value) && onChange(target.value)}
        />
        <Button variant="secondary" aria-label="The day after" onClick={() => onChange(addDays(day, 1))}>
          <ChevronRight size={20} aria-hidden="true" />
        </Button>
        {day !== today && (
          <Button variant="quiet" onClick={() => onChange(today)}>
            Today
          </Button>
        )}
      </div>
    </div>
  )
}
