import type { ListedRole } from '#contract/roles.ts'

export const roleLabels: Record<ListedRole, string> = {
  applicant: 'Applicant',
  staff: 'Staff',
  admin: 'Admin',
  witness: 'Witness',
}
