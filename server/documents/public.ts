import { createHash, randomUUID } from 'node:crypto'
import type { Context } from '#server/core/context.ts'
import type { Db } from '#server/ports/database.ts'
import type { ReceivedFile } from '#server/ports/form-reader.ts'
import {
  assignToBeneficiary,
  assignToUrnRequest,
  type CertificateKind,
  type CertificateOwner,
  type CertificateRow,
  deleteAllCertificates,
  deleteCertificate,
  findChunk,
  insertCertificate,
  insertChunk,
  listCertificates,
  listChunks,
} from './queries.ts'

export { withoutMetadata } from './jpeg.ts'

/** Encrypting one chunk must not block the server for long; the largest certificate has twenty. */
const chunkBytes = 256 * 1024

type CertificateToSave = [context: Context, owner: CertificateOwner, kind: CertificateKind, file: ReceivedFile]

/** Stores a certificate in the caller's transaction and replaces the earlier one of the same kind. */
export async function saveCertificate(...[context, owner, kind, file]: CertificateToSave) {
  await deleteCertificate(context.db, owner, kind)
  return addCertificate(context, owner, kind, file)
}

/** The same for an owner who has none of this kind. */
export async function addCertificate(...[context, owner, kind, file]: CertificateToSave) {
  const { db, vault, clock } = context
  const { bytes, mime } = file
  const certificateID = randomUUID()
  const row = { certificateID, kind, ...owner, mime, size: bytes.length, sha256: sha256(bytes), createdAt: clock() }
  const chunkAt = (position: number) => {
    const chunk = bytes.subarray(position * chunkBytes, (position + 1) * chunkBytes)
    return { certificateID, position, sealed: vault.seal(chunk) }
  }
  await insertCertificate(db, row, chunkAt(0))
  for (let position = 1; position * chunkBytes < bytes.length; position++) await insertChunk(db, chunkAt(position))
  return certificateID
}

/**
 * Decrypts those certificates that there are, once there is memory for a reply with all of them, as bytes and as base64. The caller records
 * the access in the audit log.
 */
export async function readCertificates(context: Context, wanted: Record<CertificateKind, CertificateOwner>) {
  const found = await listCertificates(context.db, wanted)
  /** Reserves the memory of all certificates at once. Two callers with a part each would wait for each other forever. */
  await context.reserveMemory(2 * found.reduce((sum, { size }) => sum + size, 0))
  const read: Partial<Record<CertificateKind, ReceivedFile & { sha256: string }>> = {}
  for (const certificate of found) read[certificate.kind] = await readCertificate(context, certificate)
  return read
}

/** Says which of these certificates there are, without decrypting any. */
export const listCertificateKinds = async (db: Db, wanted: Record<CertificateKind, CertificateOwner>) =>
  (await listCertificates(db, wanted)).map(({ kind }) => kind)

async function readCertificate({ db, vault }: Context, { certificateID, mime, sha256: expected }: CertificateRow) {
  const chunks = await listChunks(db, certificateID)
  const bytes = Buffer.concat(chunks.map(({ sealed }) => vault.open(sealed)))
  /** Decrypting verifies each chunk; the hash shows that none is missing or out of order. */
  if (sha256(bytes) !== expected) throw new Error(`The certificate ${certificateID} is damaged`)
  return { bytes, mime, sha256: expected }
}

/** Decrypts a certificate chunk by chunk, so that a slow download keeps only one of them in memory. */
export async function* streamCertificate(
  { db, vault }: Context,
  { certificateID, sha256: expected }: { certificateID: string; sha256: string },
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for (let position = 0; ; position++) {
    const sealed = await findChunk(db, certificateID, position)
    if (!sealed) break
    const bytes = vault.open(sealed)
    hash.update(bytes)
    yield bytes
  }
  if (hash.digest('hex') !== expected) throw new Error(`The certificate ${certificateID} is damaged or was replaced`)
}

/** Deletes a certificate that an amended application no longer includes. */
export const deleteCertificateOf = async ({ db }: Context, owner: CertificateOwner, kind: CertificateKind) => {
  await deleteCertificate(db, owner, kind)
}

/** Deletes all certificates of a beneficiary. Returns their kinds for the audit log. */
export const deleteCertificatesOf = async ({ db }: Context, beneficiaryID: string): Promise<CertificateKind[]> => {
  const deleted = await deleteAllCertificates(db, beneficiaryID)
  return deleted.map(({ kind }) => kind)
}

/** When an urn request is approved, its certificate replaces the beneficiary's. */
export async function moveCertificateToBeneficiary(context: Context, urnRequestID: string, beneficiaryID: string) {
  await deleteCertificate(context.db, { beneficiaryID }, 'death')
  await assignToBeneficiary(context.db, urnRequestID, beneficiaryID)
}

/** When the approval is undone, the certificate belongs to the request again. */
export const moveCertificateToUrnRequest = async ({ db }: Context, beneficiaryID: string, urnRequestID: string) => {
  await assignToUrnRequest(db, beneficiaryID, urnRequestID)
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
