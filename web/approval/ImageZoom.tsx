import { Minus, Plus } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import styles from './CertificateViewer.module.css'

/** The whole picture fits. */
export const smallestZoom = 1
const largestZoom = 4
const step = 0.5

/** Enlarges small print and faint stamps. */
export const ImageZoom = ({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) => (
  <>
    <Button
      variant="quiet"
      small
      disabled={zoom <= smallestZoom}
      onClick={() => onZoom(zoom - step)}
      aria-label="Smaller"
    >
      <Minus size={18} aria-hidden="true" />
    </Button>
    <output className={styles.zoom}>{zoom * 100}%</output>
    <Button
      variant="quiet"
      small
      disabled={zoom >= largestZoom}
      onClick={() => onZoom(zoom + step)}
      aria-label="Larger"
    >
      <Plus size={18} aria-hidden="true" />
    </Button>
  </>
)
