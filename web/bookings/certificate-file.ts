import {
  certificateTypes,
  fileTooLargeMessage,
  maxCertificateBytes,
  wrongFileTypeMessage,
} from '#contract/documents/certificate.ts'
import { drawJpeg } from '#web/ui/draw-jpeg.ts'

/** Checks a chosen file before it is uploaded, with the sentences of the server. */
export function checkCertificate(file: Pick<File, 'type' | 'size'>): string | undefined {
  if (!certificateTypes.some((type) => type === file.type) || file.size === 0) return wrongFileTypeMessage
  return file.size > maxCertificateBytes ? fileTooLargeMessage : undefined
}

/** A photograph that is too large can be made smaller here; a PDF cannot. */
export const canBeSmaller = (file: File) =>
  file.type.startsWith('image/') && checkCertificate(file) === fileTooLargeMessage

/** For example `1.4 MB` or `12 kB`. */
export const showSize = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** Longest sides to try, in pixels; a page photographed at 2400 is still easy to read. */
const maxSidesPx = [2400, 1800, 1200]

/** Makes a copy of a photograph that is small enough to upload. */
export const shrinkImage = (photo: File) => copyImage(photo, 'smaller')
/** Turns a photograph clockwise by a quarter. */
export const turnImage = (photo: File) => copyImage(photo, 'turned')

async function copyImage(photo: File, how: 'smaller' | 'turned'): Promise<File> {
  return saveCopy(await createImageBitmap(photo), photo.name, how)
}

/** Closes the picture. */
export async function saveCopy(picture: ImageBitmap, name: string, how: 'smaller' | 'turned' | 'straight') {
  try {
    for (const side of maxSidesPx) {
      const copy = await drawJpeg(picture, side, { isTurned: how === 'turned' })
      if (copy.size > maxCertificateBytes) continue
      return new File([copy], `${name.replace(/(-turned|-straight)*\.\w+$/, '')}-${how}.jpg`, { type: copy.type })
    }
    throw new Error('The picture could not be made small enough')
  } finally {
    picture.close()
  }
}
