import { NavLink } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import type { Role } from '#contract/roles.ts'
import { Brand } from './Brand.tsx'
import { CloseMenuButton, closeMenu, MenuButton } from './MenuButton.tsx'
import { iconFor } from './menu-icons.ts'
import styles from './SideBar.module.css'
import { QuickFind } from './search/QuickFind.tsx'
import type { MenuLink } from './TopBar.tsx'
import { useMovesForMe } from './use-live-moves.ts'

const menuID = 'menu'

export function SideBar({ role, links }: { role: Exclude<Role, 'user'>; links: readonly MenuLink[] }) {
  const waiting = useMovesForMe().length || undefined
  const urns = pathTo(role === 'witness' ? 'urnCheck' : 'urns')
  return (
    <header className={styles.bar} data-screen-only>
      <div className={styles.top}>
        <Brand isNarrow />
        <MenuButton menuID={menuID} waiting={waiting} />
        {role !== 'witness' && <QuickFind role={role} />}
      </div>
      <nav id={menuID} popover="auto" aria-label="Your pages" className={styles.menu}>
        <CloseMenuButton menuID={menuID} />
        <p className={styles.who}>Logged in as {role}</p>
        <ul>
          {links.map(({ path, title }) => {
            const Icon = iconFor(path)
            return (
              <li key={path}>
                <NavLink to={path} data-waiting={path === urns ? waiting : undefined} onClick={() => closeMenu(menuID)}>
                  <Icon size={19} strokeWidth={1.6} aria-hidden="true" />
                  {title}
                </NavLink>
              </li>
            )
          })}
        </ul>
      </nav>
    </header>
  )
}
