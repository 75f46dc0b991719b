import { toast } from 'react-toastify/unstyled'
import { toastsWanted } from './toasts-wanted.ts'

toastsWanted.resolve()

export { toast }
