import { useEffect, useState } from 'react'
import { t } from '#contract/words/t.ts'
import { askAgain } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { Footer } from './Main.tsx'
import { TopBar } from './TopBar.tsx'
import styles from './Waiting.module.css'

const patienceMs = 3000

/** There is no page until it is known who this is, only the name of the house and how to reach it. The shell of each page is the same. */
export function Waiting() {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <TopBar label={t`Site`} links={[]} />
      <div role="status" className={`${common.stack3} ${common.start} ${common.width} ${styles.late}`}>
        {isLate && (
          <>
            <p>{t`Our server does not answer just now. We keep trying, and the page opens as soon as it does.`}</p>
            <Button variant="secondary" onClick={askAgain}>
              {t`Try again`}
            </Button>
          </>
        )}
      </div>
      <Footer />
    </>
  )
}
