import { type CSSProperties, type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import { appointmentApi, type StaffAppointment } from '#contract/appointments/api.ts'
import { appointmentActionsFor } from '#contract/appointments/transitions.ts'
import { toDay, toTime } from '#contract/dates.ts'
import { orNotRecorded } from '#contract/registers/partial-date.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { newID } from '#web/api/new-id.ts'
import { useSignedIn } from '#web/session/session.ts'
import common from '#web/ui/common.module.css'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { appointmentReads } from './appointment-reads.ts'
import { appointmentStateOf } from './appointment-state.ts'
import { type BoardRows, boardRows, timeBeside } from './board-rows.ts'
import styles from './DayBoard.module.css'
import { PlacementRow } from './PlacementRow.tsx'
import type { UnsentMoves } from './unsent-moves.ts'

export interface DayBoardProps {
  halls: readonly (readonly [name: string, rows: readonly StaffAppointment[]])[]
  /** Undefined on other days than today. */
  now: Date | undefined
  /** The placement that staff deal with now, which alone has a primary button. */
  currentID: string | undefined
  unsent: UnsentMoves
  onReceive: (bookingID: string) => void
}

interface Move {
  row: StaffAppointment
  time: string
}

/** The placements of a day: lists on a phone, and from 768 px on a board with halls as columns and hours as rows. */
export function DayBoard({ halls, now, currentID, unsent, onReceive }: DayBoardProps) {
  const board = boardRows(
    halls.flatMap(([, rows]) => rows),
    now && toTime(now),
  )
  const { role } = useSignedIn()
  const [move, setMove] = useState<Move>()
  const canMove = (row: StaffAppointment) =>
    role === 'staff' && appointmentActionsFor(appointmentStateOf(row), role).includes('move')
  const drag = useDrag(setMove)
  const onKeyDown = (event: KeyboardEvent, row: StaffAppointment) => {
    const step = event.altKey ? steps[event.key] : undefined
    const time = step && timeBeside(board, row.startsAt, step)
    if (!time) return
    event.preventDefault()
    setMove({ row, time })
  }
  return (
    <>
      <div
        className={styles.board}
        style={{ '--halls': halls.length, '--rows': board.rows } as CSSProperties}
        ref={drag.board}
      >
        <Times board={board} over={drag.over} />
        {halls.map(([hall, rows]) => (
          <section key={hall} className={`${common.surface} ${styles.hall}`} {...drag.target(hall)}>
            <h2>{hall}</h2>
            <ol>
              {withNow(rows, now).map((row) =>
                row === 'now' ? (
                  <li key="now" className={styles.now} style={inRow(board.nowRow)} data-screen-only>
                    Now, {now && toTime(now)}
                  </li>
                ) : (
                  <PlacementRow
                    key={row.appointmentID}
                    row={row}
                    isCurrent={row.appointmentID === currentID}
                    unsent={unsent[row.appointmentID]}
                    onReceive={onReceive}
                    style={inRow(board.rowOf.get(row.appointmentID))}
                    {...(canMove(row) && {
                      onKeyDown: (event: KeyboardEvent) => onKeyDown(event, row),
                      ...drag.source(row),
                    })}
                  />
                ),
              )}
            </ol>
          </section>
        ))}
      </div>
      {role === 'staff' && (
        <p className={`${common.help} ${styles.hint}`} data-screen-only>
          To move a placement, drag it to another time, or press Alt and the up or down arrow on it. You are asked
          before the family is told.
        </p>
      )}
      {move && <MoveDialog {...move} onClose={() => setMove(undefined)} />}
    </>
  )
}

const steps: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1 }
const inRow = (row: number | undefined) => ({ '--row': row }) as CSSProperties

/** The rows of a hall with the line for now between them. */
function withNow(rows: readonly StaffAppointment[], now: Date | undefined): readonly (StaffAppointment | 'now')[] {
  if (!now) return rows
  const later = rows.findIndex(({ startsAt }) => new Date(startsAt) > now)
  const at = later < 0 ? rows.length : later
  return [...rows.slice(0, at), 'now', ...rows.slice(at)]
}

/** The lists say the times too. */
const Times = ({ board, over }: { board: BoardRows; over: string | undefined }) => (
  <div className={styles.times} aria-hidden="true">
    {board.times.map(({ time, row }) => (
      <span key={time} data-time={time} data-over={time === over || undefined} style={inRow(row)}>
        {time}
      </span>
    ))}
  </div>
)

/** A placement is dragged within its hall, because its niche is there. */
function useDrag(onDrop: (move: Move) => void) {
  const board = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<StaffAppointment>()
  const [over, setOver] = useState<string>()

  /** The last time that begins above the pointer. */
  const timeAt = (y: number) =>
    [...(board.current?.querySelectorAll<HTMLElement>('[data-time]') ?? [])].findLast(
      (label) => label.getBoundingClientRect().top <= y,
    )?.dataset.time
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  return {
    board,
    over,
    source: (row: StaffAppointment) => ({ draggable: true, onDragStart: () => setDragged(row), onDragEnd: end }),
    target: (hall: string) =>
      dragged?.buildingName === hall && {
        onDragOver: (event: DragEvent) => {
          event.preventDefault()
          setOver(timeAt(event.clientY))
        },
        onDrop: (event: DragEvent) => {
          event.preventDefault()
          const time = timeAt(event.clientY)
          if (time && time !== toTime(new Date(dragged.startsAt))) onDrop({ row: dragged, time })
          end()
        },
      },
  }
}

function MoveDialog({ row, time, onClose }: Move & { onClose: () => void }) {
  const { appointmentID, version, startsAt, beneficiaryName } = row
  const [moveID] = useState(newID)
  return (
    <CallDialog
      title={`Move the placement to ${time}?`}
      confirm="Move it"
      endpoint={appointmentApi.move}
      input={{ body: { appointmentID, version, moveID, day: toDay(new Date(startsAt)), time } }}
      done={`Moved to ${time}.`}
      failed={(error) => toErrorMessage(error, 'The appointment could not be moved.')}
      invalidates={appointmentReads}
      onClose={onClose}
    >
      <p>
        {orNotRecorded(beneficiaryName)}, now at {toTime(new Date(startsAt))}. The family gets a letter.
      </p>
    </CallDialog>
  )
}
