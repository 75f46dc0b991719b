import type { NicheStatus } from '#contract/niches/niche.ts'
import styles from './NicheStatusIcon.module.css'

/** A small arch in the pattern of the status, as on the map. Always shown next to the name of the status. */
export const NicheStatusIcon = ({ status }: { status: NicheStatus }) => (
  <span className={[styles.mark, styles[status]].join(' ')} aria-hidden="true" />
)
