import { and, asc, eq, gt, gte, inArray, lte, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { mostTasks } from '#contract/appointments/api.ts'
import { beneficiaries, bookings, niches, urnAttempts, urns, users } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'
import { listWhereabouts } from './whereabouts.ts'

/** Urns that staff received or took out before this time and have not placed or released since, the longest wait first. */
export async function listUnplacedUrns(db: Db, before: Date) {
  const found = await db
    .select({ tag: urns.tag })
    .from(urns)
    .where(lte(urns.outsideSince, before))
    .orderBy(asc(urns.outsideSince))
    .limit(mostTasks)
  const tags = found.map(({ tag }) => tag)
  return tags.length > 0 ? listWhereabouts(db, inArray(urns.tag, tags)) : []
}

const laterAttempt = alias(urnAttempts, 'later_attempt')

/** First confirmations that have expired since this time and were not tried again, the oldest first. */
export const listExpiredAttempts = (db: Db, since: Date) =>
  db
    .select({
      tag: urnAttempts.tag,
      beneficiaryName: beneficiaries.beneficiaryName,
      nicheCode: niches.nicheCode,
      event: urnAttempts.event,
      by: users.fullName,
      at: urnAttempts.firstAt,
    })
    .from(urnAttempts)
    .innerJoin(users, eq(users.userID, urnAttempts.firstByID))
    .innerJoin(urns, eq(urns.tag, urnAttempts.tag))
    .innerJoin(bookings, eq(bookings.bookingID, urns.bookingID))
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .innerJoin(niches, eq(niches.nicheID, urnAttempts.nicheID))
    .where(
      and(
        eq(urnAttempts.outcome, 'expired').inlineParams(),
        gte(urnAttempts.endedAt, since),
        notExists(
          db
            .select({ one: sql`1` })
            .from(laterAttempt)
            .where(and(eq(laterAttempt.tag, urnAttempts.tag), gt(laterAttempt.firstAt, urnAttempts.firstAt))),
        ),
      ),
    )
    .orderBy(asc(urnAttempts.firstAt))
    .limit(mostTasks)
