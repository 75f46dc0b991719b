import { pathTo } from '#contract/pages.ts'
import type { UrnDetail } from '#contract/urns/api.ts'
import { loadChunk } from '#web/load-chunk.ts'
import { useHouse } from '#web/session/house.ts'
import { Button } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { UrnByTag } from './UrnByTag.tsx'
import styles from './UrnLabelPage.module.css'

const loadQRCode = () => loadChunk('qrcode.react', () => import('qrcode.react'))

/** Designed to be printed and tied to the urn. */
export const UrnLabelPage = () => (
  <UrnByTag
    title={() => 'Urn label'}
    narrow
    actions={() => (
      <span data-screen-only>
        <Button variant="secondary" onClick={() => window.print()}>
          Print label
        </Button>
      </span>
    )}
  >
    {(urn) => <Label urn={urn} />}
  </UrnByTag>
)

/** The code opens the page that confirms a move, with the tag filled in. Dates are left out, because they are compared. */
function Label({ urn: { tag, beneficiaryName, nicheCode } }: { urn: UrnDetail }) {
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
