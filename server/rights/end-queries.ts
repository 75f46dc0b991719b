import { and, asc, desc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { groupBy } from '#contract/group-by.ts'
import type { EndStep, StepOfRight } from '#contract/rights/after-end.ts'
import type { Context } from '#server/core/context.ts'
import { listedID, listedIDs } from '#server/database/listed-ids.ts'
import { rightMoves, rightSteps, rights, users } from '#server/database/schema.ts'
import { readEndSteps } from '#server/house/public.ts'
import { type Db, only } from '#server/ports/database.ts'

/** Locks living rights whose last day is over. What another server has locked is left to it. */
export const lockEnded = (db: Db, today: string, limit: number) =>
  db
    .select()
    .from(rights)
    .where(and(eq(rights.state, 'living').inlineParams(), isNotNull(rights.endsOn), lt(rights.endsOn, today)))
    .limit(limit)
    .for('update', { skipLocked: true })

interface ReadStep extends StepOfRight {
  note: string
  /** Who recorded it; empty until then. */
  by: string
}

export const readSteps = async (context: Pick<Context, 'db'>, rightID: string): Promise<ReadStep[]> =>
  (await readStepsOfEach(context, [rightID])).get(rightID) ?? []

/** The steps of these rights, by ID. Until the first of a right is recorded they are those of the house. */
export async function readStepsOfEach(
  context: Pick<Context, 'db'>,
  rightIDs: readonly string[],
): Promise<Map<string, ReadStep[]>> {
  if (rightIDs.length === 0) return new Map()
  const ofHouse = (await readEndSteps(context)).map((step) => ({ ...step, note: '', by: '', at: null }))
  const stored = groupBy(await listSteps(context.db, rightIDs), ({ rightID }) => rightID)
  return new Map(rightIDs.map((rightID) => [rightID, stored.get(rightID) ?? ofHouse]))
}

const listSteps = (db: Db, rightIDs: readonly string[]) =>
  db
    .select({
      rightID: rightSteps.rightID,
      name: rightSteps.name,
      days: rightSteps.days,
      note: rightSteps.note,
      by: sql<string>`coalesce(${users.fullName}, '')`,
      at: rightSteps.recordedAt,
    })
    .from(rightSteps)
    .leftJoin(users, eq(users.userID, rightSteps.recordedByID))
    .where(inArray(rightSteps.rightID, idsOf(rightIDs)))
    .orderBy(asc(rightSteps.rightID), asc(rightSteps.position))

const idsOf = (rightIDs: readonly string[]) => sql`(select ${listedID}::uuid from ${listedIDs(rightIDs)})`

/** Keeps the list of the house with the right. Nothing happens if it has one already. */
export const freezeSteps = (db: Db, rightID: string, steps: readonly EndStep[]) =>
  db
    .insert(rightSteps)
    .values(steps.map(({ name, days }, position) => ({ rightID, position, name, days })))
    .onConflictDoNothing()

type Recorded = Pick<typeof rightSteps.$inferInsert, 'note' | 'recordedAt' | 'recordedByID'>

export const markStep = (db: Db, rightID: string, position: number, recorded: Recorded) =>
  db
    .update(rightSteps)
    .set(recorded)
    .where(and(eq(rightSteps.rightID, rightID), eq(rightSteps.position, position)))

/** What was recorded after an earlier end. */
export const noSteps = { heardAt: null, nextStepOn: null, urnsAskedAt: null, clearedTo: null }

export const deleteSteps = (db: Db, rightIDs: readonly string[]) =>
  db.delete(rightSteps).where(inArray(rightSteps.rightID, idsOf(rightIDs)))

/** Who recorded last what was agreed with the family, and when. */
export const findAnswer = (db: Db, rightID: string) =>
  db
    .select({ at: rightMoves.at, byID: rightMoves.actorID, by: users.fullName })
    .from(rightMoves)
    .leftJoin(users, eq(users.userID, rightMoves.actorID))
    .where(and(eq(rightMoves.rightID, rightID), eq(rightMoves.event, 'recordAnswer').inlineParams()))
    .orderBy(desc(rightMoves.moveID))
    .limit(1)
    .then(only)
