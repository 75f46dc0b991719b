import { NavLink } from 'react-router'
import { Brand } from './Brand.tsx'
import { closeMenu, MenuButton } from './MenuButton.tsx'
import styles from './TopBar.module.css'

export interface MenuLink {
  path: string
  title: string
}

const menuID = 'menu'

/** One list of links: a row on wide screens, a native popover behind a button on phones. */
export function TopBar({ label, links }: { label: string; links: readonly MenuLink[] }) {
  return (
    <header className={styles.bar} data-screen-only>
      <div className={styles.inner}>
        <Brand />
        <MenuButton menuID={menuID} />
        <nav id={menuID} popover="auto" aria-label={label} className={styles.menu}>
          <ul>
            {links.map(({ path, title }) => (
              <li key={path}>
                <NavLink to={path} onClick={() => closeMenu(menuID)}>
                  {title}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  )
}
