import { expect, test } from 'vitest'
import { type PageAccess, pages, pathTo } from '#contract/pages.ts'
import { pageList } from './pages.ts'

/** Repeats the access rules of the pages on purpose, so that a change needs two edits. */
const accessByPath: Record<string, PageAccess> = {
  '/': 'public',
  '/about': 'public',
  '/faq': 'public',
  '/explore': 'public',
  '/find': 'public',
  '/verify-placement': 'public',
  '/shared': 'public',
  '/family-invitation': 'public',
  '/login': 'public',
  '/signup': 'public',
  '/unauthorized': 'public',
  '/register': 'public',
  '/setup-2fa': 'public',
  '/login-2fa': 'public',
  '/reset-password': 'public',
  '/confirm-email': 'public',
  '/accept-invitation': 'public',
  '/undo-email-change': 'public',
  '/my-bookings': ['user'],
  '/my-bookings/:bookingID': ['user'],
  '/my-payments': ['user'],
  '/book-niche': ['user'],
  '/another-person': ['user', 'staff'],
  '/req-urn-placement': ['user'],
  '/profile': ['user', 'staff', 'admin', 'witness'],
  '/logout': ['user', 'staff', 'admin', 'witness'],
  '/dashboard': ['staff'],
  '/search-booking': ['staff'],
  '/pending-approvals': ['staff'],
  '/placements': ['staff', 'admin'],
  '/niche-booking': ['staff'],
  '/booking-approval/:bookingID': ['staff'],
  '/cash-up': ['staff', 'admin'],
  '/urns': ['staff', 'admin'],
  '/urns/:tag': ['staff', 'admin'],
  '/urn-label/:tag': ['staff', 'admin'],
  '/urn-labels': ['staff', 'admin'],
  '/stock-take': ['staff', 'admin', 'witness'],
  '/stock-take/:countID': ['staff', 'admin', 'witness'],
  '/urn-check': ['staff', 'admin', 'witness'],
  '/admin-dashboard': ['admin'],
  '/niche-management': ['admin'],
  '/halls': ['admin'],
  '/registers': ['admin'],
  '/user-management': ['admin'],
  '/day-book': ['admin'],
  '/money': ['admin'],
  '/house': ['admin'],
  '/audit-log': ['admin'],
  '/staff-reads': ['admin'],
  '/appointment': ['user', 'staff'],
  '/payment-success': ['user', 'staff'],
  '/receipt': ['user', 'staff'],
  '/placement-certificate': ['user', 'staff', 'admin'],
  '/demo/mail': 'public',
}

test.each(pageList.map(({ path, access }) => [path, access] as const))(
  '%s is open to the expected roles only',
  (path, access) => {
    expect(access).toEqual(accessByPath[path])
  },
)

test('the contract lists exactly the expected pages', () => {
  const accesses = Object.values(pages).map(({ path, access }) => [path, access])
  expect(Object.fromEntries(accesses)).toEqual(accessByPath)
})

test('pathTo fills in the parameters of the path and adds other values as the query string', () => {
  expect(pathTo('login')).toBe('/login')
  expect(pathTo('bookingApproval', { bookingID: 'B-1/2' })).toBe('/booking-approval/B-1%2F2')
  expect(pathTo('resetPassword', { token: 'a b' })).toBe('/reset-password?token=a%20b')
})
