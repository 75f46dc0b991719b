import { randomUUID } from 'node:crypto'
import { dayMs } from '#contract/dates.ts'
import type { Role } from '#contract/roles.ts'
import type { Context } from '#server/core/context.ts'
import { readHouse } from '#server/house/public.ts'
import { AppError } from '#server/http/errors.ts'
import type { Letter, Recipient } from './letter.ts'
import { withoutLinks } from './names.ts'
import { deleteUnsentLetter, findLanguageOf, findLetterInTheWay, insertLetter, listAdmins } from './queries.ts'
import { renderLetter } from './render-letter.ts'
import { translateLetter } from './translate-letter.ts'

export { aboutBooking, type CalendarFile, closing, facts, type Letter, letter, link, oncePer } from './letter.ts'
export { nameBeneficiary, nameOr } from './names.ts'
export { speakerIn } from './translate-letter.ts'

/** Workers listen on this channel for newly committed letters. */
export const outboxChannel = 'outbox'

/** The address of an account that is closed: no letter is written to it. `.invalid` is reserved, so nobody can own the address. */
export const unreachableAddress = (userID: string) => `closed-${userID}${unreachableDomain}`
const unreachableDomain = '@columba.invalid'
export const isReachable = (email: string): boolean => !email.endsWith(unreachableDomain)

/**
 * Writes a letter to the outbox in the caller's transaction, so it is sent if and only if that commits. A letter without a
 * dedupe key counts towards the limits of the signed-in person and of the recipient.
 */
export async function enqueueLetter(context: Context, to: Recipient, letter: Letter): Promise<void> {
  if (!to.email || !isReachable(to.email)) return
  if (!letter.dedupeKey) await limitLetters(context, to.email)
  const { subject, body } = await composeLetter(context, to, letter)
  const now = context.clock()
  await insertLetter(context.db, {
    letterID: randomUUID(),
    kind: letter.kind,
    to: to.email,
    subject,
    bodySealed: context.vault.seal(JSON.stringify(body)),
    dedupeKey: letter.dedupeKey ?? null,
    bookingID: letter.bookingID ?? null,
    causedBy: context.actor?.userID ?? null,
    createdAt: now,
    dueAt: letter.notBefore ?? now,
  })
  context.afterCommit(() => context.notify(outboxChannel, ''))
}

/** Writes to one of several readers of a letter that each gets once; `reader` tells them apart. */
export const enqueueCopy = (context: Context, to: Recipient, reader: string, letter: Letter) =>
  enqueueLetter(context, to, { ...letter, dedupeKey: letter.dedupeKey && `${letter.dedupeKey}:${reader}` })

/** Writes to every admin who can sign in, and to one more person, who may be one of them. */
export async function tellAdmins(context: Context, letter: Letter, alsoTo?: Recipient & { userID: string }) {
  const admins = await listAdmins(context.db)
  const readers = alsoTo ? [...admins.filter(({ userID }) => userID !== alsoTo.userID), alsoTo] : admins
  for (const reader of readers) await enqueueCopy(context, { ...reader, language: 'en' }, reader.userID, letter)
}

/** In the language that the recipient has chosen, if all of the letter can be said in it. */
async function composeLetter(context: Context, { email, fullName, guardian, language }: Recipient, letter: Letter) {
  const english = { ...letter, subject: letter.subject.replace(/[\r\n]+/g, ' ') }
  const chosen = language === undefined && email ? await findLanguageOf(context.db, email) : language
  const translated = chosen ? translateLetter(english, chosen) : undefined
  const subject = withoutLinks([translated?.letter.subject, english.subject].filter(Boolean).join(' | '))
  const house = await readHouse(context)
  return {
    subject,
    body: renderLetter({ ...english, fullName, guardian }, context.config.publicUrl, house, translated),
  }
}

/** The letter as it would be sent. */
export async function previewLetter(context: Context, to: Recipient, letter: Letter) {
  const { subject, body } = await composeLetter(context, to, letter)
  return { subject, text: body.text }
}

/** Takes back a letter that is waiting in the house. False if it is on its way. */
export const withdrawLetter = ({ db }: Context, dedupeKey: string): Promise<boolean> =>
  deleteUnsentLetter(db, dedupeKey)

/** Letters a day that one person of this role may cause, and that one address may get because of people of this role. */
const limits: Record<Role, { caused: number; received: number }> = {
  user: { caused: 30, received: 30 },
  /** A clerk decides on hundreds of bookings a day, and one undertaker may have booked dozens of them. */
  staff: { caused: 2000, received: 300 },
  admin: { caused: 300, received: 60 },
  witness: { caused: 30, received: 30 },
}
/**
 * Refuses the call that would cause one letter too many, so that no letter is silently dropped. Parallel calls can exceed the
 * limit by their number: locking a counter until the commit would make a clerk's calls wait for each other.
 */
async function limitLetters({ db, actor, clock }: Context, to: string) {
  if (!actor) return
  const { userID, role } = actor
  const since = new Date(clock().getTime() - dayMs)
  const oldest = await findLetterInTheWay(db, { causedBy: userID, to, role, since }, limits[role])
  if (oldest) throw new AppError('TOO_MANY_LETTERS', { retryAfter: (oldest.getTime() - since.getTime()) / 1000 + 1 })
}
