import { Link } from 'react-router'
import { useSiteConfig } from '#web/session/site-config.ts'
import styles from './Brand.module.css'
import { Logo } from './Logo.tsx'

/** The way home, and beside it, in demo mode, a bookmark that leads to the caught mail; it hangs free, so nothing moves when it appears. */
export function Brand() {
  const isDemo = useSiteConfig()?.mode === 'demo'
  return (
    <div className={styles.brand}>
      <Link to="/" className={styles.home}>
        <Logo />
        Columba
      </Link>
      {isDemo && (
        <Link to="/demo/mail" className={styles.demo} title="Demo: open the mailbox">
          Demo
        </Link>
      )}
    </div>
  )
}
