import type { CertificateType } from '#contract/documents/certificate.ts'
import { isJpeg } from './jpeg.ts'
import { isPdf } from './pdf.ts'
import { isPng } from './png.ts'

/** What these bytes are, by what is in them from beginning to end; a name or a header proves nothing. */
export async function detectCertificateType(bytes: Buffer): Promise<CertificateType | undefined> {
  if (isPdf(bytes)) return 'application/pdf'
  if (isJpeg(bytes)) return 'image/jpeg'
  return (await isPng(bytes)) ? 'image/png' : undefined
}
