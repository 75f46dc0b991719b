import { ExternalLink, Minus, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import styles from './CertificateViewer.module.css'
import { useObjectURL } from './use-object-url.ts'

const smallest = 1
const largest = 4

/** One certificate, shown from a Blob URL: browsers refuse large `data:` addresses, and show no PDF in a sandbox. */
export function CertificateSheet({ base64, mime, name }: { base64: string; mime: string; name: string }) {
  const [zoom, setZoom] = useState(smallest)
  const file = useMemo(() => fileFrom(base64, mime), [base64, mime])
  const url = useObjectURL(file)
  return (
    <>
      <div className={styles.tools}>
        <Button
          variant="quiet"
          small
          disabled={zoom <= smallest}
          onClick={() => setZoom(zoom - 0.5)}
          aria-label="Smaller"
        >
          <Minus size={18} aria-hidden="true" />
        </Button>
        <output className={styles.zoom}>{zoom * 100}%</output>
        <Button
          variant="quiet"
          small
          disabled={zoom >= largest}
          onClick={() => setZoom(zoom + 0.5)}
          aria-label="Larger"
        >
          <Plus size={18} aria-hidden="true" />
        </Button>
        <a href={url} target="_blank" rel="noreferrer" className={styles.open}>
          Open in a new tab
          <ExternalLink size={16} aria-hidden="true" />
        </a>
      </div>
      {url && <Sheet url={url} isPicture={mime.startsWith('image/')} name={name} zoom={zoom} />}
    </>
  )
}

interface SheetProps {
  url: string
  isPicture: boolean
  name: string
  zoom: number
}

/** A browser's own PDF reader takes its zoom from the address, and only when it opens. The link lets the keyboard scroll a picture. */
function Sheet({ url, isPicture, name, zoom }: SheetProps) {
  const view = zoom === smallest ? 'view=FitH' : `zoom=${zoom * 100}`
  if (!isPicture) return <iframe key={zoom} src={`${url}#${view}`} title={name} className={styles.sheet} />
  return (
    <div className={styles.sheet}>
      <a href={url} target="_blank" rel="noreferrer" data-fits={zoom === smallest || undefined}>
        <img src={url} alt={name} style={{ width: `${zoom * 100}%` }} />
      </a>
    </div>
  )
}

function fileFrom(base64: string, mime: string): Blob {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  return new Blob([bytes], { type: mime })
}
