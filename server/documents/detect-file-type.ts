import type { CertificateType } from '#contract/documents/certificate.ts'
import type { LogoType } from '#contract/house/logo.ts'
import { isJpeg } from './jpeg.ts'
import { isPdf } from './pdf.ts'
import { isPng } from './png.ts'
import { isWebp } from './webp.ts'

export type FileType = CertificateType | LogoType

/** Detects the type from the whole content: a file name or the first bytes prove nothing. */
export async function detectFileType(bytes: Buffer): Promise<FileType | undefined> {
  if (isPdf(bytes)) return 'application/pdf'
  if (isJpeg(bytes)) return 'image/jpeg'
  if (isWebp(bytes)) return 'image/webp'
  return (await isPng(bytes)) ? 'image/png' : undefined
}
