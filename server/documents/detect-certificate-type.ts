import type { CertificateType } from '#contract/documents/certificate.ts'
import { isJpeg } from './jpeg.ts'
import { isPdf } from './pdf.ts'
import { isPng } from './png.ts'

/** Detects the type from the whole content: a file name or the first bytes prove nothing. */
export async function detectCertificateType(bytes: Buffer): Promise<CertificateType | undefined> {
  if (isPdf(bytes)) return 'application/pdf'
  if (isJpeg(bytes)) return 'image/jpeg'
  return (await isPng(bytes)) ? 'image/png' : undefined
}
