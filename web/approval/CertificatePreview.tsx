import { ExternalLink, RotateCw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useObjectURL } from '#web/bookings/use-object-url.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './CertificateViewer.module.css'
import { ImageZoom, smallestZoom } from './ImageZoom.tsx'
import { useTurnedPicture } from './use-turned-picture.ts'

interface CertificatePreviewProps {
  base64: string
  mime: string
  name: string
}

/** Uses a blob URL, because browsers block large `data:` URLs and show no PDF in a sandboxed frame. */
export function CertificatePreview({ base64, mime, name }: CertificatePreviewProps) {
  const [zoom, setZoom] = useState(smallestZoom)
  const file = useMemo(() => fileFrom(base64, mime), [base64, mime])
  const url = useObjectURL(file)
  const isPicture = mime.startsWith('image/')
  const [turns, setTurns] = useState(0)
  const shown = useTurnedPicture(isPicture ? url : undefined, turns)
  return (
    <>
      <div className={styles.tools}>
        {isPicture && <ImageZoom zoom={zoom} onZoom={setZoom} />}
        {isPicture && (
          <Button variant="quiet" small onClick={() => setTurns(turns + 1)} aria-label="Turn to the right">
            <RotateCw size={18} aria-hidden="true" />
          </Button>
        )}
        <a href={url} target="_blank" rel="noreferrer" className={styles.open}>
          Open in a new tab
          <ExternalLink size={16} aria-hidden="true" />
        </a>
      </div>
      {shown && <Picture url={shown} name={name} zoom={zoom} />}
      {url && !isPicture && <Pdf url={url} name={name} />}
    </>
  )
}

/** The link makes an enlarged picture scrollable by keyboard. */
const Picture = ({ url, name, zoom }: { url: string; name: string; zoom: number }) => (
  <div className={styles.sheet}>
    <a href={url} target="_blank" rel="noreferrer" data-fits={zoom === smallestZoom || undefined}>
      <img src={url} alt={name} style={{ width: `${zoom * 100}%` }} />
    </a>
  </div>
)

/** The browser's PDF viewer has its own zoom. */
const Pdf = ({ url, name }: { url: string; name: string }) => (
  <iframe src={`${url}#view=FitH`} title={name} className={styles.sheet} />
)

function fileFrom(base64: string, mime: string): Blob {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  return new Blob([bytes], { type: mime })
}
