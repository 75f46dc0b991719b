import {
  certificateTypes,
  fileTooLargeMessage,
  maxCertificateBytes,
  wrongFileTypeMessage,
} from '#contract/documents/certificate.ts'

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
export async function shrinkImage(photo: File): Promise<File> {
  const picture = await createImageBitmap(photo)
  try {
    for (const side of maxSidesPx) {
      const copy = await drawAt(picture, side)
      if (copy.size <= maxCertificateBytes) return new File([copy], nameOfCopy(photo.name), { type: copy.type })
    }
    throw new Error('The picture could not be made small enough')
  } finally {
    picture.close()
  }
}

const nameOfCopy = (name: string) => `${name.replace(/\.\w+$/, '')}-smaller.jpg`

function drawAt(picture: ImageBitmap, side: number): Promise<Blob> {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be read'))),
      'image/jpeg',
      0.86,
    )
  })
}
