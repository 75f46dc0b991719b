/** Every page there is, as the router writes it: the server answers 404 for an address that is none of them. */
export const pagePaths = [
  '/',
  '/about',
  '/faq',
  '/login',
  '/register',
  '/signup',
  '/setup-2fa',
  '/login-2fa',
  '/reset-password',
  '/unauthorized',
  '/logout',
  '/profile',
  '/my-bookings',
  '/my-payments',
  '/book-niche',
  '/req-urn-placement',
  '/payment-success',
  '/receipt',
  '/dashboard',
  '/search-booking',
  '/pending-approvals',
  '/niche-booking',
  '/booking-approval/:bookingID',
  '/admin-dashboard',
  '/niche-management',
  '/user-management',
  '/audit-log',
  '/demo/mail',
] as const

/** The router ignores letter case and slashes at the end, so these do as well. */
const pathPatterns = pagePaths.map((path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/*$`, 'i'))

const demoOnly = /^\/demo\//i

export const isPagePath = (path: string, mode: 'demo' | 'production'): boolean =>
  pathPatterns.some((shape) => shape.test(path)) && (mode === 'demo' || !demoOnly.test(path))
