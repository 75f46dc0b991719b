import styles from './ArchIllustration.module.css'

/** A lit niche with steps leading to it. */
export const ArchIllustration = () => (
  <svg className={styles.arch} viewBox="0 0 208 288" fill="none" strokeWidth="1.5" aria-hidden="true">
    <defs>
      <radialGradient id="lit-arch-lamp" cx="50%" cy="66%" r="62%">
        <stop offset="0" className={styles.core} />
        <stop offset="1" className={styles.edge} />
      </radialGradient>
    </defs>
    <path className={styles.wall} d="M12 252V104a92 92 0 0 1 184 0v148Z" />
    <path className={styles.recess} d="M36 252V106a68 68 0 0 1 136 0v146Z" />
    <path fill="url(#lit-arch-lamp)" d="M36 252V106a68 68 0 0 1 136 0v146Z" />
    <path
      className={styles.urn}
      d="M86 252c-16-10-21-26-19-40 2-13 12-20 20-22v-9h34v9c8 2 18 9 20 22 2 14-3 30-19 40Z"
    />
    <path className={styles.line} d="M83 181h42M80 206h48" />
    <path
      className={styles.line}
      d="M104 172c0-14-10-17-10-30m10 30c0-17 12-19 12-34m-22 4c-6-2-9-7-8-13 6 0 10 5 8 13Zm22-4c6-3 8-8 6-14-6 1-9 7-6 14Z"
    />
    <path className={styles.step} d="M4 252h200M0 268h208M-4 284h216" />
  </svg>
)
