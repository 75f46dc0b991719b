/** The accounts that everyone may use in demo mode; the log-in page offers them, the seed makes them. */
export const demoAccounts = [
  { label: 'Applicant', email: 'applicant@columba.example' },
  { label: 'Second applicant', email: 'applicant2@columba.example' },
  { label: 'Staff', email: 'staff@columba.example' },
  { label: 'Admin', email: 'admin@columba.example' },
] as const

export const demoPassword = 'Columba-demo-2026'
