import type { ReactNode } from 'react'
import common from './common.module.css'
import styles from './PrintedSheet.module.css'
import { QrCode } from './QrCode.tsx'

interface PrintedSheetProps {
  /** Who issued it, in full. */
  issuer: string
  code: { value: string; title: string }
  /** What the code is for, beside it. */
  codeWords: ReactNode
  children: ReactNode
}

/** A receipt or certificate that is printed and kept. */
export const PrintedSheet = ({ issuer, code, codeWords, children }: PrintedSheetProps) => (
  <article data-sheet className={`${common.stack5} ${common.surface} ${styles.sheet}`}>
    {children}
    <p className={common.help}>{issuer}</p>
    <footer className={`${common.row3} ${common.middle} ${common.ruled} ${common.help} ${styles.foot}`}>
      <QrCode {...code} />
      <p>{codeWords}</p>
    </footer>
  </article>
)

export const SheetHouse = ({ name }: { name: string }) => <p className={styles.house}>{name}</p>
