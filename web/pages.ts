import type { ComponentType } from 'react'
import type { Role } from '#contract/roles.ts'

export type PageAccess = 'public' | readonly Role[]

interface PageRow<Name extends string = string> {
  path: string
  access: PageAccess
  title: string
  load: () => Promise<{ [N in Name]: ComponentType }>
}

const pagesFor =
  (access: PageAccess) =>
  <Module>(path: string, title: string, load: () => Promise<Module>) => ({ path, access, title, load })

const anyone = pagesFor('public')
const staff = pagesFor(['staff'])
const everyRole = pagesFor(['user', 'staff', 'admin'])
const applicant = pagesFor(['user'])
const admin = pagesFor(['admin'])
const applicantAndStaff = pagesFor(['user', 'staff'])

/** A row's name is both the component that its file exports and the name of its chunk. */
const definePages = <const T extends { [Name in keyof T]: PageRow<Name & string> }>(table: T) => table

/** Every page. The router, guards, menus and a test are derived from this table. */
const pages = definePages({
  LandingPage: anyone('/', 'Columba', () => import('./landing/LandingPage.tsx')),
  AboutPage: anyone('/about', 'About', () => import('./landing/AboutPage.tsx')),
  FaqPage: anyone('/faq', 'Questions and answers', () => import('./landing/FaqPage.tsx')),

  MyBookingsPage: applicant('/my-bookings', 'My Bookings', () => import('./bookings/MyBookingsPage.tsx')),
  BookNichePage: applicant('/book-niche', 'Book a Niche', () => import('./bookings/BookNichePage.tsx')),
  UrnPlacementPage: applicant(
    '/req-urn-placement',
    'Request Urn Placement',
    () => import('./bookings/UrnPlacementPage.tsx'),
  ),
  MyPaymentsPage: applicant('/my-payments', 'My Payments', () => import('./checkout/MyPaymentsPage.tsx')),
  PaymentSuccessPage: applicantAndStaff(
    '/payment-success',
    'Payment',
    () => import('./checkout/PaymentSuccessPage.tsx'),
  ),
  ReceiptPage: applicantAndStaff('/receipt', 'Receipt', () => import('./checkout/ReceiptPage.tsx')),

  DemoMailPage: anyone('/demo/mail', 'Demo mailbox', () => import('./mail/DemoMailPage.tsx')),
  NicheManagementPage: admin('/niche-management', 'Niche Management', () => import('./niches/NicheManagementPage.tsx')),

  DashboardPage: staff('/dashboard', 'Dashboard', () => import('./dashboard/DashboardPage.tsx')),
  SearchBookingPage: staff('/search-booking', 'Search Booking', () => import('./bookings/SearchBookingPage.tsx')),
  PendingApprovalsPage: staff(
    '/pending-approvals',
    'Pending Approvals',
    () => import('./bookings/PendingApprovalsPage.tsx'),
  ),
  BookingApprovalPage: staff(
    '/booking-approval/:bookingID',
    'Booking Approval',
    () => import('./bookings/BookingApprovalPage.tsx'),
  ),
  CounterBookingPage: staff('/niche-booking', 'Niche Booking', () => import('./bookings/CounterBookingPage.tsx')),

  AdminDashboardPage: admin('/admin-dashboard', 'Admin Dashboard', () => import('./dashboard/AdminDashboardPage.tsx')),
  AuditLogPage: admin('/audit-log', 'Audit Log', () => import('./audit/AuditLogPage.tsx')),

  LoginPage: anyone('/login', 'Log in', () => import('./accounts/LoginPage.tsx')),
  LoginTwoFactorPage: anyone('/login-2fa', 'Enter your code', () => import('./accounts/LoginTwoFactorPage.tsx')),
  RegisterPage: anyone('/register', 'Create an account', () => import('./accounts/RegisterPage.tsx')),
  SetupTwoFactorPage: anyone(
    '/setup-2fa',
    'Set up two-factor authentication',
    () => import('./accounts/SetupTwoFactorPage.tsx'),
  ),
  ResetPasswordPage: anyone(
    '/reset-password',
    'Choose a new password',
    () => import('./accounts/ResetPasswordPage.tsx'),
  ),
  ProfilePage: everyRole('/profile', 'Profile', () => import('./accounts/ProfilePage.tsx')),
  UserManagementPage: admin('/user-management', 'User Management', () => import('./accounts/UserManagementPage.tsx')),

  LogoutPage: everyRole('/logout', 'Logout', () => import('./session/LogoutPage.tsx')),
})

export interface Page extends PageRow {
  name: string
}

export const pageList: readonly Page[] = Object.entries<PageRow>(pages).map(([name, row]) => ({ name, ...row }))

/** Each role's menu, in this order; the labels are the page titles. */
const menus: Record<Role, readonly string[]> = {
  user: ['/my-bookings', '/my-payments', '/book-niche', '/profile', '/logout'],
  staff: ['/dashboard', '/search-booking', '/pending-approvals', '/niche-booking', '/profile', '/logout'],
  admin: ['/admin-dashboard', '/niche-management', '/user-management', '/audit-log', '/profile', '/logout'],
}

export const menuFor = (role: Role): Page[] =>
  menus[role].flatMap((path) => pageList.filter((page) => page.path === path))
