import { and, asc, eq, or } from 'drizzle-orm'
import { certificateChunks, certificates } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'

export type CertificateRow = typeof certificates.$inferSelect
export type CertificateKind = CertificateRow['kind']

/** A certificate of an urn request moves to the beneficiary when the request is approved. */
export type CertificateOwner = { beneficiaryID: string } | { urnRequestID: string }

type Chunk = typeof certificateChunks.$inferInsert

/** Most certificates have one chunk, so the first is inserted in the same statement. */
export const insertCertificate = (db: Db, row: typeof certificates.$inferInsert, first: Chunk) =>
  db
    .with(db.$with('certificate').as(db.insert(certificates).values(row)))
    .insert(certificateChunks)
    .values(first)

export const insertChunk = (db: Db, row: Chunk) => db.insert(certificateChunks).values(row)

/** The certificate of that owner for each kind, if there is one. */
export const listCertificates = (db: Db, wanted: Record<CertificateKind, CertificateOwner>) =>
  db
    .select()
    .from(certificates)
    .where(
      or(
        and(belongsTo(wanted.birth), eq(certificates.kind, 'birth')),
        and(belongsTo(wanted.death), eq(certificates.kind, 'death')),
        and(belongsTo(wanted.relationship), eq(certificates.kind, 'relationship')),
      ),
    )
    .orderBy(asc(certificates.kind))

export const deleteCertificate = (db: Db, owner: CertificateOwner, kind: CertificateKind) =>
  db.delete(certificates).where(and(belongsTo(owner), eq(certificates.kind, kind)))

export const deleteAllCertificates = (db: Db, beneficiaryID: string) =>
  db.delete(certificates).where(belongsTo({ beneficiaryID })).returning({ kind: certificates.kind })

export const assignToBeneficiary = (db: Db, urnRequestID: string, beneficiaryID: string) =>
  db
    .update(certificates)
    .set({ beneficiaryID, urnRequestID: null })
    .where(eq(certificates.urnRequestID, urnRequestID))
    .returning({ certificateID: certificates.certificateID })

export const assignToUrnRequest = (db: Db, beneficiaryID: string, urnRequestID: string) =>
  db
    .update(certificates)
    .set({ beneficiaryID: null, urnRequestID })
    .where(and(eq(certificates.beneficiaryID, beneficiaryID), eq(certificates.kind, 'death')))

export const listChunks = (db: Db, certificateID: string) =>
  db
    .select({ sealed: certificateChunks.sealed })
    .from(certificateChunks)
    .where(eq(certificateChunks.certificateID, certificateID))
    .orderBy(asc(certificateChunks.position))

const belongsTo = (owner: CertificateOwner) =>
  'beneficiaryID' in owner
    ? eq(certificates.beneficiaryID, owner.beneficiaryID)
    : eq(certificates.urnRequestID, owner.urnRequestID)

export async function findChunk(db: Db, certificateID: string, position: number): Promise<Buffer | undefined> {
  const isChunk = and(eq(certificateChunks.certificateID, certificateID), eq(certificateChunks.position, position))
  const [chunk] = await db.select({ sealed: certificateChunks.sealed }).from(certificateChunks).where(isChunk)
  return chunk?.sealed
}
