export { toast } from 'react-toastify/unstyled'
