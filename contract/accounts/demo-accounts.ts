/** The accounts that everyone may use in demo mode; the log-in page offers them, the seed makes them. */
export const demoAccounts = [
  { username: 'applicant', label: 'Applicant', email: 'applicant@columba.example' },
  { username: 'applicant2', label: 'Second applicant', email: 'applicant2@columba.example' },
  { username: 'staff', label: 'Staff', email: 'staff@columba.example' },
  { username: 'admin', label: 'Admin', email: 'admin@columba.example' },
] as const

export type DemoAccount = (typeof demoAccounts)[number]['username']

export const demoPassword = 'Columba-demo-2026'
