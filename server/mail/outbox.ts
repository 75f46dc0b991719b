import { randomUUID } from 'node:crypto'
import type { Context } from '#server/core/context.ts'
import { readHouse } from '#server/house/public.ts'
import type { Letter } from './letter.ts'
import { limitLetters } from './letter-limits.ts'
import { withoutLinks } from './names.ts'
import { deleteUnsentLetter, insertLetter } from './queries.ts'
import { renderLetter } from './render-letter.ts'

export type { CalendarFile, Letter } from './letter.ts'
export { nameBeneficiary, nameOr } from './names.ts'
export { listAdmins } from './queries.ts'

/** Workers listen on this channel for newly committed letters. */
export const outboxChannel = 'outbox'

/** For an account that is closed: no letter is written to it. `.invalid` is reserved, so nobody can own the address. */
export const unreachableAddress = (userID: string) => `closed-${userID}${unreachableDomain}`
const unreachableDomain = '@columba.invalid'

/**
 * Writes a letter to the outbox in the caller's transaction, so it is sent if and only if that commits. A letter without a
 * dedupe key counts towards the limits of the signed-in person and of the recipient.
 */
export async function enqueueLetter(context: Context, letter: Letter): Promise<void> {
  if (letter.to.endsWith(unreachableDomain)) return
  if (!letter.dedupeKey) await limitLetters(context, letter.to)
  const { subject, body } = await composeLetter(context, letter)
  const now = context.clock()
  await insertLetter(context.db, {
    letterID: randomUUID(),
    kind: letter.kind,
    to: letter.to,
    subject,
    bodySealed: context.vault.seal(JSON.stringify(body)),
    dedupeKey: letter.dedupeKey ?? null,
    causedBy: context.actor?.userID ?? null,
    createdAt: now,
    dueAt: letter.notBefore ?? now,
  })
  context.afterCommit(() => context.notify(outboxChannel, ''))
}

async function composeLetter(context: Context, letter: Letter) {
  const subject = withoutLinks(letter.subject.replace(/[\r\n]+/g, ' '))
  return { subject, body: renderLetter({ ...letter, subject }, context.config.publicUrl, await readHouse(context)) }
}

/** The letter as it would be sent. */
export async function previewLetter(context: Context, letter: Letter) {
  const { subject, body } = await composeLetter(context, letter)
  return { to: letter.to, subject, text: body.text }
}

/** Takes back a letter that is waiting in the house. False if it is on its way. */
export const withdrawLetter = ({ db }: Context, dedupeKey: string): Promise<boolean> =>
  deleteUnsentLetter(db, dedupeKey)
