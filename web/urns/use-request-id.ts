import { useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'

/** Stays the same until the server has answered, so that a request whose answer was lost does nothing when it is sent again. */
export function useRequestID() {
  const [requestID, setRequestID] = useState(newID)
  const renew = () => setRequestID(newID())
  /** Without an answer, nobody knows whether the request was carried out. */
  const renewIfAnswered = (error: unknown) => {
    if (error instanceof ApiError && !error.isNetworkFailure && error.status < 500) renew()
  }
  return { requestID, renew, renewIfAnswered }
}

/** A random UUID. `crypto.randomUUID` does not exist on a phone that reaches the server without HTTPS. */
export function newID(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
