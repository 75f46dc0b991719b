import { randomUUID } from 'node:crypto'
import { dayMs } from '#contract/dates.ts'
import { type ContactKind, contactAnswers, daysToAccept } from '#contract/rights/contact.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { hashToken, newToken } from '#server/core/link-token.ts'
import { rightLetters } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { linkReads, throttleAddress } from '#server/http/throttles.ts'
import { aboutBooking, enqueueLetter } from '#server/mail/outbox.ts'
import { type ContactRow, findAsked, type Reach, updateContact } from './contacts.ts'
import { type HolderRow, listHolderNames } from './holders.ts'
import { deleteUnpostedRequests } from './letter-queries.ts'
import { contactLetter } from './letters.ts'
import { moveRights } from './move-rights.ts'
import { lockRight, type RightRow, selectRows } from './queries.ts'

interface Asked extends Reach {
  contactID: string
  kind: ContactKind
  name: string
}

/** Writes by email with a link, otherwise by post with a slip to sign. A new letter replaces the one before. */
export async function askContact(
  context: SignedInContext,
  right: RightRow,
  holders: readonly HolderRow[],
  { contactID, kind, name, email, address }: Asked,
) {
  const { db, clock } = context
  const [listed] = await selectRows(db, [right.rightID])
  if (!listed) throw new AppError('NOT_FOUND')
  const { bookingID, nicheCode } = listed
  await deleteUnpostedRequests(db, contactID)
  const token = email ? newToken() : undefined
  await updateContact(db, contactID, {
    tokenHash: token ? hashToken(token) : null,
    tokenExpiresAt: token ? new Date(clock().getTime() + daysToAccept * dayMs) : null,
  })
  const asking = { right, nicheCode, kind, holders: holders.map((holder) => holder.name) }
  if (token)
    await enqueueLetter(context, { email, fullName: name }, aboutBooking(bookingID, contactLetter(asking, { token })))
  else if (address)
    await db.insert(rightLetters).values({
      letterID: randomUUID(),
      rightID: right.rightID,
      bookingID,
      contactID,
      by: 'post',
      writtenAt: clock(),
    })
}

/** What the page says that the link leads to. */
export async function readContactRequest(context: Context, token: string) {
  const { rightID, name, kind } = await findOrRefuse(context, token)
  const [listed] = await selectRows(context.db, [rightID])
  if (!listed) throw new AppError('CONTACT_LINK_ENDED')
  return { holders: await listHolderNames(context.db, rightID), name, kind, nicheCode: listed.nicheCode }
}

/** Whoever has the letter answers it, without an account. */
export async function answerContactRequest(context: Context, { token, accepts }: { token: string; accepts: boolean }) {
  const { rightID } = await findOrRefuse(context, token)
  await inTransaction(context, async (context) => {
    const { db, clock } = context
    const [listed] = await selectRows(db, [rightID])
    const right = listed && (await lockRight(db, listed.right.number))
    const contact = await findWaiting(context, token)
    if (!right || !contact || right.state === 'surrendered') throw new AppError('CONTACT_LINK_ENDED')
    const { contactID, name } = contact
    const how = accepts ? contactAnswers.link.toLowerCase() : 'does not want this'
    await moveRights(context, accepts ? 'acceptContact' : 'declineContact', [right], { reason: `${name}: ${how}.` })
    await updateContact(db, contactID, {
      tokenHash: null,
      tokenExpiresAt: null,
      ...(accepts ? { acceptedAt: clock(), acceptedBy: 'link' as const } : { declinedAt: clock(), reachSealed: null }),
    })
  })
}

async function findOrRefuse(context: Context, token: string): Promise<ContactRow> {
  await throttleAddress(context, linkReads)
  const found = await findWaiting(context, token)
  if (!found) throw new AppError('CONTACT_LINK_ENDED')
  return found
}

async function findWaiting({ db, clock }: Context, token: string) {
  const found = await findAsked(db, hashToken(token))
  return found?.tokenExpiresAt && found.tokenExpiresAt > clock() ? found : undefined
}
