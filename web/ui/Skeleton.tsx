import styles from './Skeleton.module.css'

const lines = ['first', 'second', 'third']

/** A placeholder for content that is loading. */
export const Skeleton = () => (
  <div className={styles.skeleton} aria-hidden="true">
    {lines.map((line) => (
      <span key={line} />
    ))}
  </div>
)
