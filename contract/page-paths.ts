/** All pages, in the router's syntax. The server answers 404 for any other path. */
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

/** Ignores case and trailing slashes, as the router does. */
const pathPatterns = pagePaths.map((path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/*$`, 'i'))

const demoOnly = /^\/demo\//i

export const isPagePath = (path: string, mode: 'demo' | 'production'): boolean =>
  pathPatterns.some((shape) => shape.test(path)) && (mode === 'demo' || !demoOnly.test(path))
