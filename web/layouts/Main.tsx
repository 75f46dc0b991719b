import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { MailLink, TelephoneLink } from '#web/session/ContactLinks.tsx'
import { useHouseTexts } from '#web/session/house.ts'
import common from '#web/ui/common.module.css'
import styles from './Main.module.css'

export const SkipLink = () => (
  <a className={styles.skip} href="#main" data-screen-only>
    Skip to the content
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
          Need help? Call <TelephoneLink />
        </li>
        <li>
          <MailLink />
        </li>
        <li>
          <Link to={pathTo('faq')}>Questions and answers</Link>
        </li>
        <li>
          <Link to={pathTo('about')}>About us</Link>
        </li>
      </ul>
      <p>
        <Copyright />
      </p>
    </div>
  </footer>
)

const Copyright = () => `© 2024 ${useHouseTexts().name}. All rights reserved.`
