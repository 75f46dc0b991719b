import { Fragment, memo, type ReactNode } from 'react'
import type { PicturedHall } from '#contract/niches/explore-api.ts'
import { t } from '#contract/words/t.ts'
import styles from './Elevation.module.css'
import { archCount } from './facade.ts'

export type PicturedLevel = PicturedHall['levels'][number]
type PicturedBlock = PicturedLevel['blocks'][number]

interface ElevationProps {
  halls: readonly PicturedHall[]
  /** Leaves no room for words below the façades, and is never a list. */
  isSmall?: boolean
  facade: (block: PicturedBlock, level: PicturedLevel, hall: PicturedHall) => ReactNode
}

/** The halls side by side as one sees them from outside: the highest level on top, its blocks from the left. */
export const Elevation = ({ halls, isSmall = false, facade }: ElevationProps) => (
  <div className={styles.halls} data-small={isSmall || undefined}>
    {halls.map((hall) => (
      <div key={hall.buildingID} className={styles.hall}>
        <p className={styles.roof} aria-hidden="true">
          {hall.buildingName}
        </p>
        {hall.levels.toReversed().map((level) => (
          <div key={level.levelID} className={styles.storey}>
            <p className={styles.level} aria-hidden="true">
              {t`Level ${level.levelNumber}`}
            </p>
            <div className={styles.bays}>
              {level.blocks.map((block) => (
                <Fragment key={block.blockID}>{facade(block, level, hall)}</Fragment>
              ))}
            </div>
          </div>
        ))}
      </div>
    ))}
  </div>
)

const columns = 6
const arch = { width: 12, height: 15, gap: 3 }
const rows = archCount / columns
const size = {
  width: columns * (arch.width + arch.gap) - arch.gap,
  height: rows * (arch.height + arch.gap) - arch.gap,
}

/** The arches from the ground up, each row from the left. */
const paths = Array.from({ length: archCount }, (_, index) => {
  const left = (index % columns) * (arch.width + arch.gap)
  const ground = size.height - Math.floor(index / columns) * (arch.height + arch.gap)
  const radius = arch.width / 2
  return `M${left} ${ground}v${radius - arch.height}a${radius} ${radius} 0 0 1 ${arch.width} 0v${arch.height - radius}z`
})

/** A block as a façade of arches. What they say is also written below them. */
export const Arches = memo(({ filled }: { filled: number }) => (
  <svg className={styles.arches} viewBox={`-1 -1 ${size.width + 2} ${size.height + 2}`} aria-hidden="true">
    <path className={styles.taken} d={paths.slice(0, filled).join('')} />
    <path className={styles.free} d={paths.slice(filled).join('')} />
  </svg>
))
