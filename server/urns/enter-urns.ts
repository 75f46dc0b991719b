import { sql } from 'drizzle-orm'
import { recordEach } from '#server/audit/public.ts'
import type { Context } from '#server/core/context.ts'
import { insertRows } from '#server/database/insert-rows.ts'
import { bookings, nicheLocations, registerEntries, undoneUrnPlaces, urns } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'
import { newTag } from './receive-urn.ts'
import { writeMoves } from './write-moves.ts'

interface Listed {
  bookingID: string
  nicheID: string
  nicheCode: string
}

/** Adds the urns that a register says are in their niches. None of these bookings may have an urn yet. */
export async function enterUrns(context: Context, importID: string, listed: readonly Listed[]) {
  const at = context.clock()
  const tags = await findFreeTags(context.db, listed.length)
  const entered = listed.map((each, index) => ({ ...each, tag: tags[index] ?? newTag() }))
  await insertRows(
    context.db,
    urns,
    entered.map(({ tag, bookingID }) => ({ tag, bookingID, createdAt: at })),
  )
  await writeMoves(
    context,
    'enter',
    entered.map(({ tag, bookingID, nicheID, nicheCode }) => ({
      row: { tag, position: 1, nicheID, actorID: context.actor?.userID ?? null, witnessID: null, at },
      nicheCode,
      details: { bookingID, importID },
    })),
  )
}

/** New tags that no urn has. */
async function findFreeTags(db: Db, amount: number): Promise<string[]> {
  const tags = new Set<string>()
  while (tags.size < amount) {
    while (tags.size < amount) tags.add(newTag())
    const { rows } = await db.execute<{ tag: string }>(
      sql`select u.tag from jsonb_array_elements_text(${JSON.stringify([...tags])}::jsonb) as wanted (tag) join ${urns} u using (tag)`,
    )
    for (const { tag } of rows) tags.delete(tag)
  }
  return [...tags]
}

/**
 * Removes the urns of an import that is marked as undone. The database refuses to remove any other move from the
 * ledger.
 */
export async function removeEnteredUrns(context: Context, importID: string) {
  const { rows } = await context.db.execute<{ tag: string }>(sql`select remove_entered_urns(${importID}) as tag`)
  await recordEach(
    context,
    'urn.withdrawn',
    rows.map(({ tag }) => ({ subject: tag, details: { importID } })),
  )
}

/** Remembers which niches the import had urns in, whichever import added the niche. */
export const noteUndonePlaces = ({ db, clock }: Context, importID: string) =>
  db.execute(sql`
    insert into ${undoneUrnPlaces}
      (import_id, niche_code, building_name, level_number, block_name, niche_row, niche_column, undone_at)
    select distinct ${importID}::uuid, n.niche_code, n.building_name, n.level_number, n.block_name, n.niche_row, n.niche_column,
      ${clock().toISOString()}::timestamptz
    from ${registerEntries} e join ${urns} u using (booking_id) join ${bookings} b using (booking_id)
      join ${nicheLocations} n on n.niche_id = b.niche_id
    where e.import_id = ${importID} on conflict do nothing`)
