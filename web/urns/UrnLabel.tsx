import { pathTo } from '#contract/pages.ts'
import type { ListedUrn } from '#contract/urns/api.ts'
import { loadChunk } from '#web/load-chunk.ts'
import { useHouse } from '#web/session/house.ts'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import styles from './UrnLabel.module.css'

const loadQRCode = () => loadChunk('qrcode.react', () => import('qrcode.react'))

type LabelledUrn = Pick<ListedUrn, 'tag' | 'beneficiaryName' | 'nicheCode'>

/** The code opens the page that confirms a move, with the tag filled in. Dates are left out, because they are compared. */
export function UrnLabel({ urn: { tag, beneficiaryName, nicheCode } }: { urn: LabelledUrn }) {
  const house = useHouse()
  return (
    <article className={styles.label}>
      <LazyPart load={loadQRCode} loading={<span className={styles.code} />}>
        {({ QRCodeSVG }) => (
          <QRCodeSVG
            value={location.origin + pathTo('urnCheck', { tag })}
            size={132}
            marginSize={2}
            level="Q"
            title="QR code that opens this urn"
          />
        )}
      </LazyPart>
      <div>
        <p className={styles.tag}>{tag}</p>
        <p className={styles.name}>{beneficiaryName}</p>
        <p>Niche {nicheCode}</p>
        <p className={styles.house}>{house.name}</p>
      </div>
    </article>
  )
}
