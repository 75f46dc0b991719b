import { type Role, roles } from './roles.ts'
import type { Language } from './words/languages.ts'

export type PageAccess = 'public' | readonly Role[]

export interface Page {
  /** The path in the syntax of the router. */
  path: `/${string}`
  title: string
  access: PageAccess
  /** The file that the build renders this page into, so that it is readable before any script runs. */
  prerendered?: `${string}.html`
  /** The languages, besides English, in which the whole page can be read; see `languagesOf`. */
  languages?: readonly Language[] | undefined
  /** Exists only in demo mode. */
  demoOnly?: boolean
  /** Search engines must not list it. */
  noindex?: boolean
  /** Whoever has its whole address sees it: search engines must not list it, and no page that it links to learns it. */
  hasSecretLink?: boolean
}

const everyone = roles
/** A page is listed only once no sentence on it is left in English; `test/words.test.ts` checks it. */
export const inChinese = ['zh-Hans', 'zh-Hant'] as const
const atTheWall = ['staff', 'admin', 'witness'] as const

/** All pages. The server's 404 rule, the router, guards, menus and links are derived from this list. */
export const pages = {
  landing: { path: '/', title: 'Columba', access: 'public', prerendered: 'landing.html' },
  about: { path: '/about', title: 'About', access: 'public', prerendered: 'about.html' },
  faq: {
    path: '/faq',
    title: 'Questions and answers',
    access: 'public',
    prerendered: 'faq.html',
  },
  explore: {
    path: '/explore',
    title: 'Niches and prices',
    access: 'public',
    prerendered: 'explore.html',
  },
  find: {
    path: '/find',
    title: 'Find someone',
    access: 'public',
    prerendered: 'find.html',
    noindex: true,
  },
  verifyPlacement: {
    path: '/verify-placement',
    title: 'Verify a certificate',
    access: 'public',
    noindex: true,
    languages: inChinese,
  },
  verifyDeed: {
    path: '/deed/:code',
    title: 'Verify a deed',
    access: 'public',
    hasSecretLink: true,
    languages: inChinese,
  },
  sharedPerson: {
    path: '/shared',
    title: 'Shared with you',
    access: 'public',
    hasSecretLink: true,
    languages: inChinese,
  },
  familyInvitation: {
    path: '/family-invitation',
    title: 'Invitation',
    access: 'public',
    hasSecretLink: true,
    languages: inChinese,
  },
  contactRequest: {
    path: '/contact-request',
    title: 'Your answer',
    access: 'public',
    hasSecretLink: true,
    languages: inChinese,
  },
  endReminder: {
    path: '/end-reminder',
    title: 'End a reminder',
    access: 'public',
    hasSecretLink: true,
    languages: inChinese,
  },
  demoMail: { path: '/demo/mail', title: 'Demo mailbox', access: 'public', demoOnly: true },

  login: { path: '/login', title: 'Log In', access: 'public', prerendered: 'login.html' },
  loginTwoFactor: { path: '/login-2fa', title: 'Enter your code', access: 'public', languages: inChinese },
  register: {
    path: '/register',
    title: 'Create an account',
    access: 'public',
    prerendered: 'register.html',
  },
  signup: { path: '/signup', title: 'Create an account', access: 'public' },
  setupTwoFactor: {
    path: '/setup-2fa',
    title: 'Set up two-factor authentication',
    access: 'public',
    languages: inChinese,
  },
  resetPassword: { path: '/reset-password', title: 'Choose a new password', access: 'public', languages: inChinese },
  confirmEmail: { path: '/confirm-email', title: 'Confirm your new address', access: 'public', languages: inChinese },
  acceptInvitation: { path: '/accept-invitation', title: 'Join the staff', access: 'public' },
  undoEmailChange: {
    path: '/undo-email-change',
    title: 'Undo the change of address',
    access: 'public',
    languages: inChinese,
  },
  unauthorized: { path: '/unauthorized', title: 'Unauthorized', access: 'public', languages: inChinese },
  profile: { path: '/profile', title: 'Profile', access: everyone, languages: inChinese },
  logout: { path: '/logout', title: 'Logout', access: everyone, languages: inChinese },

  myBookings: { path: '/my-bookings', title: 'My Bookings', access: ['user'], languages: inChinese },
  person: { path: '/my-bookings/:bookingID', title: 'Your booking', access: ['user'], languages: inChinese },
  myPayments: { path: '/my-payments', title: 'My Payments', access: ['user'], languages: inChinese },
  bookNiche: { path: '/book-niche', title: 'Book a Niche', access: ['user'], languages: inChinese },
  anotherPerson: { path: '/another-person', title: 'Another person', access: ['user', 'staff'], languages: inChinese },
  urnPlacement: { path: '/req-urn-placement', title: 'Request Urn Placement', access: ['user'], languages: inChinese },
  appointment: {
    path: '/appointment',
    title: 'Placement appointment',
    access: ['user', 'staff'],
    languages: inChinese,
  },
  paymentSuccess: { path: '/payment-success', title: 'Payment', access: ['user', 'staff'], languages: inChinese },
  placementCertificate: {
    path: '/placement-certificate',
    title: 'Placement certificate',
    access: ['user', 'staff', 'admin'],
    languages: inChinese,
  },
  right: { path: '/rights/:number', title: 'Right', access: ['staff', 'admin'] },
  deed: { path: '/rights/:number/deed', title: 'Deed', access: ['user', 'staff', 'admin'], languages: inChinese },
  receipt: { path: '/receipt', title: 'Receipt', access: ['user', 'staff'], languages: inChinese },
  statement: {
    path: '/statement/:bookingID',
    title: 'Statement',
    access: ['user', 'staff', 'admin'],
    languages: inChinese,
  },
  payCharges: { path: '/pay-charges', title: 'What is due', access: ['user'], languages: inChinese },
  bill: { path: '/bill/:number', title: 'Bill', access: ['user', 'staff', 'admin'], languages: inChinese },

  dashboard: { path: '/dashboard', title: 'Dashboard', access: ['staff'] },
  searchBooking: { path: '/search-booking', title: 'Search Booking', access: ['staff'] },
  pendingApprovals: { path: '/pending-approvals', title: 'Pending Approvals', access: ['staff'] },
  bookingApproval: { path: '/booking-approval/:bookingID', title: 'Booking Approval', access: ['staff'] },
  staffPerson: { path: '/person/:bookingID', title: 'Person', access: ['staff', 'admin'] },
  placements: { path: '/placements', title: 'Placements', access: ['staff', 'admin'] },
  counterBooking: { path: '/niche-booking', title: 'Niche Booking', access: ['staff'] },

  cashUp: { path: '/cash-up', title: 'Cash-up', access: ['staff', 'admin'] },
  bills: { path: '/bills', title: 'Bills', access: ['staff', 'admin'] },

  rights: { path: '/rights', title: 'Rights', access: ['staff', 'admin'] },
  lettersToPost: { path: '/letters-to-post', title: 'Letters to post', access: ['staff', 'admin'] },
  urns: { path: '/urns', title: 'Urns', access: ['staff', 'admin'] },
  urn: { path: '/urns/:tag', title: 'Urn', access: ['staff', 'admin'] },
  urnLabel: { path: '/urn-label/:tag', title: 'Urn label', access: ['staff', 'admin'] },
  urnLabels: { path: '/urn-labels', title: 'Urn labels', access: ['staff', 'admin'] },
  stockTake: { path: '/stock-take', title: 'Stock-take', access: atTheWall },
  stockTakeOfBlock: { path: '/stock-take/:countID', title: 'Stock-take of a block', access: atTheWall },
  urnCheck: { path: '/urn-check', title: 'Confirm a move', access: atTheWall },

  adminDashboard: { path: '/admin-dashboard', title: 'Admin Dashboard', access: ['admin'] },
  nicheManagement: { path: '/niche-management', title: 'Niche Management', access: ['admin'] },
  halls: { path: '/halls', title: 'Halls', access: ['admin'] },
  registers: { path: '/registers', title: 'Registers', access: ['admin'] },
  userManagement: { path: '/user-management', title: 'User Management', access: ['admin'] },
  dayBook: { path: '/day-book', title: 'Day book', access: ['admin'] },
  prices: { path: '/prices', title: 'Prices', access: ['admin'] },
  money: { path: '/money', title: 'Money', access: ['admin'] },
  house: { path: '/house', title: 'House', access: ['admin'] },
  auditLog: { path: '/audit-log', title: 'Audit Log', access: ['admin'] },
  staffReads: { path: '/staff-reads', title: 'Who looked at whom', access: ['admin'] },
} as const satisfies Record<string, Page>

export type PageName = keyof typeof pages

/** A prerendered page is whole in every language. */
export const languagesOf = ({ prerendered, languages }: Page) => (prerendered ? inChinese : languages)

/** The block that a map opens on. */
type Block = 'building' | 'level' | 'block'

/** What a link may add to the path, see `pathTo`. Types only, because every page loads the list above first. */
interface PageQueries {
  explore: Block | 'niche'
  verifyPlacement: 'code'
  resetPassword: 'token'
  confirmEmail: 'token'
  acceptInvitation: 'token'
  undoEmailChange: 'token'
  myBookings: 'bookingID'
  bookNiche: Block | 'niche' | 'bookingID'
  anotherPerson: 'bookingID'
  urnPlacement: 'bookingID'
  appointment: 'bookingID'
  paymentSuccess: 'bookingID'
  placementCertificate: 'bookingID'
  receipt: 'bookingID' | 'print'
  payCharges: 'bookingID' | 'paymentID'
  searchBooking: 'query'
  pendingApprovals: 'kind'
  placements: 'day' | 'hall'
  counterBooking: Block | 'bookingID'
  rights: 'text' | 'state' | 'year' | 'waits'
  urns: 'query'
  urnLabels: 'query' | 'block' | 'hall' | 'paper'
  urnCheck: 'event' | 'tag' | 'attempt'
  nicheManagement: Block
  halls: 'level' | 'draft' | 'block'
  userManagement: 'search'
  dayBook: 'from' | 'to'
  auditLog: 'person' | 'booking' | 'niche'
  staffReads: 'reader' | 'subject' | 'before'
}

type PathParameter<Name extends PageName> = (typeof pages)[Name]['path'] extends `${string}:${infer Parameter}`
  ? Parameter extends `${infer First}/${string}`
    ? First
    : Parameter
  : never
type QueryParameter<Name extends PageName> = Name extends keyof PageQueries ? PageQueries[Name] : never
type Values<Name extends PageName> = Record<PathParameter<Name>, string> & Partial<Record<QueryParameter<Name>, string>>

/** The path of a page for a link or redirect, for example `pathTo('receipt', { bookingID })`. */
export function pathTo<Name extends PageName>(
  name: Name,
  ...[values]: PathParameter<Name> extends never ? [Values<Name>?] : [Values<Name>]
): `/${string}` {
  let path: `/${string}` = pages[name].path
  for (const [key, value] of Object.entries<string>(values ?? {})) {
    const encoded = encodeURIComponent(value)
    if (path.includes(`:${key}`)) path = path.replace(`:${key}`, encoded) as `/${string}`
    else path = `${path}${path.includes('?') ? '&' : '?'}${key}=${encoded}`
  }
  return path
}

/** The page that each role sees after signing in. */
export const homePathByRole: Record<Role, string> = {
  user: pages.myBookings.path,
  staff: pages.dashboard.path,
  admin: pages.adminDashboard.path,
  witness: pages.urnCheck.path,
}
