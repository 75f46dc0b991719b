import type { CertificateType } from '#contract/documents/certificate.ts'
import type { LogoType } from '#contract/house/logo.ts'
import { isJpeg } from './jpeg.ts'
import { isPdf } from './pdf.ts'
import { isPng } from './png.ts'

export type FileType = CertificateType | LogoType

/** Detects the type from the whole content: a file name or the first bytes prove nothing. */
export async function detectFileType(bytes: Buffer): Promise<FileType | undefined> {
  if (isPdf(bytes)) return 'application/pdf'
  if (isJpeg(bytes)) return 'image/jpeg'
  if (isWebp(bytes)) return 'image/webp'
  return (await isPng(bytes)) ? 'image/png' : undefined
}

/** The chunks that a still WebP may contain besides its pixels. Animations are refused. */
const otherWebpChunks = ['VP8X', 'ALPH', 'ICCP', 'EXIF', 'XMP ']

/** A WebP: every chunk complete, nothing after the last, and exactly one picture. */
function isWebp(bytes: Buffer): boolean {
  if (bytes.length < 20 || textAt(bytes, 0) !== 'RIFF' || textAt(bytes, 8) !== 'WEBP') return false
  if (bytes.readUInt32LE(4) !== bytes.length - 8) return false
  let pictures = 0
  let at = 12
  while (at + 8 <= bytes.length) {
    const type = textAt(bytes, at)
    const length = bytes.readUInt32LE(at + 4)
    const data = bytes.subarray(at + 8, at + 8 + length)
    if (data.length !== length) return false
    const isPicture = isWebpFrame(type, data)
    if (!isPicture && !otherWebpChunks.includes(type)) return false
    if (isPicture) pictures += 1
    at += 8 + length + (length % 2)
  }
  return pictures === 1 && at === bytes.length
}

const textAt = (bytes: Buffer, at: number) => bytes.toString('latin1', at, at + 4)

const isWebpFrame = (type: string, data: Buffer) =>
  (type === 'VP8 ' && data.length > 10 && data.readUIntBE(3, 3) === 0x9d012a) ||
  (type === 'VP8L' && data.length > 5 && data[0] === 0x2f)
