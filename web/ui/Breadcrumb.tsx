import { Link } from 'react-router'
import styles from './Breadcrumb.module.css'

/** For example Home > My Bookings. Home is the start page of the user's role. */
export const Breadcrumb = ({ page }: { page: string }) => (
  <nav aria-label="Breadcrumb" className={styles.trail} data-screen-only>
    <ol>
      <li>
        <Link to="/">Home</Link> <span aria-hidden="true">&gt;</span>{' '}
      </li>
      <li aria-current="page">{page}</li>
    </ol>
  </nav>
)
