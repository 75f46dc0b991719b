import type { ComponentType } from 'react'
import { languagesOf, type Page, type PageName, pages } from '#contract/pages.ts'
import type { Role } from '#contract/roles.ts'

/** These have no file of their own to load, see `routes.tsx`. */
type FixedPage = 'signup' | 'unauthorized'
export type LoadedPage = Exclude<PageName, FixedPage>

/** A component is named after its page, as are its file and its chunk. */
type Loaders = { [Name in LoadedPage]: () => Promise<Record<`${Capitalize<Name>}Page`, ComponentType>> }

const loaders: Loaders = {
  landing: () => import('./landing/LandingPage.tsx'),
  about: () => import('./landing/AboutPage.tsx'),
  faq: () => import('./landing/FaqPage.tsx'),
  explore: () => import('./niches/ExplorePage.tsx'),
  find: () => import('./find/FindPage.tsx'),
  verifyPlacement: () => import('./urns/VerifyPlacementPage.tsx'),
  verifyDeed: () => import('./rights/VerifyDeedPage.tsx'),
  sharedPerson: () => import('./family/SharedPersonPage.tsx'),
  familyInvitation: () => import('./family/FamilyInvitationPage.tsx'),
  endReminder: () => import('./family/EndReminderPage.tsx'),
  contactRequest: () => import('./rights/ContactRequestPage.tsx'),
  demoMail: () => import('./mail/DemoMailPage.tsx'),

  login: () => import('./accounts/LoginPage.tsx'),
  loginTwoFactor: () => import('./accounts/LoginTwoFactorPage.tsx'),
  register: () => import('./accounts/RegisterPage.tsx'),
  setupTwoFactor: () => import('./accounts/SetupTwoFactorPage.tsx'),
  resetPassword: () => import('./accounts/ResetPasswordPage.tsx'),
  confirmEmail: () => import('./accounts/ConfirmEmailPage.tsx'),
  undoEmailChange: () => import('./accounts/UndoEmailChangePage.tsx'),
  acceptInvitation: () => import('./accounts/AcceptInvitationPage.tsx'),
  profile: () => import('./accounts/ProfilePage.tsx'),
  logout: () => import('./session/LogoutPage.tsx'),

  myBookings: () => import('./my-bookings/MyBookingsPage.tsx'),
  person: () => import('./person/PersonPage.tsx'),
  myPayments: () => import('./checkout/MyPaymentsPage.tsx'),
  bookNiche: () => import('./application/BookNichePage.tsx'),
  anotherPerson: () => import('./application/AnotherPersonPage.tsx'),
  urnPlacement: () => import('./my-bookings/UrnPlacementPage.tsx'),
  appointment: () => import('./appointments/AppointmentPage.tsx'),
  paymentSuccess: () => import('./checkout/PaymentSuccessPage.tsx'),
  placementCertificate: () => import('./urns/PlacementCertificatePage.tsx'),
  right: () => import('./rights/RightPage.tsx'),
  deed: () => import('./rights/DeedPage.tsx'),
  receipt: () => import('./checkout/ReceiptPage.tsx'),
  statement: () => import('./bills/StatementPage.tsx'),
  payCharges: () => import('./charges/PayChargesPage.tsx'),
  bill: () => import('./bills/BillPage.tsx'),

  dashboard: () => import('./dashboard/DashboardPage.tsx'),
  searchBooking: () => import('./approval/SearchBookingPage.tsx'),
  pendingApprovals: () => import('./approval/PendingApprovalsPage.tsx'),
  bookingApproval: () => import('./approval/BookingApprovalPage.tsx'),
  staffPerson: () => import('./person/StaffPersonPage.tsx'),
  placements: () => import('./appointments/PlacementsPage.tsx'),
  counterBooking: () => import('./application/CounterBookingPage.tsx'),
  cashUp: () => import('./cash-up/CashUpPage.tsx'),
  bills: () => import('./bills/BillsPage.tsx'),

  rights: () => import('./rights/RightsPage.tsx'),
  lettersToPost: () => import('./rights/LettersToPostPage.tsx'),
  urns: () => import('./urns/UrnsPage.tsx'),
  urn: () => import('./urns/UrnPage.tsx'),
  urnLabel: () => import('./urns/UrnLabelPage.tsx'),
  urnLabels: () => import('./urns/UrnLabelsPage.tsx'),
  stockTake: () => import('./urns/StockTakePage.tsx'),
  stockTakeOfBlock: () => import('./urns/StockTakeOfBlockPage.tsx'),
  urnCheck: () => import('./urns/UrnCheckPage.tsx'),

  adminDashboard: () => import('./dashboard/AdminDashboardPage.tsx'),
  nicheManagement: () => import('./niches/NicheManagementPage.tsx'),
  halls: () => import('./halls/HallsPage.tsx'),
  registers: () => import('./registers/RegistersPage.tsx'),
  userManagement: () => import('./accounts/UserManagementPage.tsx'),
  dayBook: () => import('./cash-up/DayBookPage.tsx'),
  prices: () => import('./prices/PricesPage.tsx'),
  money: () => import('./dashboard/MoneyPage.tsx'),
  house: () => import('./house/HousePage.tsx'),
  auditLog: () => import('./audit/AuditLogPage.tsx'),
  staffReads: () => import('./audit/StaffReadsPage.tsx'),
}

export interface LoadablePage extends Page {
  key: LoadedPage
  /** The name of its component, file and chunk. */
  name: string
  load: () => Promise<Record<string, ComponentType>>
}

export const pageList: readonly LoadablePage[] = (Object.keys(loaders) as LoadedPage[]).map((key) => ({
  ...pages[key],
  languages: languagesOf(pages[key]),
  key,
  name: `${key.charAt(0).toUpperCase()}${key.slice(1)}Page`,
  load: loaders[key],
}))

/** Each role's menu, in this order; the labels are the page titles. */
const menus: Record<Role, readonly PageName[]> = {
  user: ['myBookings', 'myPayments', 'bookNiche', 'find', 'profile', 'logout'],
  staff: [
    'dashboard',
    'searchBooking',
    'pendingApprovals',
    'placements',
    'counterBooking',
    'cashUp',
    'bills',
    'urns',
    'rights',
    'find',
    'profile',
    'logout',
  ],
  admin: [
    'adminDashboard',
    'nicheManagement',
    'halls',
    'prices',
    'registers',
    'placements',
    'urns',
    'rights',
    'userManagement',
    'dayBook',
    'money',
    'bills',
    'house',
    'auditLog',
    'find',
    'profile',
    'logout',
  ],
  witness: ['urnCheck', 'stockTake', 'profile', 'logout'],
}

export const menuFor = (role: Role): Page[] => menus[role].map((name) => pages[name])
