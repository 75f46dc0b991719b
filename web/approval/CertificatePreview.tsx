import { ExternalLink, Minus, Plus, RotateCw } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useObjectURL } from '#web/bookings/use-object-url.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './CertificateViewer.module.css'

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

/** The whole picture fits. */
const smallestZoom = 1
const largestZoom = 4
const step = 0.5

/** Enlarges small print and faint stamps. */
const ImageZoom = ({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) => (
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

/** The address of the picture after some turns of 90 degrees to the right. While it is drawn, that of the picture as it was before. */
function useTurnedPicture(url: string | undefined, turns: number): string | undefined {
  const [turned, setTurned] = useState<string>()
  /** Drawn anew, so that it fits, enlarges and scrolls like any other picture. */
  useEffect(() => {
    if (!url || turns % 4 === 0) return setTurned(undefined)
    let made = ''
    let isWanted = true
    const show = (blob: Blob | null) => {
      if (!blob || !isWanted) return
      made = URL.createObjectURL(blob)
      setTurned(made)
    }
    /** A broken picture stays as it is. */
    drawTurned(url, turns).then(show, () => undefined)
    return () => {
      isWanted = false
      URL.revokeObjectURL(made)
    }
  }, [url, turns])
  return turned ?? url
}

async function drawTurned(url: string, turns: number): Promise<Blob | null> {
  const picture = new Image()
  picture.src = url
  await picture.decode()
  const { naturalWidth: width, naturalHeight: height } = picture
  const canvas = document.createElement('canvas')
  const isUpright = turns % 2 === 0
  canvas.width = isUpright ? width : height
  canvas.height = isUpright ? height : width
  const context = canvas.getContext('2d')
  context?.translate(canvas.width / 2, canvas.height / 2)
  context?.rotate((turns * Math.PI) / 2)
  context?.drawImage(picture, -width / 2, -height / 2)
  return new Promise((resolve) => canvas.toBlob(resolve))
}
