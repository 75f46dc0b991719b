import { ExternalLink } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useObjectURL } from '#web/bookings/use-object-url.ts'
import styles from './CertificateViewer.module.css'
import { ImageZoom, smallestZoom } from './ImageZoom.tsx'

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
  return (
    <>
      <div className={styles.tools}>
        {isPicture && <ImageZoom zoom={zoom} onZoom={setZoom} />}
        <a href={url} target="_blank" rel="noreferrer" className={styles.open}>
          Open in a new tab
          <ExternalLink size={16} aria-hidden="true" />
        </a>
      </div>
      {url && (isPicture ? <Picture url={url} name={name} zoom={zoom} /> : <Pdf url={url} name={name} />)}
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
