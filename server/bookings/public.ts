export { advanceBooking } from './advance-booking.ts'
export { knownDates, toRegisterCells } from './beneficiary.ts'
export { updateBeneficiaryRow } from './changes.ts'
export { extendHold } from './extend-hold.ts'
export { enqueueFamilyLetter, findRelative, isInFamily, whereInFamily } from './family-access.ts'
export { findBookings } from './find-bookings.ts'
export { forgetBeneficiaries } from './forget-beneficiaries.ts'
export { holderContact, holderName } from './holder.ts'
export { isHoldLapsed, whereActive, whereApproved, whereHoldLapsed, whereStillPending, whereUnpaid } from './holds.ts'
export { importBookings, removeImportedBookings } from './import-bookings.ts'
export { bookingUses } from './import-uses.ts'
export { beneficiaryOf } from './letters.ts'
export { beneficiaryIDsOf, listNamesakes, type Namesake } from './namesakes.ts'
export { readFamilyBooking } from './own-bookings.ts'
export { listBehindSameDoor, listPeopleIn } from './places.ts'
export {
  type BookingWithPayment,
  findActiveBooking,
  findLastMove,
  hasPayment,
  type LockedBooking,
  lockBooking,
} from './queries.ts'
export { requireUnchanged } from './refused-move.ts'
