import { useLocation } from 'react-router'

/** The token behind the `#` of a link that a family passes on. A browser sends it to no server, so it is in no log. */
export const useAddressToken = (): string => useLocation().hash.slice(1)
