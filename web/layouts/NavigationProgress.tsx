import { useNavigation } from 'react-router'
import styles from './NavigationProgress.module.css'

/** Shown as soon as a link is pressed, until the code of its page has loaded. */
export function NavigationProgress() {
  const isLoading = useNavigation().state === 'loading'
  return isLoading && <div role="progressbar" aria-label="Loading the page" className={styles.bar} data-screen-only />
}
