import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { formatDay, toDay } from '#contract/dates.ts'
import type { ObjectionForm } from '#contract/rights/claim.ts'
import { formatRightNumber } from '#contract/rights/term.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { rightObjections, users } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { tellAdmins } from '#server/mail/outbox.ts'
import { type AskedAct, askSecondPerson } from '#server/second-person/public.ts'
import { listClaims, listObjections, type ObjectionRow } from './claim-queries.ts'
import { openReach, sealReach } from './contacts.ts'
import { requireOwn } from './deeds.ts'
import { listHolders } from './holders.ts'
import { objectionNotice, recordedInYourName } from './letters.ts'
import { lockChangeable, lockRightByID } from './lock-right.ts'
import { moveRights } from './move-rights.ts'
import { listParties, requireNoParty } from './parties.ts'
import { type RightRow, selectRows } from './queries.ts'
import { tellHolders, tellWhoSent } from './tell-holders.ts'

type Sent = z.output<typeof ObjectionForm> & { number: string }
type Ending = 'withdrawn' | 'settled'

/** Once an objection is committed, nothing about the right changes. A move that runs at that moment is finished before it, or refused. */
export const recordObjection = (context: SignedInContext, { number, email, address, ...sent }: Sent) =>
  inTransaction(context, async (context) => {
    const { right } = await lockChangeable(context, number)
    const reachSealed = email || address ? sealReach(context.vault, { email, phone: '', address }) : null
    await object(context, right, { ...sent, reachSealed })
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
    await tellWhoSent(context, number, recordedInYourName.object(words))
  })

type New = Pick<typeof rightObjections.$inferInsert, 'name' | 'words' | 'by' | 'objectorID' | 'reachSealed'>

async function object(context: SignedInContext, right: RightRow, objection: New) {
  const row = { ...objection, rightID: right.rightID, at: context.clock(), state: 'open' as const }
  const [added] = await context.db
    .insert(rightObjections)
    .values(row)
    .returning({ objectionID: rightObjections.objectionID })
  await moveRights(context, 'object', [right], { reason: `${objection.name} objects.` })
  return added?.objectionID ?? 0
}

/** An open objection protects a family, so nobody ends it alone, also in a small house. A party does not end it, not even its own. */
export const askToEndObjection = (
  context: SignedInContext,
  { objectionID, as, reason }: { objectionID: number; as: Ending; reason: string },
) =>
  inTransaction(context, async (context) => {
    const { rightID, name, at } = await findOpen(context, objectionID)
    const claims = await listClaims(context.db, [rightID])
    await requireNoParty(context, rightID, { claims })
    const [listed] = await selectRows(context.db, [rightID])
    const number = formatRightNumber(listed?.right.number ?? 0)
    const what = `Right ${number}. The objection of ${name} of ${formatDay(toDay(at))} is recorded as ${as}.`
    const details = { as, participants: await listParties(context, rightID, claims) }
    await askSecondPerson(context, 'endObjection', String(objectionID), { what, details, reason })
  })

/** What happens when a second person confirms it. Whoever objected and all holders read it. */
export async function endObjection(context: SignedInContext, { subject, details, reason, askedByID }: AskedAct) {
  const { db, clock } = context
  const { objectionID, rightID } = await findOpen(context, Number(subject))
  const right = await lockRightByID(context, rightID)
  const people = [askedByID]
  await requireNoParty(context, rightID, { claims: await listClaims(db, [rightID]), people })
  const objection = await findOpen(context, objectionID)
  const { as } = details as unknown as { as: Ending }
  await db
    .update(rightObjections)
    .set({ state: as, reason, endedAt: clock(), reachSealed: null })
    .where(eq(rightObjections.objectionID, objectionID))
  await moveRights(context, 'endObjection', [right], {
    reason: `The objection of ${objection.name} is ${as}. ${reason}`,
  })
  await tellHolders(context, {
    right,
    before: await listHolders(context, rightID),
    words: `The objection of ${formatDay(toDay(objection.at))} to what is to happen with this right is ${as}: ${reason}`,
    askedByID,
    others: [await findObjector(context, objection)],
    once: `objection:${objectionID}`,
  })
}

async function findOpen({ db }: SignedInContext, objectionID: number): Promise<ObjectionRow> {
  const [found] = await db.select().from(rightObjections).where(eq(rightObjections.objectionID, objectionID))
  if (!found) throw new AppError('NOT_FOUND')
  if (found.state !== 'open') throw new AppError('ALREADY_SETTLED')
  return found
}

/** Where whoever objected reads what has become of it: at the account, or where they asked to be written to. */
async function findObjector({ db, vault }: SignedInContext, { name, objectorID, ...objection }: ObjectionRow) {
  const { email, address } = openReach(vault, objection)
  const [account] = objectorID ? await db.select().from(users).where(eq(users.userID, objectorID)) : []
  return {
    name,
    email: account?.email ?? (email || null),
    inAccount: account !== undefined,
    addressSealed: address ? vault.seal(address) : null,
  }
}
