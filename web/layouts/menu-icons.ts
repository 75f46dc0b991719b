import {
  Amphora,
  BookOpen,
  Building2,
  CalendarDays,
  ClipboardCheck,
  FileSpreadsheet,
  Grid3x3,
  House,
  Landmark,
  ListChecks,
  LogOut,
  type LucideIcon,
  MapPin,
  ScanLine,
  Search,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { pages } from '#contract/pages.ts'

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
  [pages.house.path]: Building2,
  [pages.userManagement.path]: UsersRound,
  [pages.profile.path]: UserRound,
  [pages.logout.path]: LogOut,
}

export const iconFor = (path: string): LucideIcon => icons[path] ?? BookOpen
