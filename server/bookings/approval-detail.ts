import { toAmount } from '#contract/money.ts'
import { record, recordFurtherReads } from '#server/audit/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { listCertificateKinds, readCertificates } from '#server/documents/public.ts'
import { AppError } from '#server/http/errors.ts'
import { findHolderPlaced } from '#server/rights/public.ts'
import { presentBeneficiary } from './beneficiary.ts'
import { presentCertificateRequest } from './certificate-request.ts'
import { withLapsedHoldEnded } from './holds.ts'
import { type Booked, beneficiaryIDsOf, listNamesakes } from './namesakes.ts'
import { couldReturn, listOthersIn } from './places.ts'
import { findApproval, listHistory } from './queries.ts'

/** Everything that a clerk needs for a decision. Viewing the certificates is audited. */
export async function getApprovalDetail(context: SignedInContext, sentID: string) {
  const { db, clock } = context
  const found = await findApproval(db, sentID.trim().toUpperCase())
  if (!found) throw new AppError('NOT_FOUND')
  const { urn, certificateRequest, beneficiary, amountCents, settledAt, ...booking } = withLapsedHoldEnded(
    found,
    clock(),
  )
  /** Read after the version: if the certificates change in between, a decision with the older version is refused. */
  const certificates = await readCertificates(context, certificateOwners({ beneficiary, urn }))
  const kinds = Object.keys(certificates)
  if (kinds.length > 0) await record(context, 'certificate.viewed', booking.bookingID, { certificates: kinds })
  return {
    ...booking,
    ...presentBeneficiary(beneficiary),
    ...presentCertificates(certificates),
    paymentAmount: amountCents === null ? null : toAmount(amountCents),
    paymentDate: booking.paymentID === null ? null : (settledAt ?? booking.createdAt),
    urnRequest: urn,
    certificateRequest: presentCertificateRequest(certificateRequest),
    nicheFree: await couldReturn(db, booking),
    others: await listOthersIn(db, booking),
    holderPlaced: await findHolderPlaced(context, found),
    history: await listHistory(db, booking.bookingID),
    namesakes: await listOthers(context, { ...booking, ...beneficiary }),
  }
}

/** What staff know of a booking beside what its family reads. Of the certificates, only which there are. */
export async function readStaffFacts(context: SignedInContext, bookingID: string) {
  const { db } = context
  const found = await findApproval(db, bookingID)
  if (!found) throw new AppError('NOT_FOUND')
  return {
    applicant: {
      name: found.customerName,
      email: found.email,
      contactNumber: found.contactNumber,
      language: found.language,
    },
    register: found.register,
    waitingSince: found.waitingSince,
    papers: await listCertificateKinds(db, certificateOwners(found)),
    others: await listOthersIn(db, found),
    holderPlaced: await findHolderPlaced(context, found),
    history: await listHistory(db, bookingID),
  }
}

type Approval = NonNullable<Awaited<ReturnType<typeof findApproval>>>

/** The death certificate of an urn request belongs to the request until that is approved. */
function certificateOwners({ beneficiary: { beneficiaryID }, urn }: Pick<Approval, 'beneficiary' | 'urn'>) {
  const owner = { beneficiaryID }
  return { birth: owner, death: urn ? { urnRequestID: urn.urnRequestID } : owner, relationship: owner }
}

async function listOthers(context: SignedInContext, booked: Booked) {
  const namesakes = await listNamesakes(context.db, booked)
  await recordFurtherReads(context, 'beneficiary', beneficiaryIDsOf(namesakes))
  return namesakes.map(({ beneficiary, ...other }) => ({ ...other, ...presentBeneficiary(beneficiary) }))
}

const presentCertificates = ({ birth, death, relationship }: Awaited<ReturnType<typeof readCertificates>>) => ({
  birthCertBase64: birth?.bytes.toString('base64') ?? null,
  birthCertMime: birth?.mime ?? null,
  birthCertSha256: birth?.sha256 ?? null,
  deathCertBase64: death?.bytes.toString('base64') ?? null,
  deathCertMime: death?.mime ?? null,
  deathCertSha256: death?.sha256 ?? null,
  relationshipProofBase64: relationship?.bytes.toString('base64') ?? null,
  relationshipProofMime: relationship?.mime ?? null,
  relationshipProofSha256: relationship?.sha256 ?? null,
})
