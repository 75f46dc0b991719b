/** The roles in sessions. An applicant is `user` here and `applicant` in the admin's user list. */
export const roles = ['user', 'staff', 'admin'] as const
export type Role = (typeof roles)[number]

export const listedRoles = ['applicant', 'staff', 'admin'] as const
export type ListedRole = (typeof listedRoles)[number]

export const toListedRole = (role: Role): ListedRole => (role === 'user' ? 'applicant' : role)
export const fromListedRole = (listed: ListedRole): Role => (listed === 'applicant' ? 'user' : listed)

/** Whom an admin can invite; applicants register themselves. */
export const invitedRoles = ['staff', 'admin'] as const
export type InvitedRole = (typeof invitedRoles)[number]

/** The stages of a sign-in. Only `full` counts as signed in. */
export const stages = ['password', 'setup', 'full'] as const
export type Stage = (typeof stages)[number]
