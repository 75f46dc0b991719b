import { useRef } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { newID } from '#web/api/new-id.ts'

/**
 * Gives a request the same ID until the server has answered, so that one that is sent again after a lost reply does nothing. One that was
 * corrected in between is another request.
 */
export function useRequestID() {
  const last = useRef({ requestID: newID(), content: '' })
  const renew = () => {
    last.current = { requestID: newID(), content: '' }
  }
  const withRequestID = <Body extends object>(body: Body) => {
    const content = JSON.stringify(body)
    if (last.current.content !== '' && last.current.content !== content) renew()
    last.current.content = content
    return { requestID: last.current.requestID, ...body }
  }
  /** Without a reply it is unknown whether the request was carried out. */
  const renewIfAnswered = (error: unknown) => {
    if (error instanceof ApiError && !error.isNetworkFailure && error.status < 500) renew()
  }
  return { withRequestID, renew, renewIfAnswered }
}
