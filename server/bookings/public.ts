export { advanceBooking } from './advance-booking.ts'
export { readStaffFacts } from './approval-detail.ts'
export { knownDates, toRegisterCells } from './beneficiary.ts'
export { moveUpInNiches, updateBeneficiaryRow } from './changes.ts'
export { correctEntry } from './correct-entry.ts'
export { enqueueFamilyLetter, findRelative, isInFamily, whereInFamily } from './family-access.ts'
export { forgetBeneficiaries } from './forget-beneficiaries.ts'
export { isHoldLapsed, whereApproved, whereHoldLapsed, whereStillPending, whereUnpaid } from './holds.ts'
export { bookingUses, importBookings, removeImportedBookings } from './import-bookings.ts'
export { nobodyNamed, removeImportedNames } from './imported-people.ts'
export { beneficiaryOf } from './letters.ts'
export { beneficiaryIDsOf, listNamesakes, type Namesake } from './namesakes.ts'
export { readFamilyBooking } from './own-bookings.ts'
export { listBehindSameDoor, listPeopleIn, placedUrn } from './places.ts'
export {
  type BookingWithPayment,
  findActiveBooking,
  findBookedNiche,
  findLastMove,
  hasPayment,
  type LockedBooking,
  lockBooking,
} from './queries.ts'
export { requireUnchanged } from './refused-move.ts'
export { settleMovedElsewhere, settleRights } from './settle-rights.ts'
export { findBookings } from './staff-lists.ts'
export { extendHold } from './unpaid-holds.ts'
