import 'react-toastify/ReactToastify.css'
import { ToastContainer } from 'react-toastify/unstyled'

/** At the top right, light, reached by Alt+T: the library's own defaults. */
export const ToastPlace = ({ autoClose }: { autoClose: number }) => <ToastContainer autoClose={autoClose} />
