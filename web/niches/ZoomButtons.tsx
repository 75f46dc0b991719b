import { Minus, Plus } from 'lucide-react'
import styles from './NicheMapWithLegend.module.css'

interface ZoomButtonsProps {
  /** Undefined at the maximum zoom. */
  zoomIn: (() => void) | undefined
  zoomOut: (() => void) | undefined
}

export const ZoomButtons = ({ zoomIn, zoomOut }: ZoomButtonsProps) => (
  <fieldset aria-label="Size of the map" className={styles.zoom} data-screen-only>
    <button type="button" aria-label="Smaller" aria-disabled={!zoomOut} onClick={zoomOut}>
      <Minus size={18} aria-hidden="true" />
    </button>
    <button type="button" aria-label="Larger" aria-disabled={!zoomIn} onClick={zoomIn}>
      <Plus size={18} aria-hidden="true" />
    </button>
  </fieldset>
)
