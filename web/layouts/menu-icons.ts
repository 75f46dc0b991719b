import {
  BookOpen,
  ClipboardCheck,
  Grid3x3,
  House,
  LogOut,
  type LucideIcon,
  Search,
  UserRound,
  UsersRound,
} from 'lucide-react'

const icons: Record<string, LucideIcon> = {
  '/dashboard': House,
  '/admin-dashboard': House,
  '/search-booking': Search,
  '/pending-approvals': ClipboardCheck,
  '/niche-booking': Grid3x3,
  '/niche-management': Grid3x3,
  '/user-management': UsersRound,
  '/profile': UserRound,
  '/logout': LogOut,
}

export const iconFor = (path: string): LucideIcon => icons[path] ?? BookOpen
