import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { t } from '#contract/words/t.ts'
import { T } from '#web/core/T.tsx'
import { MailLink, TelephoneLink } from '#web/session/ContactLinks.tsx'
import { useHouseTexts } from '#web/session/house.ts'
import common from '#web/ui/common.module.css'
import styles from './Main.module.css'

export const SkipLink = () => (
  <a className={styles.skip} href="#main" data-screen-only>
    {t`Skip to the content`}
  </a>
)

/** The page, and below it how to get help. */
export const Main = ({ children }: { children: ReactNode }) => (
  <>
    <main id="main" className={styles.main} tabIndex={-1}>
      {children}
    </main>
    <Footer />
  </>
)

export const Footer = () => (
  <footer className={`${common.help} ${styles.footer}`} data-screen-only>
    <div className={`${common.width} ${common.spread} ${styles.contact}`}>
      <ul>
        <li>
          <T>
            Need help? Call <TelephoneLink />
          </T>
        </li>
        <li>
          <MailLink />
        </li>
        <li>
          <Link to={pathTo('faq')}>{t`Questions and answers`}</Link>
        </li>
        <li>
          <Link to={pathTo('about')}>{t`About us`}</Link>
        </li>
      </ul>
      <p>
        <Copyright />
      </p>
    </div>
  </footer>
)

const Copyright = () => t`© 2024 ${useHouseTexts().name}. All rights reserved.`
