import type { ListedUser } from '#contract/accounts/api.ts'
import { type AssignedRole, assignedRoles, type ListedRole } from '#contract/roles.ts'
import { roleLabels } from './role-labels.ts'
import styles from './UserTable.module.css'

interface RoleSelectProps {
  user: ListedUser
  disabled: boolean
  onChoose: (role: AssignedRole) => void
}

/** Always shows the current role: a new one takes effect only after confirmation. */
export const RoleSelect = ({ user, disabled, onChoose }: RoleSelectProps) => (
  <select
    className={styles.role}
    aria-label={`Role of ${user.fullName}`}
    value={user.role}
    disabled={disabled}
    title={disabled ? 'You cannot change your own role' : undefined}
    onChange={(event) => {
      const chosen = assignedRoles.find((role) => role === event.target.value)
      if (chosen) onChoose(chosen)
    }}
  >
    {optionsFor(user.role).map((role) => (
      <option key={role} value={role}>
        {roleLabels[role]}
      </option>
    ))}
  </select>
)

/** Nobody is made a witness here, but whoever was invited as one is shown as one. */
const optionsFor = (role: ListedRole): readonly ListedRole[] =>
  role === 'witness' ? [...assignedRoles, role] : assignedRoles
