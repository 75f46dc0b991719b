/** The accounts that anyone may use in demo mode: created by the seed, offered on the log-in page. */
export const demoAccounts = [
  { username: 'applicant', label: 'Applicant', email: 'applicant@columba.example' },
  { username: 'applicant2', label: 'Second applicant', email: 'applicant2@columba.example' },
  { username: 'staff', label: 'Staff', email: 'staff@columba.example' },
  { username: 'admin', label: 'Admin', email: 'admin@columba.example' },
] as const

export type DemoAccount = (typeof demoAccounts)[number]['username']

export const demoPassword = 'Columba-demo-2026'
