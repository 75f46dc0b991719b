import type { ReactNode } from 'react'
import { pathTo } from '#contract/pages.ts'
import { urnName } from '#contract/registers/partial-date.ts'
import { type LabelledUrn, urnApi } from '#contract/urns/api.ts'
import { useApi } from '#web/api/use-api.ts'
import { useHouse } from '#web/session/house.ts'
import { Code } from '#web/ui/Code.tsx'
import common from '#web/ui/common.module.css'
import { QrCode } from '#web/ui/QrCode.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import styles from './UrnLabel.module.css'

/** Asks for what is on the labels of these urns, so that the server knows which of them may have been printed. */
export const LabelsByTag = ({
  tags,
  children,
}: {
  tags: readonly string[]
  children: (urns: LabelledUrn[]) => ReactNode
}) => (
  <QueryResult query={useApi(urnApi.labels, { query: { tags: tags.join() } })} {...labelWords}>
    {children}
  </QueryResult>
)

export const labelWords = { loading: 'Loading the labels...', failure: 'The labels could not be read just now.' }

/** The code opens the page that confirms a move, with the tag filled in. Dates are left out, because they are compared. */
export function UrnLabel({ urn: { tag, beneficiaryName, nicheCode } }: { urn: LabelledUrn }) {
  const house = useHouse()
  return (
    <article className={`${common.row3} ${common.middle} ${styles.label}`}>
      <QrCode value={location.origin + pathTo('urnCheck', { tag })} title="QR code that opens this urn" />
      <div>
        <p className={styles.tag}>{tag}</p>
        <p className={`${common.serif} ${styles.name}`}>{urnName(beneficiaryName)}</p>
        <p>
          Niche <Code>{nicheCode}</Code>
        </p>
        <p className={common.help}>{house.name}</p>
      </div>
    </article>
  )
}
