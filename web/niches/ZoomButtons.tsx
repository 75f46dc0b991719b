import { Minus, Plus } from 'lucide-react'
import styles from './NicheMapWithLegend.module.css'

interface ZoomButtonsProps {
  /** Undefined when there is no further to go. */
  closer: (() => void) | undefined
  further: (() => void) | undefined
}

export const ZoomButtons = ({ closer, further }: ZoomButtonsProps) => (
  <fieldset aria-label="Size of the map" className={styles.zoom} data-screen-only>
    <button type="button" aria-label="Smaller" aria-disabled={!further} onClick={further}>
      <Minus size={18} aria-hidden="true" />
    </button>
    <button type="button" aria-label="Larger" aria-disabled={!closer} onClick={closer}>
      <Plus size={18} aria-hidden="true" />
    </button>
  </fieldset>
)
