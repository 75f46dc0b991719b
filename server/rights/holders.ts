import { asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { toDay } from '#contract/dates.ts'
import { isMinor } from '#contract/rights/claim.ts'
import type { Context } from '#server/core/context.ts'
import type { Vault } from '#server/core/vault.ts'
import { holderContact, holderName } from '#server/database/holder.ts'
import { insertRows } from '#server/database/insert-rows.ts'
import { listedID, listedIDs } from '#server/database/listed-ids.ts'
import { bookings, registerEntries, rightHolders, rights, users } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { isReachable } from '#server/mail/outbox.ts'
import type { Db } from '#server/ports/database.ts'

const atOnce = 500

/**
 * Gives rights without a holder the applicant of their first booking, or whom a register names. For those that were granted before
 * holders were stored, or by a server of the version before.
 */
export async function nameMissingHolders({ db, clock }: Context): Promise<boolean> {
  const unnamed = db
    .select({ rightID: rights.rightID })
    .from(rights)
    .where(isNull(rights.holdersAt))
    .limit(atOnce)
    .for('update', { skipLocked: true })
  return (await nameFirstHolders(db, sql`${unnamed}`, clock())) === atOnce
}

/** Once for each right, when its bookings name it. The names that a register adds follow. */
export async function nameHolders(
  { db, clock }: Context,
  granted: readonly { rightID: string; further: readonly string[] }[],
) {
  if (granted.length === 0) return
  const ids = granted.map(({ rightID }) => rightID)
  await nameFirstHolders(db, sql`select ${listedID}::uuid from ${listedIDs(ids)}`, clock())
  const rows = granted.flatMap(({ rightID, further }) => further.map((name) => ({ rightID, name, addedAt: clock() })))
  await insertRows(db, rightHolders, rows)
}

/** The bookings of all rights are sorted at once: with one search for each right, PostgreSQL reads the bookings by age until it finds one of the right. */
async function nameFirstHolders(db: Db, rightIDs: SQL, at: Date): Promise<number> {
  const { rows } = await db.execute(sql`
    with named as (
      update ${rights} set holders_at = ${at.toISOString()}::timestamptz
      where right_id in (${rightIDs}) and holders_at is null returning right_id),
    stored as (
      insert into ${rightHolders} (right_id, booking_id, added_at)
      select distinct on (b.right_id) b.right_id, b.booking_id, ${at.toISOString()}::timestamptz
      from named join ${bookings} b using (right_id) order by b.right_id, b.created_at, b.place_number, b.booking_id)
    select right_id from named`)
  return rows.length
}

export interface HolderRow {
  holder: typeof rightHolders.$inferSelect
  /** As the deed says it; empty if no register says it. */
  name: string
  account: { userID: string; fullName: string; email: string | null; nricSealed: Buffer | null } | null
  /** Where letters go: the address of the account, the one that is recorded for the holder, or the one in the register; null without one. */
  email: string | null
  /** The address of the account, or the one in the register, whatever is recorded for the holder; null without one. */
  otherEmail: string | null
  /** The telephone number of the account, or the one in the register; empty without one. */
  phone: string
}

/** Whether staff have recorded that a holder has died. The holder then gets no letters about the right, and cannot agree. */
export const hasDied = ({ holder }: Pick<HolderRow, 'holder'>): boolean => holder.deathRecordedAt !== null

/** Refuses if another name stands there now than the page has shown. */
export function requireSeen(holder: Pick<HolderRow, 'name'>, shown: string | undefined) {
  if (shown !== holder.name) throw new AppError('HOLDER_CHANGED')
}

export const noDeath = { diedOn: null, deathToldBy: null, deathRecordedAt: null }

/** Whether a letter can reach a holder. Nobody looks for the address of somebody who is said to have died. */
export const hasAddress = ({ holder, email }: HolderRow): boolean =>
  holder.addressSealed !== null || (email !== null && isReachable(email))

type WithVault = Pick<Context, 'db' | 'vault'>

/** In the order in which they were added. */
export async function listHolders({ db, vault }: WithVault, rightID: string): Promise<HolderRow[]> {
  const rows = await db
    .select({
      holder: rightHolders,
      name: sql<string>`coalesce(${rightHolders.name}, ${holderName})`,
      otherEmail: sql<string | null>`coalesce(${users.email}, nullif(${registerEntries.holderEmail}, ''))`,
      phone: holderContact,
      account: {
        userID: users.userID,
        fullName: users.fullName,
        email: users.email,
        nricSealed: users.nricSealed,
      },
    })
    .from(rightHolders)
    .leftJoin(bookings, eq(bookings.bookingID, rightHolders.bookingID))
    .leftJoin(users, eq(users.userID, bookings.userID))
    .leftJoin(registerEntries, eq(registerEntries.bookingID, rightHolders.bookingID))
    .where(eq(rightHolders.rightID, rightID))
    .orderBy(asc(rightHolders.holderID))
  return rows.map((row) => ({ ...row, email: chooseEmail(vault, row) }))
}

/** Whoever has an account says there where we write. Without one, or once it is closed, what is recorded for the holder counts. */
function chooseEmail(vault: Vault, { holder: { emailSealed }, account, otherEmail }: Omit<HolderRow, 'email'>) {
  if (!emailSealed || (account?.email && isReachable(account.email))) return otherEmail
  return vault.openText(emailSealed)
}

export const listLivingHolders = async (context: WithVault, rightID: string): Promise<HolderRow[]> =>
  (await listHolders(context, rightID)).filter((holder) => !hasDied(holder))

export const listHolderNames = async (context: WithVault, rightID: string): Promise<string[]> =>
  (await listHolders(context, rightID)).flatMap(({ name }) => name || [])

/** Who acts for somebody who is under 18 today; empty for an adult. */
export const guardianOf = (
  { clock }: Pick<Context, 'clock'>,
  { bornOn, guardian }: { bornOn: string | null; guardian: string | null },
): string => (isMinor(bornOn, toDay(clock())) ? (guardian ?? '') : '')

/** A holder as the reader of a letter. */
export const toReader = (context: Context, { holder, name, email, account }: HolderRow) => ({
  name,
  email,
  guardian: guardianOf(context, holder),
  inAccount: email !== null && email === account?.email,
  holderID: holder.holderID,
  contactID: null,
  addressSealed: holder.addressSealed,
})

export function presentHolder(context: Context, { holder, name, account, otherEmail }: HolderRow) {
  const { vault } = context
  const nricSealed = holder.nricSealed ?? account?.nricSealed
  const { diedOn, deathToldBy, deathRecordedAt } = holder
  return {
    holderID: holder.holderID,
    name,
    identityEnding: nricSealed ? vault.openText(nricSealed).slice(-4) : '',
    address: holder.addressSealed ? vault.openText(holder.addressSealed) : '',
    email: holder.emailSealed ? vault.openText(holder.emailSealed) : '',
    registerEmail: (account ? null : otherEmail) ?? '',
    guardian: guardianOf(context, holder),
    account: account?.email ?? null,
    death: deathRecordedAt && { diedOn, toldBy: deathToldBy ?? '', recordedAt: deathRecordedAt },
  }
}
