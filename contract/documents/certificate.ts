/** What a certificate may be, and what is said when it is something else; the same words in the browser and on the server. */
export const certificateTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const
export type CertificateType = (typeof certificateTypes)[number]

export const maxCertificateBytes = 5 * 1024 * 1024

export const wrongFileTypeMessage = 'Invalid file type. Only PDF, PNG, JPG allowed.'
export const fileTooLargeMessage = 'File too large. Max 5MB.'
