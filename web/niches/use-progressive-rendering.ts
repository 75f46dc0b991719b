import { useEffect, useMemo, useState } from 'react'
import type { NicheGrid } from './niche-grid.ts'

/** How much a frame can add to a wall without a stutter. */
const cellsPerFrame = 240

/** In which columns a row has its niches drawn: at once in those that one sees, and everywhere within a few frames. */
export function useProgressiveRendering({ rows, columns }: NicheGrid, blockID: string | undefined) {
  const [visible] = useState(cellsInSight)
  const [drawn, setDrawn] = useState({ blockID, wholeRows: 0 })
  if (drawn.blockID !== blockID) setDrawn({ blockID, wholeRows: 0 })

  const { wholeRows } = drawn
  const inSightOnly = useMemo(() => columns.slice(0, visible.columns), [columns, visible])
  const isComplete = wholeRows >= rows.length || (rows.length <= visible.rows && columns.length <= visible.columns)
  useEffect(() => {
    if (isComplete) return
    const more = Math.ceil(cellsPerFrame / columns.length)
    const frame = requestAnimationFrame(() => setDrawn({ blockID, wholeRows: wholeRows + more }))
    return () => cancelAnimationFrame(frame)
  }, [isComplete, blockID, wholeRows, columns.length])

  const columnsOf = (row: number) => (row <= wholeRows ? columns : row <= visible.rows ? inSightOnly : none)
  return { isWhole: isComplete, columnsOf }
}

/** As many as the frame of the map can show of niches of their least size at rest. */
const cellsInSight = () => ({
  rows: Math.ceil(Math.min(960, innerHeight * 0.8) / 47),
  columns: Math.ceil(Math.min(880, innerWidth) / 41),
})

const none: readonly number[] = []
