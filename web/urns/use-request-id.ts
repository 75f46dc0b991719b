import { useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { newID } from '#web/api/new-id.ts'

/** Stays the same until the server has answered, so that a request that is sent again after a lost reply does nothing. */
export function useRequestID() {
  const [requestID, setRequestID] = useState(newID)
  const renew = () => setRequestID(newID())
  /** Without a reply it is unknown whether the request was carried out. */
  const renewIfAnswered = (error: unknown) => {
    if (error instanceof ApiError && !error.isNetworkFailure && error.status < 500) renew()
  }
  return { requestID, renew, renewIfAnswered }
}
