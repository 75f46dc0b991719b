import type { ReactNode } from 'react'
import { issuerLine } from '#contract/house/house-texts.ts'
import { Facts } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { NameByScript } from '#web/ui/NameByScript.tsx'
import { PrintedSheet, SheetHouse } from '#web/ui/PrintedSheet.tsx'
import styles from './CertificateSheet.module.css'
import { HouseLogo, HouseSeal } from './HouseLogo.tsx'
import { useHouse } from './house.ts'

interface CertificateSheetProps {
  /** The kind of paper: `certificate` or `deed`. */
  what: string
  /** The page that verifies it, without the origin. */
  verifiedAt: string
  /** The address for people who do not scan, and what they enter there. */
  by: ReactNode
  facts: Parameters<typeof Facts>[0]['facts']
  /** The sentence in the shape of a niche. */
  children: ReactNode
}

/** A certificate or a deed, with what they have in common. */
export function CertificateSheet({ what, verifiedAt, by, facts, children }: CertificateSheetProps) {
  const house = useHouse()
  return (
    <PrintedSheet
      issuer={issuerLine(house)}
      code={{ value: location.origin + verifiedAt, title: `QR code that verifies this ${what}` }}
      codeWords={
        <>
          To verify this {what}, scan the code, or go to {by}
        </>
      }
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

export const CertifiedName = ({ name }: { name: string }) => (
  <strong className={styles.name}>
    <NameByScript name={name} />
  </strong>
)

export const CertifiedNiche = ({ code }: { code: string }) => <span className={styles.niche}>{code}</span>

export const PaperCode = ({ code }: { code: string }) => <span className={styles.code}>{code}</span>
