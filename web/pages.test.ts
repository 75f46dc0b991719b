import { expect, test } from 'vitest'
import { pagePaths } from '#contract/page-paths.ts'
import { type PageAccess, pageList } from './pages.ts'

/** Who may open what, written down a second time on purpose. */
const accessByPath: Record<string, PageAccess> = {
  '/': 'public',
  '/about': 'public',
  '/faq': 'public',
  '/login': 'public',
  '/register': 'public',
  '/setup-2fa': 'public',
  '/login-2fa': 'public',
  '/reset-password': 'public',
  '/my-bookings': ['user'],
  '/my-payments': ['user'],
  '/book-niche': ['user'],
  '/req-urn-placement': ['user'],
  '/profile': ['user', 'staff', 'admin'],
  '/logout': ['user', 'staff', 'admin'],
  '/dashboard': ['staff'],
  '/search-booking': ['staff'],
  '/pending-approvals': ['staff'],
  '/niche-booking': ['staff'],
  '/booking-approval/:bookingID': ['staff'],
  '/admin-dashboard': ['admin'],
  '/niche-management': ['admin'],
  '/user-management': ['admin'],
  '/audit-log': ['admin'],
  '/payment-success': ['user', 'staff'],
  '/receipt': ['user', 'staff'],
  '/demo/mail': 'public',
}

test.each(pageList.map((page) => [page.path, page] as const))(
  '%s opens to those it is for and to nobody else',
  (path, page) => {
    expect(page.access).toEqual(accessByPath[path])
    expect(pagePaths).toContain(path)
  },
)
