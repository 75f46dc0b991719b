import { createHash } from 'node:crypto'
import type { Context } from '#server/core/context.ts'
import { unpaidCertificatesKeptMs } from '../bookings/delete-unpaid-certificates.ts'
import type { Rows } from './scenario-rows.ts'
import type { Random } from './seeded-random.ts'
import { specimenPdf, specimenPng } from './specimen-certificates.ts'

/** The certificates of these are deleted after a time, so the demo data has none either. */
const isLongEndedUnpaid = ({ booking, payment, moves }: Rows, now: Date) =>
  booking.bookingStatus === 'Cancelled' &&
  payment.paymentStatus === 'Failed' &&
  moves.every(({ at }) => now.getTime() - at.getTime() >= unpaidCertificatesKeptMs)

/** A birth certificate (PNG) for every beneficiary, and a death certificate (PDF) for those who have died. */
export function createCertificates(context: Context, random: Random, rows: readonly Rows[], now: Date) {
  const birth = specimenPng()
  const kept = rows.filter((row) => !isLongEndedUnpaid(row, now))
  const files = kept.flatMap(({ beneficiary, urn }) => {
    const beneficiaryOwner = { beneficiaryID: beneficiary.beneficiaryID, urnRequestID: null }
    const dateOfDeath = urn?.dateOfDeath ?? beneficiary.dateOfDeath
    const file = { kind: 'birth' as const, mime: 'image/png', content: birth, ...beneficiaryOwner }
    if (!dateOfDeath) return [file]
    const owner = urn ? { beneficiaryID: null, urnRequestID: urn.urnRequestID } : beneficiaryOwner
    const lines = [
      'Specimen: certificate of death',
      `Name: ${beneficiary.beneficiaryName}`,
      `Date of birth: ${beneficiary.dateOfBirth}`,
      `Date of death: ${dateOfDeath}`,
    ]
    return [file, { kind: 'death' as const, mime: 'application/pdf', content: specimenPdf(lines), ...owner }]
  })
  const stored = files.map(({ content, ...file }) => ({
    certificate: {
      ...file,
      certificateID: random.uuid(),
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      createdAt: now,
    },
    content,
  }))
  return {
    certificates: stored.map(({ certificate }) => certificate),
    chunks: stored.map(({ certificate, content }) => ({
      certificateID: certificate.certificateID,
      position: 0,
      sealed: context.vault.seal(content),
    })),
  }
}
