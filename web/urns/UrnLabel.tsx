import { pathTo } from '#contract/pages.ts'
import { orNotRecorded } from '#contract/registers/partial-date.ts'
import type { LabelledUrn } from '#contract/urns/api.ts'
import { useHouse } from '#web/session/house.ts'
import common from '#web/ui/common.module.css'
import { QrCode } from '#web/ui/QrCode.tsx'
import styles from './UrnLabel.module.css'

/** The code opens the page that confirms a move, with the tag filled in. Dates are left out, because they are compared. */
export function UrnLabel({ urn: { tag, beneficiaryName, nicheCode } }: { urn: LabelledUrn }) {
  const house = useHouse()
  return (
    <article className={styles.label}>
      <QrCode value={location.origin + pathTo('urnCheck', { tag })} title="QR code that opens this urn" />
      <div>
        <p className={styles.tag}>{tag}</p>
        <p className={styles.name}>{orNotRecorded(beneficiaryName)}</p>
        <p>Niche {nicheCode}</p>
        <p className={common.help}>{house.name}</p>
      </div>
    </article>
  )
}
