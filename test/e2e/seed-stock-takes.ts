import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Mark } from '#contract/urns/stock-take.ts'
import { stockTakeApi } from '#contract/urns/stock-take-api.ts'
import { tagFrom } from '#contract/urns/tag.ts'
import { beneficiaries, bookings, niches, urnNow, urns } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'
import type { Caller } from '#test/caller.ts'

/**
 * Adds two stock-takes of one block of the demo: one with differences, of which one is settled, and one that goes on. The block has few urns,
 * because each is a row of the same kind.
 */
export async function seedStockTakes(
  db: Db,
  [first, second, third]: readonly [Caller, Caller, Caller],
  name: string,
  text: string,
) {
  const [placed] = await db
    .select({ blockID: niches.blockID, beneficiaryID: bookings.beneficiaryID })
    .from(urnNow)
    .innerJoin(urns, eq(urns.tag, urnNow.tag))
    .innerJoin(bookings, eq(bookings.bookingID, urns.bookingID))
    .innerJoin(niches, eq(niches.nicheID, urnNow.nicheID))
    .where(eq(urnNow.event, 'place'))
    .orderBy(sql`(select count(*) from niches n where n.block_id = ${niches.blockID} and n.status = 'Occupied')`)
    .limit(1)
  const { blockID = '', beneficiaryID = '' } = placed ?? {}
  await db.update(beneficiaries).set({ beneficiaryName: name }).where(eq(beneficiaries.beneficiaryID, beneficiaryID))
  const done = await begin([first, second], blockID)
  await markAll(first, done, { finding: 'unexpected', tag: tagFrom('WWWWWWW') })
  await markAll(second, done, { finding: 'missing', tag: '' })
  for (const caller of [first, second]) await caller.call(stockTakeApi.finish, { body: { countID: done } })
  const [difference] = (await first.call(stockTakeApi.differences)).body
  const differenceID = difference?.differenceID ?? ''
  const { status } = await third.call(stockTakeApi.settle, { body: { differenceID, note: text } })
  if (status !== 200) throw new Error(`The difference could not be settled: ${status}`)
  const open = await begin([first, second], blockID)
  for (const caller of [first, second]) await markAll(caller, open, { finding: 'unexpected', tag: '' })
  return { done, open }
}

async function begin(callers: readonly Caller[], blockID: string) {
  const answers = await Promise.all(callers.map((caller) => caller.call(stockTakeApi.begin, { body: { blockID } })))
  return answers[0]?.body.countID ?? ''
}

/** Each niche that should hold an urn, and the first that should be empty. */
async function markAll(caller: Caller, countID: string, mark: Mark) {
  const all = (await caller.call(stockTakeApi.detail, { params: { countID } })).body.niches
  const empty = all.filter(({ tag }) => tag === null).slice(0, 1)
  for (const { nicheID, expectedTag } of [...all.filter(({ tag }) => tag !== null), ...empty])
    await caller.call(stockTakeApi.mark, { body: { ...mark, requestID: randomUUID(), countID, nicheID, expectedTag } })
}
