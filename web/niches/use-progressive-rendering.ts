import { useEffect, useMemo, useState } from 'react'
import type { GridColumn, NicheGrid } from './niche-grid.ts'

/** The cells that one frame can add without a stutter. */
const cellsPerFrame = 240

/** The columns of a row to render: the visible ones at once, the rest within a few frames. */
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

  /** The position of a row is counted from 1. */
  const columnsOf = (position: number) =>
    position <= wholeRows ? columns : position <= visible.rows ? inSightOnly : none
  return { isWhole: isComplete, columnsOf }
}

/** The niches that fit the map's frame at their smallest size without zooming. */
const cellsInSight = () => ({
  rows: Math.ceil(Math.min(960, innerHeight * 0.8) / 47),
  columns: Math.ceil(Math.min(880, innerWidth) / 41),
})

const none: readonly GridColumn[] = []
