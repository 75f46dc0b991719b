import { toast as library, type ToastContent, type ToastOptions } from 'react-toastify/unstyled'
import { toastsWanted } from './toasts-wanted.ts'
import { Unbroken } from './Unbroken.tsx'

toastsWanted.resolve()

/** A text is wrapped in one element, because a toast lays out each child beside the others. */
const showing = (show: typeof library.success) => (content: ToastContent, options?: ToastOptions) =>
  show(
    typeof content === 'string' ? (
      <span>
        <Unbroken text={content} />
      </span>
    ) : (
      content
    ),
    options,
  )

export const toast = {
  success: showing(library.success),
  error: showing(library.error),
  warning: showing(library.warning),
  info: showing(library.info),
  dismiss: library.dismiss,
}
