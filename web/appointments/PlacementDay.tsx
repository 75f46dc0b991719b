import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { appointmentApi, type StaffAppointment } from '#contract/appointments/api.ts'
import { groupBy } from '#contract/group-by.ts'
import { pathTo } from '#contract/pages.ts'
import { serverDay, serverNow } from '#web/api/server-clock.ts'
import { useApi } from '#web/api/use-api.ts'
import { withParams } from '#web/core/with-params.ts'
import { useSignedIn } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { DayBoard } from './DayBoard.tsx'
import styles from './PlacementDay.module.css'
import { findCurrent } from './placement-now.ts'
import type { UnsentMoves } from './unsent-moves.ts'
import { pollWithoutStream } from './use-live-appointments.ts'

interface PlacementDayProps {
  day: string
  isLive: boolean
  unsent: UnsentMoves
  onReceive: (bookingID: string) => void
}

export function PlacementDay({ day, isLive, ...props }: PlacementDayProps) {
  const { role } = useSignedIn()
  const placements = useApi(
    appointmentApi.day,
    { query: { day } },
    { what: 'placements', ...pollWithoutStream(isLive) },
  )
  return (
    <QueryResult query={placements} loading="Loading the placements..." failure="The placements could not be loaded.">
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState
            words="No placements on this day."
            hint="A family chooses its day once the booking is approved and the hall has placement hours."
          >
            {role === 'admin' ? (
              <ButtonLink variant="secondary" to={pathTo('halls')}>
                See the halls and their hours
              </ButtonLink>
            ) : (
              <ButtonLink variant="secondary" to={pathTo('pendingApprovals')}>
                See what waits for approval
              </ButtonLink>
            )}
          </EmptyState>
        ) : (
          <Halls rows={rows} isToday={day === serverDay()} {...props} />
        )
      }
    </QueryResult>
  )
}

interface HallsProps extends Pick<PlacementDayProps, 'unsent' | 'onReceive'> {
  rows: readonly StaffAppointment[]
  isToday: boolean
}

/** All halls, or the one that is chosen. */
function Halls({ rows, isToday, ...props }: HallsProps) {
  const [search, setSearch] = useSearchParams()
  const now = useNow()
  const halls = [...groupBy(rows, ({ buildingName }) => buildingName)]
  const chosen = halls.filter(([hall]) => hall === search.get('hall'))
  const shown = chosen.length > 0 ? chosen : halls
  const current = isToday
    ? findCurrent(
        shown.flatMap(([, rows]) => rows),
        now,
      )
    : undefined
  const chooseHall = (hall: string) => setSearch(withParams(search, { hall }), { replace: true })
  return (
    <>
      {halls.length > 1 && (
        <div className={styles.filter} data-screen-only>
          <SelectField
            label="Hall"
            options={[{ value: '', label: 'All halls' }, ...halls.map(([hall]) => hall)]}
            value={chosen[0]?.[0] ?? ''}
            onChange={({ target }) => chooseHall(target.value)}
          />
        </div>
      )}
      <DayBoard halls={shown} now={isToday ? now : undefined} currentID={current} {...props} />
    </>
  )
}

const everyMs = 30_000

/** The time, renewed twice a minute. */
function useNow(): Date {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
