import { z } from 'zod'
import { bookingID, instant, required, seenVersion } from '../schema-parts.ts'

/** The last one is a paper about another person in a niche, where the house asks for it. */
export const certificateKinds = ['birth', 'death', 'relationship'] as const
export type CertificateKind = (typeof certificateKinds)[number]
export const certificateLabels = {
  birth: 'Birth certificate',
  death: 'Death certificate',
  relationship: 'Proof of relationship',
} as const satisfies Record<CertificateKind, string>

/** A clerk asks the family for a better copy, without deciding on the booking. */
export const CertificateRequestForm = z.object({
  bookingID,
  version: seenVersion,
  kinds: z
    .array(z.enum(certificateKinds), 'Please choose a certificate.')
    .min(1, 'Please choose a certificate.')
    .max(certificateKinds.length),
  reason: required('Please say what is wrong with the certificate.', 500),
})

/** What was asked of the family. */
export const CertificateRequest = z.object({
  kinds: z.array(z.enum(certificateKinds)),
  reason: z.string(),
  requestedAt: instant,
})
export type CertificateRequest = z.infer<typeof CertificateRequest>

/** The server knows which of them were asked for and requires those. */
const optional = { missing: 'Please upload a certificate', requiredIf: () => false }
export const sentCertificateFiles = {
  birthCertFile: optional,
  deathCertFile: optional,
  relationshipProofFile: optional,
}
export const certificateFileOf = {
  birth: 'birthCertFile',
  death: 'deathCertFile',
  relationship: 'relationshipProofFile',
} as const
