import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { ObjectionForm } from '#contract/rights/claim.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { rightObjections } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { tellAdmins } from '#server/mail/outbox.ts'
import { listClaims, listObjections } from './claim-queries.ts'
import { requireOwn } from './deeds.ts'
import { objectionNotice } from './letters.ts'
import { lockChangeable, lockRightByID } from './lock-right.ts'
import { moveRights } from './move-rights.ts'
import { requireNoParty } from './parties.ts'
import type { RightRow } from './queries.ts'
import { tellWhoSent } from './tell-holders.ts'

type Sent = z.output<typeof ObjectionForm> & { number: string }

/** Once an objection is committed, nothing about the right changes. A move that runs at that moment is finished before it, or refused. */
export const recordObjection = (context: SignedInContext, { number, ...sent }: Sent) =>
  inTransaction(context, async (context) => {
    const { right } = await lockChangeable(context, number)
    await object(context, right, sent)
  })

/** A holder objects in My Bookings. Pressed twice, it counts once. */
export const objectInMyBookings = (context: SignedInContext, { number, words }: { number: string; words: string }) =>
  inTransaction(context, async (context) => {
    const { actor, db } = context
    const { right } = await lockChangeable(context, number)
    await requireOwn(context, right)
    const earlier = await listObjections(db, right.rightID)
    if (earlier.some(({ state, objectorID }) => state === 'open' && objectorID === actor.userID)) return
    const own = { name: actor.name, objectorID: actor.userID, words, by: 'account' } as const
    const objectionID = await object(context, right, own)
    await tellAdmins(context, objectionNotice(objectionID, number, actor.name))
    await tellWhoSent(context, number, `You object: ${words}\n\nUntil that is settled, nothing about this right moves.`)
  })

type New = Pick<typeof rightObjections.$inferInsert, 'name' | 'words' | 'by' | 'objectorID'>

async function object(context: SignedInContext, right: RightRow, objection: New) {
  const row = { ...objection, rightID: right.rightID, at: context.clock(), state: 'open' as const }
  const [added] = await context.db
    .insert(rightObjections)
    .values(row)
    .returning({ objectionID: rightObjections.objectionID })
  await moveRights(context, 'object', [right], { reason: `${objection.name} objects.` })
  return added?.objectionID ?? 0
}

/** Withdrawn by whoever objected, or settled. A party does not end it, not even its own. */
export const endObjection = (
  context: SignedInContext,
  { objectionID, as, reason }: { objectionID: number; as: 'withdrawn' | 'settled'; reason: string },
) =>
  inTransaction(context, async (context) => {
    const { db, clock } = context
    const [found] = await db.select().from(rightObjections).where(eq(rightObjections.objectionID, objectionID))
    if (!found) throw new AppError('NOT_FOUND')
    const right = await lockRightByID(context, found.rightID)
    await requireNoParty(context, right.rightID, { claims: await listClaims(db, [right.rightID]) })
    const open = (await listObjections(db, right.rightID)).find((each) => each.objectionID === objectionID)
    if (open?.state !== 'open') throw new AppError('ALREADY_SETTLED')
    await db
      .update(rightObjections)
      .set({ state: as, reason, endedAt: clock() })
      .where(eq(rightObjections.objectionID, objectionID))
    await moveRights(context, 'endObjection', [right], { reason: `The objection of ${open.name} is ${as}. ${reason}` })
  })
