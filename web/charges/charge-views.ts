import { chargeApi } from '#contract/charges/api.ts'
import { staffPersonApi } from '#contract/family/staff-person-api.ts'

/** What shows the charges of a booking to staff, and is outdated once one of them has changed. */
export const chargeViews = [chargeApi.ofBooking, staffPersonApi.person]
