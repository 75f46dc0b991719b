import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import styles from './Footer.module.css'

export const Footer = () => (
  <footer className={styles.footer} data-screen-only>
    <div className={styles.inner}>
      <p>© 2024 Columba. All rights reserved.</p>
      <ul>
        <li>
          <Link to={pathTo('about')}>About us</Link>
        </li>
        <li>
          <Link to={pathTo('faq')}>Questions and answers</Link>
        </li>
      </ul>
    </div>
  </footer>
)
