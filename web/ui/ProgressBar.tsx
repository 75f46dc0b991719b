import common from './common.module.css'
import styles from './ProgressBar.module.css'

/** `share` goes from 0 to 1. */
export const ProgressBar = ({ label, share }: { label: string; share: number }) => (
  <div className={`${common.stack1} ${common.help}`}>
    <span>{label}</span>
    <progress className={styles.bar} aria-label={label} max={1} value={share} />
  </div>
)
