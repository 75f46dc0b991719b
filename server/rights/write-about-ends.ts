import { randomUUID } from 'node:crypto'
import { toDay } from '#contract/dates.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { insertRows } from '#server/database/insert-rows.ts'
import { rightLetters } from '#server/database/schema.ts'
import { enqueueLetter, isReachable, oncePer } from '#server/mail/outbox.ts'
import { listContactsToTell, openReach } from './contacts.ts'
import { listHolderNames } from './holders.ts'
import { type EndingRight, listHoldersOf, lockEnding } from './letter-queries.ts'
import { endLetter } from './letters.ts'

const atOnce = 100

/**
 * Writes to the families whose right ends in 24, 12, 6, 3 and 1 months. A right that is first seen later gets the letter of its time, and
 * none of those before.
 */
export const writeAboutEnds = (context: Context): Promise<boolean> =>
  inTransaction(context, async (context) => {
    const ending = await lockEnding(context.db, toDay(context.clock()), atOnce)
    for (const right of ending) await writeAbout(context, right)
    return ending.length === atOnce
  })

async function writeAbout(context: Context, ending: EndingRight) {
  const { right, months } = ending
  const { rightID, endsOn } = right
  const writtenAt = context.clock()
  const holders = await listReaders(context, rightID)
  const readers = unique([...holders, ...(await listContactReaders(context, rightID, holders))])
  const toHolders = await endLetter(context, ending, 'email')
  const toContacts = await endLetter(context, ending, 'email', await listHolderNames(context.db, rightID))
  for (const { email, fullName, bookingID, contactID } of readers)
    if (email) {
      const content = contactID ? toContacts : toHolders
      const sent = oncePer('right-ends', rightID, endsOn ?? '', months, email)
      await enqueueLetter(context, { email, fullName }, { ...content, ...sent, bookingID })
    }
  await insertRows(
    context.db,
    rightLetters,
    readers.map(({ bookingID, contactID, email }) => ({
      letterID: randomUUID(),
      rightID,
      endsOn: endsOn ?? '',
      months,
      bookingID,
      contactID,
      by: email ? ('email' as const) : ('post' as const),
      writtenAt,
    })),
  )
}

interface Reader {
  /** Null if they get the letter by post. */
  email: string | null
  fullName: string
  bookingID: string
  contactID: string | null
}

/** Whoever has no address, or has closed the account, gets the letter by post. */
async function listReaders({ db }: Context, rightID: string): Promise<Reader[]> {
  const all = await listHoldersOf(db, rightID)
  const holding = all.filter(({ holds }) => holds)
  return (holding.length > 0 ? holding : all.slice(0, 1)).map(({ email, fullName, bookingID }) => ({
    email: email && isReachable(email) ? email : null,
    fullName,
    bookingID,
    contactID: null,
  }))
}

/** Letters to contacts are about the booking of the first holder. */
async function listContactReaders({ db, vault }: Context, rightID: string, [first]: Reader[]): Promise<Reader[]> {
  const contacts = first ? await listContactsToTell(db, rightID) : []
  return contacts.map((contact) => ({
    email: openReach(vault, contact).email || null,
    fullName: contact.name,
    bookingID: first?.bookingID ?? '',
    contactID: contact.contactID,
  }))
}

/** Each address once, that of a holder first. */
function unique(readers: readonly Reader[]): Reader[] {
  const keyOf = ({ email, contactID, fullName }: Reader) => email ?? contactID ?? fullName
  return readers.filter((reader, at) => readers.findIndex((other) => keyOf(other) === keyOf(reader)) === at)
}
