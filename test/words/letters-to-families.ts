import type { BookingEvent } from '#contract/bookings/transitions.ts'
import * as ofAccounts from '#server/accounts/letters.ts'
import * as ofAppointments from '#server/appointments/letters.ts'
import type { ExistingAppointment } from '#server/appointments/locked-appointment.ts'
import * as ofBookings from '#server/bookings/letters.ts'
import { addressCorrectedLetter, linkCodeLetter, linkedLetter, unlinkedLetter } from '#server/bookings/link-letters.ts'
import type { LockedBooking } from '#server/bookings/public.ts'
import { billedLetter, dueLetter } from '#server/charges/letters.ts'
import * as ofFamilies from '#server/family/letters.ts'
import type { FamilyRelative } from '#server/family/queries.ts'
import type { Letter } from '#server/mail/outbox.ts'
import * as ofPayments from '#server/payments/letters.ts'
import type { PaymentFacts } from '#server/payments/queries.ts'
import * as ofPrivacy from '#server/privacy/letters.ts'
import type { EndingRight } from '#server/rights/letter-queries.ts'
import * as ofRights from '#server/rights/letters.ts'
import * as ofUrns from '#server/urns/letters.ts'
import type { LockedUrn } from '#server/urns/queries.ts'
import type { Whereabouts } from '#server/urns/whereabouts.ts'

const at = new Date('2026-11-20T10:00:00Z')
const person = { userID: 'u-1', fullName: '陈美玲' }
const bookingID = 'B-7K2M9QX4TR'
const place = { buildingName: 'A', levelNumber: 1, blockName: 'C', nicheCode: 'C-12' }
const locked = {
  booking: { bookingID, bookingStatus: 'Confirmed', bookingType: 'Current', madeBy: 'staff', version: 3 },
  payment: { paymentStatus: 'Paid', paymentMethod: 'Credit Card', amountCents: 380_000 },
  beneficiary: { beneficiaryName: '陈大文' },
  applicant: { email: 'mei@example.com', fullName: '陈美玲', language: 'zh-Hans' },
  nicheCode: 'C-12',
  others: [],
  urn: null,
  certificateRequest: null,
} as unknown as LockedBooking
const withUrnRequest = { ...locked, urn: {} } as LockedBooking
const beside = { ...locked, others: [{}] } as LockedBooking

const appointment = {
  startsAt: at,
  endsAt: new Date(+at + 3_600_000),
  status: 'confirmed',
  appointmentID: 'a',
  version: 1,
}
const existing = {
  locked,
  location: { ...place, directions: '' },
  appointment,
  urnPlace: undefined,
} as unknown as ExistingAppointment

const payment = {
  ...place,
  bookingID,
  paymentID: 'P-7K2M9QX4TR',
  beneficiaryName: '陈大文',
  fullName: '陈美玲',
  charges: [],
  isForCharges: false,
  amountCents: 380_000,
  paymentMethod: 'Credit Card',
  paymentStatus: 'Paid',
  cardLast4: '4242',
  settledAt: at,
} as unknown as PaymentFacts
/** As the house charges it: the item is in its words, the rest in those of Columba. */
const extension = { text: '延长使用权: right R-7K2M9QX4, until 14 Mar 2056', cents: 120_000 }
const ofCharges = { ...payment, isForCharges: true, charges: [{ text: '刻字' }, extension] } as unknown as PaymentFacts

const urn = { ...locked, tag: 'U-000001' } as unknown as LockedUrn
const moved = { ...place, last: { moveID: 'm', at, releasedTo: '陈美玲' } } as unknown as Whereabouts
const relative = {
  relative: { bookingID, relativeID: 'r' },
  holder: person,
  account: person,
  beneficiaryName: '陈大文',
} as unknown as FamilyRelative

const right = { number: 12, nicheCode: 'C-12' }
const ending = { number: 12, endsOn: '2056-03-14' } as EndingRight['right']
const claim = {
  name: '陈小明',
  kind: 'succession',
  reason: '证件齐全',
  objectUntil: '2026-12-20',
} as ofRights.TellingClaim['claim']
const telling: ofRights.TellingClaim = { ...right, claim, leaving: [{ holderID: 1, name: '陈大文' }] }
const tellingOfTwo = { ...telling, leaving: [...telling.leaving, { holderID: 3, name: '林秀兰' }] }

/** Whoever has registered with an address as their name is called by words of ours. */
const noName = 'www.example.com'
const nameless = {
  ...locked,
  beneficiary: { beneficiaryName: noName },
  applicant: { ...locked.applicant, fullName: noName },
} as unknown as LockedBooking
const namelessUrn = { ...urn, ...nameless } as LockedUrn
const namelessRelative = {
  ...relative,
  holder: { fullName: noName },
  account: { fullName: noName },
  beneficiaryName: noName,
} as unknown as FamilyRelative
const namelessClaim = { ...telling, claim: { ...claim, name: noName }, leaving: [{ holderID: 1, name: noName }] }

const moves: BookingEvent[] = [
  'approve',
  'confirm',
  'requestUrn',
  'deny',
  'release',
  'archive',
  'cancel',
  'reopen',
  'expire',
]
const removed = { since: at, passkeys: 1, recoveryCodes: true, invitations: 1, begun: 1 }
const booked = (locked: LockedBooking) =>
  moves.flatMap(
    (event) =>
      ofBookings.moveLetter(locked, event, { reason: '照片不清楚' }, event === 'confirm' ? '陈美玲' : undefined) ?? [],
  )

/** Each letter that somebody with an account of a family can get, as the code writes it. Names and reasons are Chinese. */
export const lettersToFamilies: readonly Letter[] = [
  ofAccounts.resetLetter('t', 30),
  ofAccounts.resetLetter('t', 30, at),
  ofAccounts.setPasswordLetter('t', 48),
  ofAccounts.alreadyRegisteredLetter(person, 'now'),
  ofAccounts.finishRegistrationLetter(person, 'now'),
  ofAccounts.newDeviceLetter('Firefox', '203.0.113.7', at),
  ofAccounts.passkeyAddedLetter(at),
  ofAccounts.passkeyRemovedLetter('p', at),
  ofAccounts.accountLockedLetter(10, 15),
  ofAccounts.detailsChangedLetter({ mayHoldRight: true }),
  ofAccounts.passwordChangedLetter(),
  ofAccounts.emailChangedLetter('t', 7),
  ofAccounts.confirmEmailLetter('t', 7),
  ofAccounts.emailRestoredLetter('t', 30, removed),
  ofAccounts.emailRestoredLetter('t', 30, { ...removed, recoveryCodes: false, invitations: 0, begun: 0 }),
  ofAccounts.emailChangeUndoneLetter(),
  ofAccounts.addressInUseLetter(person, 'now'),
  ofAccounts.secondFactorResetLetter('手机遗失'),
  ...(['asked', 'accepted', 'unused'] as const).flatMap((cause) =>
    [true, false].map((keepsName) =>
      ofAccounts.accountClosedLetter('user', { cause: keepsName ? 'accepted' : cause, keepsName }),
    ),
  ),
  ofAccounts.closingNoticeLetter('20 Dec 2026'),
  ofPrivacy.closingRequestedLetter(),
  ofPrivacy.closingRefusedLetter('还有未付的款项'),

  ...[locked, withUrnRequest, beside, nameless].flatMap(booked),
  ...(['birth', 'death'] as const).flatMap(
    (kind) =>
      ofBookings.moveLetter(
        { ...locked, booking: { ...locked.booking, bookingStatus: 'Pending' } },
        'requestCertificate',
        { kinds: [kind], reason: '照片不清楚' },
      ) ?? [],
  ),
  ofBookings.certificateReminder({ ...locked, booking: { ...locked.booking, bookingStatus: 'Pending' } }),
  ofBookings.otherAccountLetter('mei@example.com', bookingID),
  linkedLetter(bookingID, '陈美玲'),
  addressCorrectedLetter(bookingID),
  unlinkedLetter(bookingID),
  linkCodeLetter(bookingID, '123456', 30),

  ofAppointments.reminderLetter(existing),
  ofAppointments.reminderLetter({ ...existing, urnPlace: 'staff' }),
  ofAppointments.apology(existing),
  ofAppointments.apology({ ...existing, locked: nameless }),
  ...(['choose', 'move', 'cancel'] as const).flatMap(
    (event) => ofAppointments.letterAbout(existing, event, { before: existing.appointment, reason: '大厅维修' }) ?? [],
  ),
  ...Object.values(ofAppointments.reasonsOfJob).flatMap(
    (reason) => ofAppointments.letterAbout(existing, 'cancel', { before: existing.appointment, reason }) ?? [],
  ),

  ...[payment, ofCharges, { ...payment, beneficiaryName: noName }].flatMap((payment) => [
    ...(['Paid', 'Waived', 'Refunding', 'Refunded'] as const).map((paymentStatus) =>
      ofPayments.receiptLetter({ ...payment, paymentStatus }, ['Issued by a house.'], {}),
    ),
    ofPayments.refundedLetter(payment, { byHand: false }),
    ofPayments.refundedLetter(payment, { byHand: true }),
    ofPayments.latePaymentLetter(payment),
    ofPayments.surplusLetter(payment, { byHand: false }),
    ofPayments.surplusLetter(payment, { byHand: true }),
  ]),
  dueLetter(bookingID, '陈大文', [{ text: '刻字', cents: 12_000 }, extension]),
  ...[
    ['陈大文', '圣安妮堂'],
    [noName, noName],
  ].map(([person = '', name = '']) =>
    billedLetter(bookingID, person, { name, paymentID: 'P-1', due: [{ text: '刻字', cents: 12_000 }] }),
  ),

  ...[locked, nameless].flatMap((locked) => [
    ofFamilies.invitationLetter(locked, 't'),
    ofFamilies.acceptedLetter(locked, 'r', locked.applicant.fullName),
    ...(['solar', 'lunar'] as const).map((calendar) =>
      ofFamilies.remembranceLetter(locked, { calendar, about: '2026-12-20', token: 't' }),
    ),
  ]),
  ...[relative, namelessRelative].flatMap((relative) => [
    ofFamilies.holderAgreedLetter(relative),
    ofFamilies.youAgreedLetter(relative),
    ofFamilies.yourHelpEndedLetter(relative),
    ofFamilies.helpEndedLetter(relative),
  ]),

  ofUrns.lossLetter(urn, 'l', at),
  ofUrns.lossWithdrawnLetter(urn, 'l'),
  ofUrns.lossLetter(namelessUrn, 'l', at),
  ...(['place', 'takeOut', 'release', 'disprove'] as const).flatMap((event) => [
    ofUrns.movedLetter(event, urn, moved),
    ofUrns.movedLetter(event, namelessUrn, { ...moved, last: { ...moved.last, releasedTo: noName } }),
  ]),

  ...[telling, tellingOfTwo, namelessClaim].flatMap((telling) => [
    ...(['asked', 'decidedFor', 'decidedAgainst', 'withdrawn'] as const).map((state) =>
      ofRights.claimLetter(telling, state, true, { holderID: 2, contactID: null }),
    ),
    ofRights.claimLetter({ ...telling, claim: { ...telling.claim, kind: 'transfer' } }, 'asked', true, {
      holderID: 2,
      contactID: null,
    }),
  ]),
  ...[true, false].flatMap((inAccount) => [
    ...[telling, namelessClaim].map((telling) =>
      ofRights.claimLetter(telling, 'asked', inAccount, { holderID: 1, contactID: null }),
    ),
    ...[undefined, { years: 10, until: '2066-03-14' }].flatMap((next) =>
      [1, 24].map((months) => ofRights.endLetter({ right: ending, nicheCode: 'C-12', months }, next, inAccount)),
    ),
  ]),
  ...[ofRights.recordedInYourName.object('不同意'), ofRights.recordedInYourName.askToTalk].map((what) =>
    ofRights.recordedInYourNameLetter('R-7K2M9QX4', what),
  ),
  ...(['takeOut', 'release'] as const).flatMap((event) =>
    ['陈大文', noName].map((person) => ofRights.agreementLetter({ ...right, event, person }, { token: 't' })),
  ),
]
