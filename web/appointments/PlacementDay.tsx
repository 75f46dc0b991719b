import { appointmentApi, type StaffAppointment } from '#contract/appointments/api.ts'
import { useApi } from '#web/api/use-api.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import styles from './PlacementDay.module.css'
import { PlacementRow } from './PlacementRow.tsx'
import { pollWithoutStream } from './use-live-appointments.ts'
import type { WaitingMoves } from './waiting-moves.ts'

interface PlacementDayProps {
  day: string
  isLive: boolean
  waiting: WaitingMoves
  onReceive: (bookingID: string) => void
}

export function PlacementDay({ day, isLive, waiting, onReceive }: PlacementDayProps) {
  const placements = useApi(
    appointmentApi.day,
    { query: { day } },
    { what: 'placements', ...pollWithoutStream(isLive) },
  )
  return (
    <QueryResult query={placements} loading="Loading the placements..." failure="The placements could not be loaded.">
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState words="No placements on this day." />
        ) : (
          byHall(rows).map(([hall, rows]) => (
            <Card key={hall} title={hall}>
              <ol className={styles.rows}>
                {rows.map((row) => (
                  <PlacementRow
                    key={row.appointmentID}
                    row={row}
                    waiting={waiting[row.appointmentID]}
                    onReceive={onReceive}
                  />
                ))}
              </ol>
            </Card>
          ))
        )
      }
    </QueryResult>
  )
}

/** In the order of the list. */
function byHall(rows: readonly StaffAppointment[]) {
  const halls = new Map<string, StaffAppointment[]>()
  for (const row of rows) halls.set(row.buildingName, [...(halls.get(row.buildingName) ?? []), row])
  return [...halls]
}
