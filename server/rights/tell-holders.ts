import { eq, inArray } from 'drizzle-orm'
import { formatDay, toDay } from '#contract/dates.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { users } from '#server/database/schema.ts'
import { enqueueLetter, isReachable, oncePer } from '#server/mail/outbox.ts'
import { findRightNamed } from './blocks.ts'
import { listContactReaders } from './contacts.ts'
import { type HolderRow, hasDied, listHolders, toReader } from './holders.ts'
import { newsLetter, recordedInYourNameLetter } from './letters.ts'
import { type LockedRight, lockRightByID } from './lock-right.ts'
import { selectRows } from './queries.ts'
import { type NewLetter, type Reader, writeLetters } from './write-letters.ts'

interface News {
  right: Pick<LockedRight, 'rightID' | 'number' | 'nicheCode'>
  /** The holders before the change. */
  before: readonly HolderRow[]
  /** What changed, as a sentence. */
  words: string
  /** Who asked for it, if somebody else has confirmed it. */
  askedByID?: string
  /** The words say from when it counts, such as from the day of the post. */
  countsLater?: boolean
  /** Who else reads it, such as whoever has objected. They need not hold the right. */
  others?: readonly (Pick<NewLetter, 'addressSealed' | 'contactID'> & Reader)[]
  /** The holders who read it in another letter. */
  knows?: (holder: HolderRow) => boolean
  /** The holders who read it although staff have recorded that they have died. */
  mayLive?: (holder: HolderRow) => boolean
  /** What it is about, if the call must not be refused because of the limits on letters. */
  once?: string
}

/**
 * Tells everybody who held a right before or holds it now what staff have changed. Call it once, after the change. What a holder changes,
 * and what a contact answers by a link, is not told. Returns to how many people it has written.
 */
export async function tellHolders(
  context: SignedInContext,
  { right, before, words, askedByID, countsLater, others = [], knows = () => false, mayLive = () => false, once }: News,
) {
  const { actor, clock } = context
  if (actor.role === 'user') return 0
  const { rightID, number, nicheCode } = right
  const names = await namesOf(context, [askedByID ?? actor.userID, actor.userID])
  const since = countsLater ? '' : ', and it counts since then'
  const news = `${words} ${names.join(' and ')} recorded this on ${formatDay(toDay(clock()))}${since}.`
  const toTell = (holders: readonly HolderRow[]) =>
    holders.filter((holder) => !knows(holder) && (!hasDied(holder) || mayLive(holder)))
  const holders = listReaders(context, toTell(before), toTell(await listHolders(context, rightID)))
  const further = others.filter((other) => !isAmong(holders, other)).map((other) => ({ ...other, holderID: null }))
  const readers = [...holders, ...further].filter(isKnown)
  await writeLetters(
    context,
    readers.map((reader) => ({ ...reader, rightID, news })),
    ({ inAccount = false }, email) => ({
      ...newsLetter({ number, nicheCode, news }, inAccount),
      ...(once && oncePer('right-news', once, email)),
    }),
  )
  return readers.length
}

interface NewsOfUrn extends Pick<News, 'words' | 'askedByID' | 'countsLater' | 'once'> {
  bookingID: string
  /** Who reads it in a letter of its own at these addresses. */
  toldAt: readonly (string | null)[]
  /** Successors and people who get notices read it too. */
  toContacts?: boolean
}

/** Tells the other holders of today what was recorded about an urn of this booking. Returns to how many it has written. */
export async function tellOtherHolders(
  context: SignedInContext,
  { bookingID, toldAt, toContacts, ...news }: NewsOfUrn,
) {
  const named = await findRightNamed(context.db, bookingID)
  const [found] = named ? await selectRows(context.db, [named.rightID]) : []
  if (!found) return 0
  const { right, nicheCode } = found
  return tellHolders(context, {
    ...news,
    right: { ...right, nicheCode },
    before: await listHolders(context, right.rightID),
    knows: (holder) => toldAt.some((email) => readsAt(email)(holder)),
    others: toContacts ? await listOtherContacts(context, right.rightID, toldAt) : [],
  })
}

/** Tells holders and contacts that a right has ended or counts again with a booking which staff have moved, if they do not read it at this address. */
export async function tellOfMove(context: Context, rightID: string, news: { words: string; toldAt: string | null }) {
  const { actor } = context
  if (!actor) return
  const right = await lockRightByID(context, rightID)
  const before = await listHolders(context, rightID)
  const others = await listOtherContacts(context, rightID, [news.toldAt])
  await tellHolders({ ...context, actor }, { right, before, words: news.words, knows: readsAt(news.toldAt), others })
}

const listOtherContacts = async (context: Context, rightID: string, toldAt: readonly (string | null)[]) =>
  (await listContactReaders(context, rightID)).filter(({ email }) => email === null || !toldAt.includes(email))

const readsAt = (email: string | null) => (holder: HolderRow) =>
  email !== null && isReachable(email) && holder.email?.toLowerCase() === email.toLowerCase()

/** A register may say nothing at all of a holder. */
const isKnown = ({ name, email, addressSealed }: Reader & Pick<NewLetter, 'addressSealed'>) =>
  Boolean(name || addressSealed || (email && isReachable(email)))

/** Tells a holder what somebody has recorded who was signed in as them. */
export async function tellWhoSent(context: SignedInContext, number: string, what: string) {
  const [owner] = await context.db
    .select({ email: users.email, fullName: users.fullName })
    .from(users)
    .where(eq(users.userID, context.actor.userID))
  if (owner) await enqueueLetter(context, owner, recordedInYourNameLetter(number, what))
}

/** A holder whose name or address was changed, or who holds the right no more, reads it where they were before. */
function listReaders(context: Context, before: readonly HolderRow[], after: readonly HolderRow[]) {
  const told = before.map((holder) => {
    const follows = after.some((each) => isSameReader(each, holder))
    /** A letter on paper goes to the address that is recorded when it is printed, unless it stays where they were before. */
    return { ...toReader(context, holder), ...(!follows && { holderID: null }) }
  })
  const others = after.filter((holder) => !before.some((each) => isSameReader(each, holder)))
  const known = new Set(told.flatMap(({ email }) => email ?? []))
  const elsewhere = others.filter(({ email }) => !email || !known.has(email))
  return [...told, ...elsewhere.map((holder) => toReader(context, holder))]
}

/** Whoever has left no address is known by name. */
const isAmong = (holders: readonly Reader[], { name, email, addressSealed }: NonNullable<News['others']>[number]) =>
  holders.some((holder) => (email ? holder.email === email : !addressSealed && holder.name === name))

const isSameReader = (one: HolderRow, other: HolderRow) =>
  one.holder.holderID === other.holder.holderID &&
  one.name === other.name &&
  one.email === other.email &&
  isSameAddress(one.holder.addressSealed, other.holder.addressSealed)

const isSameAddress = (one: Buffer | null, other: Buffer | null) =>
  one === null || other === null ? one === other : one.equals(other)

async function namesOf({ db }: SignedInContext, userIDs: readonly string[]) {
  const found = await db
    .select({ userID: users.userID, name: users.fullName })
    .from(users)
    .where(inArray(users.userID, [...userIDs]))
  const named = [...new Set(userIDs)].map((userID) => found.find((each) => each.userID === userID)?.name)
  return named.map((name) => name || 'A member of our staff')
}
