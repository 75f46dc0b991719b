import { bookingApi } from '#contract/bookings/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import type { Caller } from './caller.ts'

/** The booking as My Bookings shows it; undefined if this caller may not see it. */
export const readBooking = async (who: Caller, bookingID: string) =>
  (await who.call(bookingApi.byID, { query: { bookingID } })).body[0]

/** The booking as the approval page shows it to a clerk. */
export const readApproval = async (clerk: Caller, bookingID: string) =>
  (await clerk.call(bookingApi.approval, { params: { bookingID } })).body

export const readNicheStatus = async (who: Caller, nicheID: string) =>
  (await who.call(nicheApi.byID, { query: { nicheID } })).body.status
