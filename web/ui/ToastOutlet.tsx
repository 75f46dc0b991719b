import 'react-toastify/ReactToastify.css'
import { X } from 'lucide-react'
import { type CloseButtonProps, cssTransition, ToastContainer } from 'react-toastify/unstyled'
import { spoken, t } from '#contract/words/t.ts'
import styles from './ToastOutlet.module.css'

const plainTransition = cssTransition({ enter: styles.enter ?? '', exit: styles.exit ?? '', collapseDuration: 100 })

const CloseToast = ({ closeToast }: Pick<CloseButtonProps, 'closeToast'>) => (
  <button
    type="button"
    className="Toastify__close-button Toastify__close-button--light"
    aria-label={t`close`}
    onClick={(event) => {
      event.stopPropagation()
      closeToast(true)
    }}
  >
    <X size={16} aria-hidden="true" />
  </button>
)

/** The library's defaults (top right, light, focused by Alt+T), without the bounce. */
export const ToastOutlet = ({ autoClose }: { autoClose: number }) => (
  <ToastContainer
    autoClose={autoClose}
    transition={plainTransition}
    closeButton={CloseToast}
    /** It has a label in English. */
    hideProgressBar={spoken().language !== 'en'}
    className={styles.outlet ?? ''}
    aria-label={t`Notifications Alt+T`}
  />
)
