import styles from './Switch.module.css'

interface SwitchProps {
  label: string
  checked: boolean
  /** A change is being saved: the switch already shows it and ignores clicks. */
  busy: boolean
  describedBy: string
  onChange: (checked: boolean) => void
}

/** Takes effect at once; a choice that is sent with a form is a checkbox. */
export const Switch = ({ label, checked, busy, describedBy, onChange }: SwitchProps) => (
  <label className={styles.label}>
    <input
      type="checkbox"
      role="switch"
      className={styles.switch}
      checked={checked}
      aria-checked={checked}
      aria-describedby={describedBy}
      aria-busy={busy || undefined}
      onChange={(event) => !busy && onChange(event.target.checked)}
    />
    {label}
  </label>
)
