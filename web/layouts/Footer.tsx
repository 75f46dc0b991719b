import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { MailLink, TelephoneLink } from '#web/session/ContactLinks.tsx'
import { useHouseTexts } from '#web/session/house.ts'
import styles from './Footer.module.css'

/** On every page: how to get help. */
export const Footer = () => (
  <footer className={styles.footer} data-screen-only>
    <div className={styles.inner}>
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
