import {
  certificateTypes,
  fileTooLargeMessage,
  maxCertificateBytes,
  wrongFileTypeMessage,
} from '#contract/documents/certificate.ts'

/** What is wrong with a chosen file, in the words of the server, before a byte of it is sent. */
export function checkCertificate(file: Pick<File, 'type' | 'size'>): string | undefined {
  if (!certificateTypes.some((type) => type === file.type) || file.size === 0) return wrongFileTypeMessage
  return file.size > maxCertificateBytes ? fileTooLargeMessage : undefined
}

/** A photograph that is only too large can be made smaller here; a document cannot. */
export const canBeSmaller = (file: File) =>
  file.type.startsWith('image/') && checkCertificate(file) === fileTooLargeMessage

/** `1.4 MB`, `12 kB`: as people say the size of a file. */
export const showSize = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
