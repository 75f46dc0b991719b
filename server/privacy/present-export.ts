import { auditLabels } from '#contract/audit/audit-actions.ts'
import { formatBillNumber } from '#contract/bills/bill.ts'
import { toAmount } from '#contract/money.ts'
import { readNRIC } from '#server/accounts/public.ts'
import type { Vault } from '#server/core/vault.ts'
import type { auditLog, bills, certificates, payments, registerEntries, users } from '#server/database/schema.ts'
import { presentRight } from '#server/rights/public.ts'
import type { BookingParts, ExportedBooking } from './export-queries.ts'

/** Everything but what proves who signs in: password, authenticator and the keyed hash of the NRIC. */
export function presentAccount(user: typeof users.$inferSelect, vault: Vault) {
  const { passwordHash, totpSealed, totpLastStep, nricSealed, nricHash, contactKey, ...known } = user
  const nric = readNRIC({ nricSealed }, vault)
  return {
    ...known,
    /** Staff who were invited have neither, and a date of birth that only fills the column. */
    ...(nric ? { nric } : { nric: '', dob: '' }),
    hasPassword: passwordHash !== null,
    hasSecondFactor: totpSealed !== null,
  }
}

export function presentBooking(row: ExportedBooking, parts: BookingParts, vault: Vault) {
  const { booking, beneficiary, payment, entry, right, ownHolder, holders, objections, agreements, contacts, ...rest } =
    row
  const openOrEmpty = (sealed: Buffer | null = null) => (sealed ? vault.openText(sealed) : '')
  const { nicheRow, nicheColumn, ...niche } = rest
  const { userID, nicheID, beneficiaryID, createdByID, nicheStatus, rightID, rightVersion, ...known } = booking
  /** Why staff withhold a person is not for everyone with an account: the reason may be this very family. */
  const { nationalIDSealed, withheldAt, withheldByID, withheldReason, ...person } = beneficiary
  const isOfBooking = ({ bookingID }: { bookingID: string }) => bookingID === booking.bookingID
  return {
    ...known,
    niche,
    right: right && {
      ...presentRight(right),
      grantedOn: right.grantedOn,
      deedNumber: right.deedNumber,
      holders,
      /** Where staff have recorded that this person gets letters about the right. */
      ownReach: { address: openOrEmpty(ownHolder?.addressSealed), email: openOrEmpty(ownHolder?.emailSealed) },
      objections,
      agreements,
      contacts,
    },
    beneficiary: { ...person, nationalID: vault.openText(nationalIDSealed) },
    payment: payment && presentPayment(payment, parts),
    charges: parts.charges.filter(isOfBooking).map(({ text, cents, addedAt, paymentID, waivedAt }) => ({
      text,
      amount: toAmount(cents),
      addedAt,
      paymentID,
      waivedAt,
    })),
    paymentsOfCharges: parts.chargePayments
      .filter(({ chargedBookingID }) => chargedBookingID === booking.bookingID)
      .map((paid) => presentPayment(paid, parts)),
    register: entry && presentEntry(entry, vault),
    history: parts.moves.filter(isOfBooking).map(({ event, reason, at }) => ({ event, reason, at })),
    urnRequests: parts.urnRequests.filter(isOfBooking),
    urnMoves: parts.urnMoves.filter(({ urn }) => isOfBooking(urn)).map(presentUrnMove),
    appointments: parts.appointments.filter(isOfBooking).map(({ number, buildingID, ...appointment }) => appointment),
    certificateRequests: parts.certificateRequests.filter(isOfBooking).map(({ requestedByID, ...request }) => request),
    /** The account of the second person is theirs to export. */
    sharing: {
      links: parts.links.filter(isOfBooking).map(({ madeAt, expiresAt }) => ({ madeAt, expiresAt })),
      relatives: parts.relatives
        .filter(isOfBooking)
        .map(({ email, invitedAt, acceptedAt, agreedAt }) => ({ email, invitedAt, acceptedAt, agreedAt })),
    },
    reminders: parts.remembrances
      .filter(isOfBooking)
      .map(({ askedAt, calendar, leapMonth, shortMonth, writtenFor }) => ({
        askedAt,
        calendar,
        leapMonth,
        shortMonth,
        writtenFor,
      })),
    certificates: certificateFiles(row, parts).map(({ name, certificate: { mime, size, sha256, createdAt } }) => ({
      file: name,
      mime,
      size,
      sha256,
      createdAt,
    })),
  }
}

/** The move without the staff, and without who collected the urn. */
const presentUrnMove = ({ urn, move }: BookingParts['urnMoves'][number]) => ({
  tag: urn.tag,
  cremationNumber: urn.cremationNumber,
  event: move.event,
  shelf: move.shelf,
  reason: move.reason,
  at: move.at,
})

function presentPayment(
  { amountCents, recordedByID, chargedBookingID, ...paid }: typeof payments.$inferSelect,
  parts: BookingParts,
) {
  return {
    ...paid,
    amount: toAmount(amountCents),
    events: parts.paymentEvents
      .filter(({ paymentID }) => paymentID === paid.paymentID)
      .map(({ kind, toStatus, amountCents, at }) => ({
        kind,
        toStatus,
        amount: amountCents === null ? null : toAmount(amountCents),
        at,
      })),
    bills: parts.bills.filter(({ paymentID }) => paymentID === paid.paymentID).map(presentBill),
  }
}

/** The bill without the email address of an organisation, which is not on it. */
const presentBill = ({
  number,
  creditsNumber,
  replacesNumber,
  netCents,
  taxCents,
  grossCents,
  buyerEmail: _,
  ...bill
}: typeof bills.$inferSelect) => ({
  ...bill,
  number: formatBillNumber(number),
  credits: creditsNumber && formatBillNumber(creditsNumber),
  replaces: replacesNumber && formatBillNumber(replacesNumber),
  net: toAmount(netCents),
  tax: toAmount(taxCents),
  gross: toAmount(grossCents),
})

/** What the imported register says, as it was in the file. */
const presentEntry = ({ sourceSealed, linkedAt, linkedPapers }: typeof registerEntries.$inferSelect, vault: Vault) => ({
  line: JSON.parse(vault.openText(sourceSealed)),
  linkedAt,
  linkedPapers,
})

const extensions: Record<string, string> = { 'application/pdf': 'pdf', 'image/png': 'png', 'image/jpeg': 'jpg' }

/** The certificates of a booking with their names in the archive, such as `certificates/B-7K2M9QX4TR-birth.pdf`. */
export function certificateFiles({ booking }: ExportedBooking, parts: BookingParts) {
  const urnRequestIDs = parts.urnRequests
    .filter(({ bookingID }) => bookingID === booking.bookingID)
    .map(({ urnRequestID }) => urnRequestID)
  const nameOf = ({ kind, mime, urnRequestID }: typeof certificates.$inferSelect) => {
    const number = urnRequestID ? `-urn-request-${urnRequestIDs.indexOf(urnRequestID) + 1}` : ''
    return `certificates/${booking.bookingID}${number}-${kind}.${extensions[mime] ?? 'bin'}`
  }
  return parts.certificates
    .filter(
      ({ beneficiaryID, urnRequestID }) =>
        beneficiaryID === booking.beneficiaryID || (urnRequestID !== null && urnRequestIDs.includes(urnRequestID)),
    )
    .map((certificate) => ({ name: nameOf(certificate), certificate }))
}

const namesOfOthers = new Set(['by', 'witness', 'releasedTo', 'document', 'invitedBy'])

/** Does not name other people, such as the clerk who looked somebody up, or who collected an urn. */
export const presentActivity = (
  { at, actorID, action, subject, details }: typeof auditLog.$inferSelect,
  userID: string,
) => ({
  at,
  by: actorID === userID ? 'you' : actorID ? 'staff' : 'Columba',
  what: auditLabels[action as keyof typeof auditLabels] ?? action,
  details:
    details &&
    Object.fromEntries(
      Object.entries(details).filter(([name]) => !namesOfOthers.has(name) && (name !== 'email' || subject === userID)),
    ),
})
