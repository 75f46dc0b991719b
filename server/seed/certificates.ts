import { createHash } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Rows } from './scenario-rows.ts'
import type { Random } from './seeded-random.ts'
import { specimenPdf, specimenPng } from './specimen-certificates.ts'

/** A birth certificate as a picture for everyone, a death certificate as a PDF for those who have died. */
export function createCertificates(context: Context, random: Random, rows: readonly Rows[], now: Date) {
  const birth = specimenPng()
  const sheets = rows.flatMap(({ beneficiary, urn }) => {
    const whose = { beneficiaryID: beneficiary.beneficiaryID, urnRequestID: null }
    const died = urn?.dateOfDeath ?? beneficiary.dateOfDeath
    const sheet = { kind: 'birth' as const, mime: 'image/png', content: birth, ...whose }
    if (!died) return [sheet]
    const owner = urn ? { beneficiaryID: null, urnRequestID: urn.urnRequestID } : whose
    const lines = [
      'Specimen: certificate of death',
      `Name: ${beneficiary.beneficiaryName}`,
      `Date of birth: ${beneficiary.dateOfBirth}`,
      `Date of death: ${died}`,
    ]
    return [sheet, { kind: 'death' as const, mime: 'application/pdf', content: specimenPdf(lines), ...owner }]
  })
  const filed = sheets.map(({ content, ...sheet }) => ({
    certificate: {
      ...sheet,
      certificateID: random.uuid(),
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      createdAt: now,
    },
    content,
  }))
  return {
    certificates: filed.map(({ certificate }) => certificate),
    chunks: filed.map(({ certificate, content }) => ({
      certificateID: certificate.certificateID,
      position: 0,
      sealed: context.vault.seal(content),
    })),
  }
}
