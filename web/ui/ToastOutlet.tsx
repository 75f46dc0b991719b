import 'react-toastify/ReactToastify.css'
import { cssTransition, ToastContainer } from 'react-toastify/unstyled'
import styles from './ToastOutlet.module.css'

export { toast } from 'react-toastify/unstyled'

const quietly = cssTransition({ enter: styles.enter ?? '', exit: styles.exit ?? '', collapseDuration: 100 })

/** At the top right, light, reached by Alt+T: the library's own defaults, without its bounce. */
export const ToastOutlet = ({ autoClose }: { autoClose: number }) => (
  <ToastContainer autoClose={autoClose} transition={quietly} className={styles.place ?? ''} />
)
