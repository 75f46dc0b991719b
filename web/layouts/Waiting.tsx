import { type ReactNode, useEffect, useState } from 'react'
import { t } from '#contract/words/t.ts'
import { askAgain } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { Footer } from './Main.tsx'
import { TopBar } from './TopBar.tsx'
import styles from './Waiting.module.css'

const patienceMs = 3000

/**
 * There is no page until it is known who this is, only the name of the house and how to reach it. The shell of each page is the same, and
 * `main.ts` shows its sentence if the code does not arrive.
 */
export function Waiting() {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Shell>
      <div hidden={!isLate}>
        <div className={`${common.stack3} ${common.start}`}>
          <p>{t`Our server takes longer than usual to answer. The page opens as soon as it does.`}</p>
          <Button variant="secondary" onClick={askAgain}>
            {t`Try again`}
          </Button>
        </div>
      </div>
    </Shell>
  )
}

/** The same without a sentence, while the code of a layout loads. */
export const Shell = ({ children }: { children?: ReactNode }) => (
  <>
    <TopBar label={t`Site`} links={[]} />
    <div role="status" className={`${common.width} ${styles.late}`}>
      {children}
    </div>
    <Footer />
  </>
)
