import { createHash, randomUUID } from 'node:crypto'
import type { Context } from '#server/context.ts'
import type { ReceivedFile } from '#server/http/form-reader.ts'
import {
  assignToBeneficiary,
  assignToUrnRequest,
  type CertificateKind,
  type CertificateOwner,
  deleteCertificate,
  findCertificate,
  insertCertificate,
  insertChunk,
  listChunks,
} from './queries.ts'

/** Small enough that sealing one never holds the server up, large enough that a certificate is twenty rows at most. */
const chunkBytes = 256 * 1024

/** Keeps a certificate in the caller's transaction, in place of the one of that kind that was there before. */
export async function saveCertificate(
  context: Context,
  owner: CertificateOwner,
  kind: CertificateKind,
  file: ReceivedFile,
) {
  const { db, vault, clock } = context
  const { bytes, mime } = file
  const certificateID = randomUUID()
  await deleteCertificate(db, owner, kind)
  await insertCertificate(db, {
    certificateID,
    kind,
    ...owner,
    mime,
    size: bytes.length,
    sha256: sha256(bytes),
    createdAt: clock(),
  })
  for (let position = 0; position * chunkBytes < bytes.length; position++) {
    const piece = bytes.subarray(position * chunkBytes, (position + 1) * chunkBytes)
    await insertChunk(db, { certificateID, position, sealed: vault.seal(piece) })
  }
  return certificateID
}

/** Opens a certificate, if there is one; who looked is for the caller to record. */
export async function readCertificate(
  context: Context,
  owner: CertificateOwner,
  kind: CertificateKind,
): Promise<(ReceivedFile & { sha256: string }) | undefined> {
  const certificate = await findCertificate(context.db, owner, kind)
  if (!certificate) return undefined
  const pieces = await listChunks(context.db, certificate.certificateID)
  const bytes = Buffer.concat(pieces.map(({ sealed }) => context.vault.open(sealed)))
  /** Each piece is sound by itself; this tells that none is missing or in another's place. */
  if (sha256(bytes) !== certificate.sha256) throw new Error(`The certificate ${certificate.certificateID} is damaged`)
  return { bytes, mime: certificate.mime, sha256: certificate.sha256 }
}

/** For a certificate that a changed application no longer brings. */
export const deleteCertificateOf = async ({ db }: Context, owner: CertificateOwner, kind: CertificateKind) => {
  await deleteCertificate(db, owner, kind)
}

/** An approved urn request hands its certificate to the beneficiary, whose earlier one it replaces. */
export async function moveCertificateToBeneficiary(context: Context, urnRequestID: string, beneficiaryID: string) {
  await deleteCertificate(context.db, { beneficiaryID }, 'death')
  await assignToBeneficiary(context.db, urnRequestID, beneficiaryID)
}

/** An approval that is taken back leaves the certificate with the request again. */
export const moveCertificateToUrnRequest = async ({ db }: Context, beneficiaryID: string, urnRequestID: string) => {
  await assignToUrnRequest(db, beneficiaryID, urnRequestID)
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
