/** The rules for certificate files and their messages, shared by browser and server. */
export const certificateTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const
export type CertificateType = (typeof certificateTypes)[number]

export const maxCertificateBytes = 5 * 1024 * 1024

export const wrongFileTypeMessage = 'Invalid file type. Only PDF, PNG, JPG allowed.'
export const fileTooLargeMessage = 'File too large. Max 5MB.'
