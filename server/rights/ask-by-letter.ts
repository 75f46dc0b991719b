import { randomUUID } from 'node:crypto'
import { dayMs } from '#contract/dates.ts'
import { type ContactKind, daysToAccept } from '#contract/rights/contact.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { hashToken, newToken } from '#server/core/link-token.ts'
import { rightLetters } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { aboutBooking, enqueueLetter, isReachable, type Letter } from '#server/mail/outbox.ts'
import { type Reach, updateContact } from './contacts.ts'
import type { HolderRow } from './holders.ts'
import { deleteUnpostedRequests } from './letter-queries.ts'
import { contactLetter } from './letters.ts'
import { type RightRow, selectRows } from './queries.ts'
import type { Reader } from './write-letters.ts'

interface Asking {
  reader: Reader
  /** Staff see on its page that an email was sent. */
  bookingID: string
  compose: (token: string) => Letter
  /** The letter with a slip to sign, for whoever has no email address. Undefined if nobody knows where they live. */
  onPaper: Omit<typeof rightLetters.$inferInsert, 'letterID' | 'by' | 'writtenAt'> | undefined
}

/** Asks by email with a link, otherwise by post. Returns the hash of the token in the link, null without one. */
export async function askByLetter(context: SignedInContext, { reader, bookingID, compose, onPaper }: Asking) {
  const { email, name: fullName, guardian } = reader
  if (email && isReachable(email)) {
    const token = newToken()
    await enqueueLetter(context, { email, fullName, guardian }, aboutBooking(bookingID, compose(token)))
    return hashToken(token)
  }
  if (onPaper) {
    const written = { letterID: randomUUID(), by: 'post' as const, writtenAt: context.clock() }
    await context.db.insert(rightLetters).values({ ...onPaper, ...written })
  }
  return null
}

interface AskedContact extends Reach {
  contactID: string
  kind: ContactKind
  name: string
}

/** A new letter replaces the one before. */
export async function askContact(
  context: SignedInContext,
  right: RightRow,
  holders: readonly HolderRow[],
  { contactID, kind, name, email, address }: AskedContact,
) {
  const { db, clock } = context
  const { rightID } = right
  const [listed] = await selectRows(db, [rightID])
  if (!listed) throw new AppError('NOT_FOUND')
  const { bookingID, nicheCode } = listed
  await deleteUnpostedRequests(db, { contactID })
  const asking = { number: right.number, nicheCode, kind, holders: holders.map((holder) => holder.name) }
  const tokenHash = await askByLetter(context, {
    reader: { name, email },
    bookingID,
    compose: (token) => contactLetter(asking, { token }),
    onPaper: address ? { rightID, bookingID, contactID } : undefined,
  })
  const tokenExpiresAt = tokenHash ? new Date(clock().getTime() + daysToAccept * dayMs) : null
  await updateContact(db, contactID, { tokenHash, tokenExpiresAt })
}
