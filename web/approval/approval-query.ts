import { bookingApi } from '#contract/bookings/api.ts'
import { prefetch, useApi, useUpToDate } from '#web/api/use-api.ts'

/** Certificates are megabytes, so returning to the window should not reload them. */
const options = { staleTime: 60_000 }

export const useApproval = (bookingID: string) =>
  useUpToDate(useApi(bookingApi.approval, { params: { bookingID } }, options))

export const prefetchApproval = (bookingID: string) => prefetch(bookingApi.approval, { params: { bookingID } }, options)
