import { and, eq, ne } from 'drizzle-orm'
import { toDay } from '#contract/dates.ts'
import { groupBy } from '#contract/group-by.ts'
import type { Claim } from '#contract/rights/claim.ts'
import { formatRightNumber } from '#contract/rights/term.ts'
import { recordFurtherReads } from '#server/audit/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import type { Vault } from '#server/core/vault.ts'
import { whereActive } from '#server/database/active-booking.ts'
import { bookings, rights, urns } from '#server/database/schema.ts'
import { type Db, only } from '#server/ports/database.ts'
import { findRightNamed, listBlockedRights } from './blocks.ts'
import { type ClaimRow, listClaims, listLeaving, listObjections, withLetters } from './claim-queries.ts'
import { listAgreed } from './claims.ts'
import { readByNumber } from './deeds.ts'
import type { HolderRow } from './holders.ts'

/** For the page of a right, with these holders. */
export async function readClaims(context: SignedInContext, rightID: string, holders: readonly HolderRow[]) {
  const { db } = context
  const rows = (await listClaims(db, [rightID])).map((row) => ({ ...row, agreed: listAgreed(row, holders) }))
  return { claims: await presentClaims(context, rows), objections: await listObjections(db, rightID) }
}

async function presentClaims({ db, vault, clock }: SignedInContext, rows: readonly ClaimRow[]) {
  const leaving = groupBy(
    await listLeaving(
      db,
      rows.map(({ claimID }) => claimID),
    ),
    ({ claimID }) => claimID,
  )
  const claims = await withLetters(db, rows, toDay(clock()))
  return claims.map((claim): Omit<Claim, 'askedAt'> & { askedAt: Date } => ({
    ...claim,
    ...openClaimant(vault, claim),
    leaving: (leaving.get(claim.claimID) ?? []).map(({ consent, ...holder }) => ({
      ...holder,
      consent: consent ?? '',
    })),
  }))
}

/** How a claimant is reached, and how the number ends; empty where nothing is recorded. */
export const openClaimant = (
  vault: Vault,
  { nricSealed, addressSealed, email }: Pick<ClaimRow, 'nricSealed' | 'addressSealed' | 'email'>,
) => ({
  identityEnding: nricSealed ? vault.openText(nricSealed).slice(-4) : '',
  address: addressSealed ? vault.openText(addressSealed) : '',
  email: email ?? '',
})

/** What is open about one right, for staff, or about all rights of a family. Rights about which nothing is open are left out. */
export async function listOpenMatters(context: SignedInContext, asked: AskedRight) {
  const { db, actor } = context
  const named = actor.role === 'user' ? await listOwnRights(context) : await findAskedRight(db, asked)
  const rightIDs = named.map(({ rightID }) => rightID)
  if (rightIDs.length === 0) return []
  const blocks = await listBlockedRights(db, rightIDs)
  const rows = await listClaims(db, rightIDs, { openOnly: true })
  const claims = await presentClaims(context, rows)
  const matters = named
    .map(({ rightID, number }) => ({
      number: formatRightNumber(number),
      blockedSince: blocks.get(rightID) ?? null,
      claims: claims.filter((_, at) => rows[at]?.rightID === rightID),
    }))
    .filter(({ blockedSince, claims }) => blockedSince || claims.length > 0)
  /** A call that names the right is recorded by itself. */
  if (actor.role !== 'user' && !asked.number)
    await recordFurtherReads(
      context,
      'right',
      matters.map(({ number }) => number),
    )
  return matters
}

interface AskedRight {
  number?: string | undefined
  bookingID?: string | undefined
  tag?: string | undefined
}

async function findAskedRight(db: Db, { number, bookingID, tag }: AskedRight) {
  if (number) return [(await readByNumber(db, number)).right]
  const ofUrn = tag && (await db.select({ bookingID: urns.bookingID }).from(urns).where(eq(urns.tag, tag)).then(only))
  const named = await findRightNamed(db, bookingID ?? (ofUrn ? ofUrn.bookingID : ''))
  return named ? [named] : []
}

const listOwnRights = ({ db, actor }: SignedInContext) =>
  db
    .selectDistinct({ rightID: rights.rightID, number: rights.number })
    .from(bookings)
    .innerJoin(rights, eq(rights.rightID, bookings.rightID))
    .where(and(eq(bookings.userID, actor.userID), whereActive, ne(rights.state, 'surrendered')))
