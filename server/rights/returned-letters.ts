import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { rightApi } from '#contract/rights/api.ts'
import { readRightNumber } from '#contract/rights/term.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { rightLetters } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { pageOf } from '#server/http/paged.ts'
import {
  findLetter,
  findNeeded,
  type LetterRow,
  markReturned,
  markSettled,
  selectPosted,
  selectReturned,
} from './letter-queries.ts'
import { describePosted } from './letters-to-post.ts'
import { requireNoParty } from './parties.ts'

const pageLength = 100

/** Letters that came back stand first. Among the others a clerk finds the next one, by the number of its right. */
export async function listPosted(
  context: SignedInContext,
  { right, cursor }: z.output<(typeof rightApi.postedLetters)['query']>,
) {
  const number = readRightNumber(right)
  if (right && number === undefined) return []
  const { db } = context
  const last = cursor === undefined ? undefined : await findLetter(db, cursor)
  const returned = last && !last.cameBackAt ? [] : await selectReturned(db, number, cursor, pageLength + 1)
  const posted = await selectPosted(db, number, last?.cameBackAt ? undefined : cursor, pageLength + 1 - returned.length)
  const listed = [...returned, ...posted].map((row) => ({
    ...describePosted(context, row),
    postedAt: row.postedAt ?? row.writtenAt,
    cameBackAt: row.cameBackAt,
    isAddressNew: isAddressNew(context, row),
  }))
  return pageOf(listed, pageLength, ({ letterID }) => letterID)
}

/** Another one is recorded now than that from which the letter came back. */
function isAddressNew(context: SignedInContext, row: LetterRow): boolean {
  const before = row.cameBackAt && row.storedSealed ? context.vault.openText(row.storedSealed) : undefined
  return before !== undefined && before !== describePosted(context, row).address
}

/** Keeps the address from which it came back, so that the next letter does not go there without a look. */
export const letterCameBack = (context: SignedInContext, letterID: string) =>
  inTransaction(context, async (context) => {
    const { db, vault, actor, clock } = context
    const letter = await findLetter(db, letterID)
    if (!letter) throw new AppError('ALREADY_SETTLED')
    const addressSealed = vault.seal(describePosted(context, letter).address)
    const returned = await markReturned(db, letterID, {
      cameBackByID: actor.userID,
      cameBackAt: clock(),
      addressSealed,
    })
    if (!returned) throw new AppError('ALREADY_SETTLED')
    await record(context, 'right.letter_returned', returned.rightID, describeSubject(returned))
  })

/** The same letter once more, with the address as it is when it is printed: another one, or one that a clerk has checked. */
export const printAgain = (context: SignedInContext, { letterID, checked }: { letterID: string; checked: boolean }) =>
  inTransaction(context, async (context) => {
    const { db, clock } = context
    const needed = await findNeeded(db, letterID)
    if (!needed) throw new AppError('LETTER_OUTDATED')
    if (!checked && needed.cameBackAt && !isAddressNew(context, needed)) throw new AppError('ADDRESS_UNCHANGED')
    const { postedAt, postedByID, cameBackAt, cameBackByID, settledAt, settledByID, settledReason, ...printed } =
      await settle(context, letterID, null)
    await db.insert(rightLetters).values({
      ...printed,
      letterID: randomUUID(),
      /** What was told at one time is found by it, such as a report of lost documents. */
      writtenAt: printed.news ? printed.writtenAt : clock(),
      /** Only for whoever has it nowhere else. */
      addressSealed: printed.claimID ? printed.addressSealed : null,
    })
    await record(context, 'right.letter_printed_again', printed.rightID, {
      ...describeSubject(printed),
      ...(checked && { addressChecked: true }),
    })
  })

export const dismissReturned = (context: SignedInContext, { letterID, reason }: { letterID: string; reason: string }) =>
  inTransaction(context, async (context) => {
    const dismissed = await settle(context, letterID, reason)
    if (dismissed.claimID) await requireNoParty(context, dismissed.rightID, { claims: [] })
    await record(context, 'right.letter_dismissed', dismissed.rightID, { ...describeSubject(dismissed), reason })
  })

/** What the audit log says that a letter is about. */
const describeSubject = ({ claimID, bookingID }: Pick<typeof rightLetters.$inferSelect, 'claimID' | 'bookingID'>) =>
  claimID ? { claim: claimID } : { booking: bookingID }

async function settle({ db, actor, clock }: SignedInContext, letterID: string, settledReason: string | null) {
  const by = { settledAt: clock(), settledByID: actor.userID }
  const settled = await markSettled(db, letterID, { ...by, settledReason })
  if (!settled) throw new AppError('ALREADY_SETTLED')
  return settled
}
