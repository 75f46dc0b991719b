import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm'
import type { UrnLeaving } from '#contract/rights/agreement.ts'
import { isInNiche, whereaboutsAfter } from '#contract/urns/moves.ts'
import { beneficiaries, bookings, rightAgreements, urnNow, urns } from '#server/database/schema.ts'
import { type Db, hasRows, only } from '#server/ports/database.ts'

export type AgreementRow = typeof rightAgreements.$inferSelect

const isOpen = isNull(rightAgreements.endedAt)

/** What the holders of a right are asked now. */
export const listAgreements = (db: Db, rightID: string): Promise<AgreementRow[]> =>
  db
    .select()
    .from(rightAgreements)
    .where(and(eq(rightAgreements.rightID, rightID), isOpen))
    .orderBy(asc(rightAgreements.askedAt), asc(rightAgreements.tag), asc(rightAgreements.holderID))

/** The holder whom the link in a letter asks, until the request ends. */
export const findAgreementAsked = (db: Db, tokenHash: string): Promise<AgreementRow | undefined> =>
  db
    .select()
    .from(rightAgreements)
    .where(and(eq(rightAgreements.tokenHash, tokenHash), isOpen))
    .then(only)

export const insertAgreement = (db: Db, row: typeof rightAgreements.$inferInsert) =>
  db.insert(rightAgreements).values(row)

export const updateAgreement = (db: Db, agreementID: string, change: Partial<AgreementRow>) =>
  db.update(rightAgreements).set(change).where(eq(rightAgreements.agreementID, agreementID))

/** Ends what is asked about an urn; when it has only been taken out, not what allows its release. Returns how many rows ended. */
export const endAgreements = (db: Db, tag: string, event: UrnLeaving, endedAt: Date): Promise<number> =>
  db
    .update(rightAgreements)
    .set({ endedAt, tokenHash: null })
    .where(
      and(eq(rightAgreements.tag, tag), isOpen, event === 'takeOut' ? eq(rightAgreements.event, event) : undefined),
    )
    .returning({ agreementID: rightAgreements.agreementID })
    .then(({ length }) => length)

/**
 * Ends all that these holders are asked. What they have declined stays, because `findOwnAnswer` reads it; what they have agreed to is
 * cleared, so that it hides nothing that was declined before. Returns whether anything has ended.
 */
export const endAgreementsOf = (db: Db, holderIDs: readonly number[], endedAt: Date): Promise<boolean> =>
  db
    .update(rightAgreements)
    .set({ endedAt, tokenHash: null, agreedAt: null, agreedBy: null })
    .where(and(inArray(rightAgreements.holderID, [...holderIDs]), isOpen))
    .returning({ agreementID: rightAgreements.agreementID })
    .then(hasRows)

const ownWays = ['account', 'link'] as const

/**
 * What this holder has answered last without the staff about this urn, also to a request that has ended. A server of the version before
 * did not store who has declined.
 */
export const findOwnAnswer = (
  db: Db,
  { rightID, tag, holderID }: Pick<AgreementRow, 'rightID' | 'tag' | 'holderID'>,
): Promise<AgreementRow | undefined> =>
  db
    .select()
    .from(rightAgreements)
    .where(
      and(
        eq(rightAgreements.rightID, rightID),
        eq(rightAgreements.tag, tag),
        eq(rightAgreements.holderID, holderID),
        or(
          inArray(rightAgreements.agreedBy, [...ownWays]),
          inArray(rightAgreements.declinedBy, [...ownWays]),
          and(isNotNull(rightAgreements.declinedAt), isNull(rightAgreements.declinedBy)),
        ),
      ),
    )
    .orderBy(desc(rightAgreements.askedAt))
    .limit(1)
    .then(only)

/** The urns of the niche that are not with their family. */
export async function listUrnsOf(db: Db, rightID: string) {
  const rows = await db
    .select({
      tag: urns.tag,
      bookingID: urns.bookingID,
      person: beneficiaries.beneficiaryName,
      event: urnNow.event,
    })
    .from(bookings)
    .innerJoin(urns, eq(urns.bookingID, bookings.bookingID))
    .innerJoin(urnNow, eq(urnNow.tag, urns.tag))
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .where(and(eq(bookings.rightID, rightID), ne(urnNow.event, 'release').inlineParams()))
    .orderBy(asc(bookings.placeNumber), asc(urns.tag))
  return rows.map(({ event, ...urn }) => ({ ...urn, inNiche: isInNiche(whereaboutsAfter(event)) }))
}
