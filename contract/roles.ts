/**
 * The roles in sessions. An applicant is `user` here and `applicant` in the admin's user list. A witness is somebody from the house,
 * such as a sacristan, who is only the second person at the wall.
 */
export const roles = ['user', 'staff', 'admin', 'witness'] as const
export type Role = (typeof roles)[number]

/** The roles that an admin can change an account to. A witness is invited. */
export const assignedRoles = ['applicant', 'staff', 'admin'] as const
export const listedRoles = [...assignedRoles, 'witness'] as const
export type AssignedRole = (typeof assignedRoles)[number]
export type ListedRole = (typeof listedRoles)[number]

export const toListedRole = (role: Role): ListedRole => (role === 'user' ? 'applicant' : role)
export const fromListedRole = (listed: ListedRole): Role => (listed === 'applicant' ? 'user' : listed)

/** The roles for which an admin can invite people; applicants register themselves. */
export const invitedRoles = ['staff', 'admin', 'witness'] as const
export type InvitedRole = (typeof invitedRoles)[number]

/** The stages of a sign-in. Only `full` counts as signed in. */
export const stages = ['password', 'setup', 'full'] as const
export type Stage = (typeof stages)[number]
