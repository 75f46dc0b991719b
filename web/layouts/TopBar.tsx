import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import common from '#web/ui/common.module.css'
import { Brand } from './Brand.tsx'
import { closeMenu, Menu, MenuButton } from './Menu.tsx'
import styles from './TopBar.module.css'

export interface MenuLink {
  path: string
  title: string
}

interface TopBarProps {
  label: string
  links: readonly MenuLink[]
  /** After the menu, where it is seen without opening that. */
  choice?: ReactNode
}

/** The links are a row on wide screens, and behind a button on phones. */
export function TopBar({ label, links, choice }: TopBarProps) {
  return (
    <header className={styles.bar} data-screen-only>
      <div className={`${common.width} ${styles.inner}`}>
        <Brand />
        {links.length > 0 && (
          <>
            <MenuButton />
            <Menu label={label} className={styles.menu}>
              <ul>
                {links.map(({ path, title }) => (
                  <li key={path}>
                    <NavLink to={path} onClick={closeMenu}>
                      {title}
                    </NavLink>
                  </li>
                ))}
              </ul>
            </Menu>
          </>
        )}
        {choice}
      </div>
    </header>
  )
}
