import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import styles from './Breadcrumb.module.css'

/** For example Home > My Bookings. Home is the start page of the user's role. */
export const Breadcrumb = ({ page }: { page: string }) => (
  <nav aria-label="Breadcrumb" className={styles.trail} data-screen-only>
    <ol>
      <li>
        <Link to={pathTo('landing')}>Home</Link> <span aria-hidden="true">&gt;</span>{' '}
      </li>
      <li aria-current="page">{page}</li>
    </ol>
  </nav>
)
