import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { t } from '#contract/words/t.ts'
import { HouseLogo } from '#web/session/HouseLogo.tsx'
import { useHouseTexts } from '#web/session/house.ts'
import { useSiteConfig } from '#web/session/site-config.ts'
import styles from './Brand.module.css'

/** The link home and, in demo mode, a bookmark to the caught mail. The bookmark is positioned absolutely, so nothing shifts when it appears. */
export function Brand({ isNarrow = false }: { isNarrow?: boolean }) {
  const { name, shortName } = useHouseTexts()
  const isDemo = useSiteConfig()?.mode === 'demo'
  return (
    <div className={styles.brand}>
      <Link to={pathTo('landing')} className={styles.home}>
        <HouseLogo />
        {!isNarrow && <span className={[styles.name, styles.long].join(' ')}>{name}</span>}
        <span className={isNarrow ? styles.name : [styles.name, styles.short].join(' ')}>{shortName}</span>
      </Link>
      {isDemo && (
        <Link to={pathTo('demoMail')} className={styles.demo} title={t`Demo: open the mailbox`}>
          {t`Demo`}
        </Link>
      )}
    </div>
  )
}
