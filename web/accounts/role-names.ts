import type { ListedRole } from '#contract/roles.ts'

export const roleNames: Record<ListedRole, string> = { applicant: 'Applicant', staff: 'Staff', admin: 'Admin' }
