import { expect, test } from 'vitest'
import { pagePaths } from '#contract/page-paths.ts'
import { type PageAccess, pageList } from './pages.ts'

/** Repeats the access rules of the pages on purpose, so that a change needs two edits. */
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
  '%s is open to the expected roles only and is a path known to the contract',
  (path, page) => {
    expect(page.access).toEqual(accessByPath[path])
    expect(pagePaths).toContain(path)
  },
)
