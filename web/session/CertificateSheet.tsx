import type { ReactNode } from 'react'
import { issuerLine } from '#contract/house/house-texts.ts'
import { formatPartialDate } from '#contract/registers/partial-date.ts'
import { t } from '#contract/words/t.ts'
import { inBoth, inEnglish } from '#web/core/Both.tsx'
import { Facts } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { NameByScript } from '#web/ui/NameByScript.tsx'
import { PrintedSheet, SheetHouse } from '#web/ui/PrintedSheet.tsx'
import styles from './CertificateSheet.module.css'
import { HouseLogo, HouseSeal } from './HouseLogo.tsx'
import { useHouse } from './house.ts'

interface CertificateSheetProps {
  /** The page that verifies it, without the origin. */
  verifiedAt: string
  codeTitle: string
  /** How to verify it, also for people who do not scan. */
  codeWords: ReactNode
  facts: Parameters<typeof Facts>[0]['facts']
  /** The sentence in the shape of a niche. */
  children: ReactNode
}

/** A certificate or a deed, with what they have in common. */
export function CertificateSheet({ verifiedAt, codeTitle, codeWords, facts, children }: CertificateSheetProps) {
  const house = useHouse()
  return (
    <PrintedSheet
      issuer={issuerLine(house)}
      code={{ value: location.origin + verifiedAt, title: codeTitle }}
      codeWords={codeWords}
      seal={<HouseSeal />}
    >
      <div className={`${common.stack4} ${styles.arch}`}>
        <header className={`${common.stack2} ${styles.head}`}>
          <HouseLogo size={44} />
          <SheetHouse name={house.name} />
        </header>
        {children}
      </div>
      <Facts facts={facts} />
    </PrintedSheet>
  )
}

/** A date as English writes it, once. */
export const certifiedDate = (date: string | null) =>
  inBoth(() => (date ? inEnglish(() => formatPartialDate(date)) : t`Not recorded`))

export const CertifiedName = ({ name }: { name: string }) => (
  <strong className={styles.name}>
    <NameByScript name={name} />
  </strong>
)

export const CertifiedNiche = ({ code }: { code: string }) => <span className={styles.niche}>{code}</span>

export const PaperCode = ({ code }: { code: string }) => <span className={styles.code}>{code}</span>
