import type { OwnBooking } from '#contract/bookings/api.ts'
import { beneficiaryReplies } from '#contract/bookings/application-form.ts'

type Reply = keyof typeof beneficiaryReplies

const noReplies = Object.fromEntries(Object.keys(beneficiaryReplies).map((name) => [name, ''])) as Record<Reply, ''>

/** A new field of the beneficiary is empty in it. */
export const sampleBooking: OwnBooking = {
  ...noReplies,
  bookingID: 'B-7K2M9QX4TR',
  version: 1,
  userID: 'u',
  actingFor: null,
  nicheID: 'n',
  beneficiaryID: 'b',
  paymentID: 'P-7K2M9QX4TR',
  bookingStatus: 'Pending',
  bookingType: 'PreOrder',
  typeGiven: true,
  createdAt: '2026-11-20T02:00:00Z',
  approvedAt: null,
  nicheCode: 'TH-1A-03-05',
  nicheRow: 5,
  nicheColumn: 3,
  half: '',
  blockID: 'TH-1A',
  blockName: 'A',
  levelNumber: 1,
  buildingName: 'Tembusu Hall',
  beneficiaryName: 'Lim Siew Hong',
  dateOfBirth: '1948-06-12',
  dateOfDeath: null,
  relationshipWithApplicant: 'Mother',
  birthCertSha256: null,
  deathCertSha256: null,
  paymentAmount: '3800.00',
  paymentMethod: 'Credit Card',
  paymentStatus: 'Pending',
  paymentDate: '2026-11-20T02:00:00Z',
  holdExpiresAt: null,
  right: null,
  roomLeft: false,
  sharesNiche: false,
  urnRequested: false,
  certificateAsked: false,
  certificateRequest: null,
  ending: null,
  madeBy: 'user',
}
