import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pages, pathTo } from '#contract/pages.ts'
import { t, translate } from '#contract/words/t.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { DialogOutlet } from '#web/ui/dialog/DialogButton.tsx'
import common from './common.module.css'
import styles from './Page.module.css'

interface PageProps {
  title: ReactNode
  /** A line in smaller letters below the title, and part of the heading. */
  subtitle?: string | undefined
  /** The last step of `Home > ...`, by default the title; false for no breadcrumb. */
  breadcrumb?: string | false
  /** The page between Home and this one. */
  parent?: 'myBookings'
  intro?: ReactNode
  /** Buttons for the whole page, beside its title. */
  actions?: ReactNode
  /** A picture beside its title and intro. */
  picture?: ReactNode
  /** Limits the line length, for forms and texts. */
  narrow?: boolean
  /** Prints the content only. */
  headerOnScreenOnly?: boolean
  children: ReactNode
}

export const Page = ({
  title,
  subtitle,
  breadcrumb = typeof title === 'string' && title,
  parent,
  intro,
  actions,
  picture,
  narrow = false,
  headerOnScreenOnly,
  children,
}: PageProps) => (
  <div className={[common.stack5, styles.page, narrow && styles.narrow].filter(Boolean).join(' ')}>
    <DialogOutlet>
      <header className={styles.header} data-screen-only={headerOnScreenOnly || undefined}>
        <div className={common.stack2}>
          {breadcrumb && <Breadcrumb page={breadcrumb} parent={parent} />}
          <div className={`${common.spread} ${styles.title}`}>
            <h1>
              {typeof title === 'string' ? <Unbroken text={title} /> : title}
              {subtitle && (
                <small className={styles.subtitle}>
                  {' '}
                  <Unbroken text={subtitle} />
                </small>
              )}
            </h1>
            {actions}
          </div>
          {intro && <p className={styles.lead}>{intro}</p>}
        </div>
        {picture}
      </header>
      {children}
    </DialogOutlet>
  </div>
)

/** For example Home > My Bookings. Home is the start page of the user's role. */
const Breadcrumb = ({ page, parent }: { page: string; parent: PageProps['parent'] }) => (
  <nav aria-label={t`Breadcrumb`} className={`${common.textS} ${styles.trail}`} data-screen-only>
    <ol>
      <li>
        <Link to={pathTo('landing')}>{t`Home`}</Link> <span aria-hidden="true">&gt;</span>{' '}
      </li>
      {parent && (
        <li>
          <Link to={pathTo(parent)}>{translate(pages[parent].title)}</Link> <span aria-hidden="true">&gt;</span>{' '}
        </li>
      )}
      <li aria-current="page">{page}</li>
    </ol>
  </nav>
)
