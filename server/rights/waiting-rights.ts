import { and, eq, inArray, lt, lte, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import { rightClaims, rightLetters, rightObjections, rights, whereSteps, whereToHear } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'
import { dayOf, whereAsked, whereUnposted } from './claim-queries.ts'

export type Waits = 'heard' | 'due' | 'claims'

/** The rights for which staff have something to do on this day. */
export function whereWaits(db: Db, waits: Waits, today: string): SQL | undefined {
  if (waits === 'heard') return whereToHear
  /** Its next step can be recorded, or its urns be taken to a shelf. The first step is due as soon as a right has ended. */
  if (waits === 'due') return and(whereSteps, lte(sql`coalesce(next_step_on, ends_on)`, today))
  return and(ne(rights.state, 'surrendered').inlineParams(), inArray(rights.rightID, selectDecidable(db, today)))
}

/** The reader of the letter can still object, as `lastDayToObject` counts the days. */
const canStillObject = (today: string) =>
  or(
    whereUnposted,
    sql`${dayOf(rightLetters.postedAt)} + (${rightClaims.objectUntil} - ${dayOf(rightClaims.askedAt)}) >= ${today}::date`,
  )

/** The time to object to the claim is over, and no objection is open. */
const selectDecidable = (db: Db, today: string) =>
  db
    .select({ rightID: rightClaims.rightID })
    .from(rightClaims)
    .where(
      and(
        eq(rightClaims.state, 'asked').inlineParams(),
        lt(rightClaims.objectUntil, today),
        notExists(
          db
            .select({ claimID: rightLetters.claimID })
            .from(rightLetters)
            .where(and(eq(rightLetters.claimID, rightClaims.claimID), whereAsked, canStillObject(today))),
        ),
        notExists(
          db
            .select({ rightID: rightObjections.rightID })
            .from(rightObjections)
            .where(
              and(eq(rightObjections.rightID, rightClaims.rightID), eq(rightObjections.state, 'open').inlineParams()),
            ),
        ),
      ),
    )

export async function countWaiting(db: Db, today: string) {
  const countOf = (waits: Waits) => db.$count(rights, whereWaits(db, waits, today))
  return { heard: await countOf('heard'), due: await countOf('due'), claims: await countOf('claims') }
}
