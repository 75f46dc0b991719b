import { z } from 'zod'
import { Appointment } from '../appointments/api.ts'
import { appointmentEvents } from '../appointments/transitions.ts'
import { BookingHistoryEntry, OwnBooking, PersonInNiche, RegisterEntry } from '../bookings/api.ts'
import { certificateKinds } from '../bookings/certificate-request.ts'
import { chargeEvents } from '../charges/charge.ts'
import { callsBelow } from '../endpoint.ts'
import { paymentMethods } from '../payments/payment.ts'
import { RightMoveEntry } from '../rights/api.ts'
import { HolderPlaced } from '../rights/holder.ts'
import { instant } from '../schema-parts.ts'
import { UrnMoveEntry } from '../urns/api.ts'
import { urnWhereabouts } from '../urns/moves.ts'
import { languageNames } from '../words/languages.ts'
import { FamilySharing } from './api.ts'

/** A letter to the family. */
const SentLetter = z.object({
  to: z.string(),
  subject: z.string(),
  writtenAt: instant,
  /** Null while it waits in the house. */
  sentAt: instant.nullable(),
})

const AppointmentHistoryEntry = z.object({
  event: z.enum(appointmentEvents),
  at: instant,
  by: z.string(),
  startsAt: instant,
  reason: z.string(),
})

const ChargeHistoryEntry = z.object({
  event: z.enum(chargeEvents),
  at: instant,
  by: z.string(),
  text: z.string(),
  amount: z.string(),
  reason: z.string(),
})

/** Money that came in, went out, or was taken by the bank of a cardholder who disputes it. */
const MoneyEntry = z.object({
  kind: z.string(),
  at: instant,
  by: z.string(),
  paymentID: z.string(),
  amount: z.string(),
  method: z.enum(paymentMethods).nullable(),
})

/** Everything that staff know about the person of one booking, without the certificates themselves. */
export const StaffPerson = z.object({
  booking: OwnBooking,
  /** When the booking was submitted, or the urn request that followed it. */
  waitingSince: instant,
  applicant: z.object({
    name: z.string(),
    email: z.string().nullable(),
    contactNumber: z.string(),
    /** The language of letters; `null` if the account has chosen none. */
    language: z.enum(languageNames).nullable(),
  }),
  register: RegisterEntry.nullable(),
  papers: z.array(z.enum(certificateKinds)),
  urn: z.object({ tag: z.string(), place: z.enum(urnWhereabouts), where: z.string() }).nullable(),
  /** The last one of the booking. */
  appointment: Appointment.nullable(),
  /** The amount that is due for charges; null if nothing is. */
  chargesDue: z.string().nullable(),
  sharing: FamilySharing,
  /** Everyone else who has a place in the niche. */
  others: z.array(PersonInNiche),
  holderPlaced: HolderPlaced.nullable(),
  history: z.object({
    booking: z.array(BookingHistoryEntry),
    right: z.array(RightMoveEntry),
    urn: z.array(UrnMoveEntry),
    appointments: z.array(AppointmentHistoryEntry),
    charges: z.array(ChargeHistoryEntry),
    money: z.array(MoneyEntry),
    letters: z.array(SentLetter),
  }),
})
export type StaffPerson = z.infer<typeof StaffPerson>

const { staffAndAdmins } = callsBelow('/api/person')

export const staffPersonApi = {
  person: staffAndAdmins.get(':bookingID', 'Everything about the person of one booking, without the certificates', {
    recordedRead: { kind: 'booking', subject: 'bookingID' },
    params: z.object({ bookingID: z.string().max(60) }),
    reply: StaffPerson,
  }),
} as const
