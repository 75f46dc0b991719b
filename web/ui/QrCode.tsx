import { loadChunk } from '#web/core/load-chunk.ts'
import { LazyPart } from './LazyPart.tsx'
import styles from './QrCode.module.css'

const loadQRCode = () => loadChunk('qrcode.react', () => import('qrcode.react'))

const size = 112

/** Black on white in both themes, as scanners need it. */
export const QrCode = ({ value, title }: { value: string; title: string }) => (
  <span className={styles.code}>
    <LazyPart load={loadQRCode}>
      {({ QRCodeSVG }) => <QRCodeSVG value={value} size={size} marginSize={2} level="Q" title={title} />}
    </LazyPart>
  </span>
)
