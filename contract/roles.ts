/** What a session may be. An applicant's session says `user`; the admin's list of people says `applicant`. */
export const roles = ['user', 'staff', 'admin'] as const
export type Role = (typeof roles)[number]

export const listedRoles = ['applicant', 'staff', 'admin'] as const
export type ListedRole = (typeof listedRoles)[number]

export const toListedRole = (role: Role): ListedRole => (role === 'user' ? 'applicant' : role)
export const fromListedRole = (listed: ListedRole): Role => (listed === 'applicant' ? 'user' : listed)

/** Where each role lands after signing in. */
export const homePathByRole: Record<Role, string> = {
  user: '/my-bookings',
  staff: '/dashboard',
  admin: '/admin-dashboard',
}

/** How far a sign-in has come. Only `full` counts as signed in. */
export const stages = ['password', 'setup', 'full'] as const
export type Stage = (typeof stages)[number]
