import type { ReactNode } from 'react'
import { spoken, translate } from '#contract/words/t.ts'
import { both, inBoth } from '#web/core/Both.tsx'
import common from './common.module.css'
import styles from './PrintedSheet.module.css'
import { QrCode } from './QrCode.tsx'

interface PrintedSheetProps {
  /** The issuer, in full. */
  issuer: string
  code: { value: string; title: string }
  /** The purpose of the code, beside it. */
  codeWords: ReactNode
  seal: ReactNode
  children: ReactNode
}

/** A receipt or certificate that is printed and kept. */
export const PrintedSheet = ({ issuer, code, codeWords, seal, children }: PrintedSheetProps) => (
  <article data-sheet className={`${common.stack5} ${common.surface} ${styles.sheet}`}>
    {children}
    <p className={common.help}>{inBoth(() => sentencesOf(issuer).map(translate).join(' '))}</p>
    {spoken().language !== 'en' && (
      <p className={common.help}>{both`If the languages of this paper differ, the English text governs.`}</p>
    )}
    <footer className={`${common.row3} ${common.middle} ${common.ruled} ${common.help} ${styles.foot}`}>
      <QrCode {...code} />
      <p>{codeWords}</p>
      <span className={styles.seal}>{seal}</span>
    </footer>
  </article>
)

/** Who issued it, and on some papers the tax that it contains. */
const sentencesOf = (issuer: string) => issuer.split(/ (?=Includes SGD )/)

export const SheetHouse = ({ name }: { name: string }) => <p className={styles.house}>{name}</p>

interface SheetHeadProps {
  logo: ReactNode
  house: string
  /** The name and the number of the paper. */
  what: ReactNode
  amount: ReactNode
  status?: ReactNode
}

/** The first lines of a receipt or a bill. */
export const SheetHead = ({ logo, house, what, amount, status }: SheetHeadProps) => (
  <header className={`${common.help} ${styles.head}`}>
    {logo}
    <div>
      {house && <SheetHouse name={house} />}
      <p>{what}</p>
    </div>
    <p className={styles.amount}>
      {amount}
      {status && <span className={styles.status}>{status}</span>}
    </p>
  </header>
)
