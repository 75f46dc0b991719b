import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { Context } from '#server/core/context.ts'
import { unpaidCertificatesKeptMs } from '../bookings/delete-unpaid-certificates.ts'
import type { Rows } from './scenario-rows.ts'
import type { Random } from './seeded-random.ts'

/** A birth certificate (PNG) for every beneficiary, and a death certificate (PDF) for those who have died. */
export function createCertificates({ vault }: Context, random: Random, rows: readonly Rows[], now: Date) {
  const birth = specimenPng()
  const kept = rows.filter((row) => !isLongEndedUnpaid(row, now))
  const files = kept.flatMap(({ beneficiary, urn }) => {
    const ofBeneficiary = { beneficiaryID: beneficiary.beneficiaryID, urnRequestID: null }
    const dateOfDeath = urn?.dateOfDeath ?? beneficiary.dateOfDeath
    const file = { kind: 'birth' as const, mime: 'image/png', content: birth, ...ofBeneficiary }
    if (!dateOfDeath) return [file]
    const owner = urn ? { beneficiaryID: null, urnRequestID: urn.urnRequestID } : ofBeneficiary
    const lines = [
      'Specimen: certificate of death',
      `Name: ${beneficiary.beneficiaryName}`,
      `Date of birth: ${beneficiary.dateOfBirth}`,
      `Date of death: ${dateOfDeath}`,
    ]
    return [file, { kind: 'death' as const, mime: 'application/pdf', content: specimenPdf(lines), ...owner }]
  })
  return files.map(({ content, ...file }) => {
    const certificateID = random.uuid()
    const sha256 = createHash('sha256').update(content).digest('hex')
    return {
      certificate: { ...file, certificateID, size: content.length, sha256, createdAt: now },
      chunk: { certificateID, position: 0, sealed: vault.seal(content) },
    }
  })
}

/** The certificates of these are deleted after a time, so the demo data has none either. */
const isLongEndedUnpaid = ({ booking, payment, moves }: Rows, now: Date) =>
  booking.bookingStatus === 'Cancelled' &&
  payment.paymentStatus === 'Failed' &&
  moves.every(({ at }) => now.getTime() - at.getTime() >= unpaidCertificatesKeptMs)

/** A one-page PDF that any viewer can open. */
export function specimenPdf(lines: readonly string[]): Buffer {
  const safe = lines.map((line) => line.replace(/[^ -~]/g, '?').replace(/[()\\]/g, '\\$&'))
  const text = safe.map((line, index) => `BT /F1 ${index === 0 ? 20 : 13} Tf 72 ${740 - index * 34} Td (${line}) Tj ET`)
  const content = ['0.17 0.36 0.31 RG 2 w 48 48 499 746 re S', ...text].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + table + trailer, 'latin1')
}

/** A small grey picture that looks like a framed page of text. */
export function specimenPng(width = 420, height = 594): Buffer {
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = shade(x, y, width, height)
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function shade(x: number, y: number, width: number, height: number): number {
  const edge = Math.min(x, y, width - x, height - y)
  if (edge > 18 && edge < 22) return 90
  const inText = x > 60 && x < width - 60 - ((y * 7) % 90) && y > 90 && y < height - 120
  return inText && y % 34 < 5 ? 150 : 248
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}
