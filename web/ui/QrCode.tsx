import { loadChunk } from '#web/core/load-chunk.ts'
import { LazyPart } from './LazyPart.tsx'
import styles from './QrCode.module.css'

export const loadQRCode = () => loadChunk('qrcode.react', () => import('qrcode.react'))

/** Black on white in both themes, as scanners need it. */
export const QrCode = ({ value, title, large = false }: { value: string; title: string; large?: boolean }) => (
  <span className={[styles.code, large && styles.large].filter(Boolean).join(' ')}>
    <LazyPart load={loadQRCode}>
      {({ QRCodeSVG }) => <QRCodeSVG value={value} size={large ? 224 : 112} marginSize={2} level="Q" title={title} />}
    </LazyPart>
  </span>
)
