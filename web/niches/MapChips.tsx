import styles from './MapChips.module.css'
import type { MapChip } from './map-chips.ts'

interface MapChipsProps {
  chips: readonly MapChip[]
  /** The label of the pressed one. */
  pressed: string | undefined
  onPress: (label: string | undefined) => void
}

/** Marks free niches on the map. Pressed again, a chip marks nothing. */
export const MapChips = ({ chips, pressed, onPress }: MapChipsProps) =>
  chips.length > 0 && (
    <fieldset className={styles.chips} data-screen-only>
      <legend>Show free niches</legend>
      {chips.map(({ label, nicheIDs }) => (
        <button
          key={label}
          type="button"
          className={styles.chip}
          aria-pressed={label === pressed}
          onClick={() => onPress(label === pressed ? undefined : label)}
        >
          {label} <span>{nicheIDs.size}</span>
        </button>
      ))}
    </fieldset>
  )
