import 'react-toastify/ReactToastify.css'
import { cssTransition, ToastContainer } from 'react-toastify/unstyled'
import { t } from '#contract/words/t.ts'
import styles from './ToastOutlet.module.css'

const plainTransition = cssTransition({ enter: styles.enter ?? '', exit: styles.exit ?? '', collapseDuration: 100 })

/** The library's defaults (top right, light, focused by Alt+T), without the bounce. */
export const ToastOutlet = ({ autoClose }: { autoClose: number }) => (
  <ToastContainer
    autoClose={autoClose}
    transition={plainTransition}
    className={styles.outlet ?? ''}
    aria-label={t`Notifications Alt+T`}
  />
)
