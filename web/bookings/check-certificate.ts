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
