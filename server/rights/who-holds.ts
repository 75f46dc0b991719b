import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { formatRightNumber } from '#contract/rights/term.ts'
import type { Context } from '#server/core/context.ts'
import { rightLetters } from '#server/database/schema.ts'
import { isReachable } from '#server/mail/outbox.ts'
import type { Db } from '#server/ports/database.ts'
import { findRightNamed } from './blocks.ts'
import { countWhere, whereUnposted } from './claim-queries.ts'
import { readContacts } from './contacts.ts'
import { listHolders, presentHolder } from './holders.ts'

/**
 * Who holds the right of a booking today, and which contacts have accepted to collect the ashes. Null as long as nobody holds one. The account
 * or register entry of the booking may be of somebody who held it before.
 */
export async function readWhoHolds(context: Context, bookingID: string) {
  const right = await findRightNamed(context.db, bookingID)
  const holders = right ? await listHolders(context.db, right.rightID) : []
  if (!right || holders.length === 0) return null
  const contacts = await readContacts(context, right.rightID)
  return {
    right: formatRightNumber(right.number),
    deed: right.deedNumber ?? '',
    holders: holders.map((row) => {
      const { name, guardian, address } = presentHolder(context, row)
      const email = row.email && isReachable(row.email) ? row.email : ''
      return { name, guardian, email, reach: listKnown(row.phone, email, address) }
    }),
    collectors: contacts
      .filter(({ kind, acceptedAt }) => kind === 'ashes' && acceptedAt)
      .map(({ name, relationship, phone, email, address }) => ({
        name,
        relationship,
        reach: listKnown(phone, email, address),
      })),
  }
}

const listKnown = (...ways: string[]) => ways.filter(Boolean)

/**
 * The letters on paper by which the holders of a right were told something at this time: how many are still to be posted or have come back, and
 * when the last one was posted or printed again.
 */
export async function readPosting(db: Db, bookingID: string, writtenAt: Date) {
  const none = { toPost: 0, lastAt: null }
  const right = await findRightNamed(db, bookingID)
  if (!right) return none
  const isWrittenThen = and(eq(rightLetters.rightID, right.rightID), eq(rightLetters.writtenAt, writtenAt))
  const lastAt = sql<Date | null>`max(greatest(${rightLetters.postedAt}, ${rightLetters.settledAt}))`
  const [found] = await db
    .select({ toPost: countWhere(whereUnposted), lastAt: lastAt.mapWith(rightLetters.postedAt) })
    .from(rightLetters)
    .where(and(isWrittenThen, isNotNull(rightLetters.news)))
  return found ?? none
}
