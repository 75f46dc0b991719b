import {
  Amphora,
  Banknote,
  BookOpen,
  Building2,
  CalendarDays,
  ChartColumn,
  ClipboardCheck,
  FileSpreadsheet,
  Grid3x3,
  House,
  KeyRound,
  Landmark,
  ListChecks,
  LogOut,
  type LucideIcon,
  MapPin,
  ReceiptText,
  ScanLine,
  ScrollText,
  Search,
  Tag,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { NavLink } from 'react-router'
import { pages, pathTo } from '#contract/pages.ts'
import type { Role } from '#contract/roles.ts'
import common from '#web/ui/common.module.css'
import { Brand } from './Brand.tsx'
import { CloseMenuButton, closeMenu, Menu, MenuButton } from './Menu.tsx'
import { useMovesForMe } from './MoveBanner.tsx'
import styles from './SideBar.module.css'
import { QuickFind } from './search/QuickFind.tsx'
import type { MenuLink } from './TopBar.tsx'

export function SideBar({ role, links }: { role: Exclude<Role, 'user'>; links: readonly MenuLink[] }) {
  const waiting = useMovesForMe().length || undefined
  const urns = pathTo(role === 'witness' ? 'urnCheck' : 'urns')
  return (
    <header className={styles.bar} data-screen-only>
      <div className={styles.top}>
        <Brand isNarrow />
        <MenuButton waiting={waiting} />
        {role !== 'witness' && <QuickFind role={role} />}
      </div>
      <Menu label="Your pages" className={styles.menu}>
        <CloseMenuButton />
        <p className={`${common.help} ${styles.who}`}>Logged in as {role}</p>
        <ul className={common.stack1}>
          {links.map(({ path, title }) => {
            const Icon = iconFor(path)
            return (
              <li key={path}>
                <NavLink to={path} data-waiting={path === urns ? waiting : undefined} onClick={closeMenu}>
                  <Icon size={19} strokeWidth={1.6} aria-hidden="true" />
                  {title}
                </NavLink>
              </li>
            )
          })}
        </ul>
      </Menu>
    </header>
  )
}

const icons: Record<string, LucideIcon> = {
  [pages.dashboard.path]: House,
  [pages.adminDashboard.path]: House,
  [pages.searchBooking.path]: Search,
  [pages.find.path]: MapPin,
  [pages.pendingApprovals.path]: ClipboardCheck,
  [pages.placements.path]: CalendarDays,
  [pages.counterBooking.path]: Grid3x3,
  [pages.nicheManagement.path]: Grid3x3,
  [pages.halls.path]: Landmark,
  [pages.registers.path]: FileSpreadsheet,
  [pages.urns.path]: Amphora,
  [pages.urnCheck.path]: ScanLine,
  [pages.stockTake.path]: ListChecks,
  [pages.rights.path]: KeyRound,
  [pages.cashUp.path]: Banknote,
  [pages.money.path]: ChartColumn,
  [pages.bills.path]: ReceiptText,
  [pages.prices.path]: Tag,
  [pages.auditLog.path]: ScrollText,
  [pages.house.path]: Building2,
  [pages.userManagement.path]: UsersRound,
  [pages.profile.path]: UserRound,
  [pages.logout.path]: LogOut,
}

const iconFor = (path: string): LucideIcon => icons[path] ?? BookOpen
