import { useEffect, useMemo, useState } from 'react'
import type { Facade } from './facade.ts'

/** How much a frame can add to a wall without a stutter. */
const cellsPerFrame = 240

/** In which columns a row has its niches drawn: at once in those that one sees, and everywhere within a few frames. */
export function useDrawnColumns({ rows, columns }: Facade, blockID: string | undefined) {
  const [inSight] = useState(cellsInSight)
  const [drawn, setDrawn] = useState({ blockID, wholeRows: 0 })
  if (drawn.blockID !== blockID) setDrawn({ blockID, wholeRows: 0 })

  const { wholeRows } = drawn
  const inSightOnly = useMemo(() => columns.slice(0, inSight.columns), [columns, inSight])
  const isWhole = wholeRows >= rows.length || (rows.length <= inSight.rows && columns.length <= inSight.columns)
  useEffect(() => {
    if (isWhole) return
    const more = Math.ceil(cellsPerFrame / columns.length)
    const frame = requestAnimationFrame(() => setDrawn({ blockID, wholeRows: wholeRows + more }))
    return () => cancelAnimationFrame(frame)
  }, [isWhole, blockID, wholeRows, columns.length])

  const columnsOf = (row: number) => (row <= wholeRows ? columns : row <= inSight.rows ? inSightOnly : none)
  return { isWhole, columnsOf }
}

/** As many as the frame of the map can show of niches of their least size at rest. */
const cellsInSight = () => ({
  rows: Math.ceil(Math.min(960, innerHeight * 0.8) / 47),
  columns: Math.ceil(Math.min(880, innerWidth) / 41),
})

const none: readonly number[] = []
