import { toDay } from '#contract/dates.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { isReachable, oncePer } from '#server/mail/outbox.ts'
import { listContactsToTell, openReach } from './contacts.ts'
import { foreseeExtension } from './extend.ts'
import { listHolderNames } from './holders.ts'
import { type EndingRight, listHoldersOf, lockEnding } from './letter-queries.ts'
import { endLetter } from './letters.ts'
import { type Reader, writeLetters } from './write-letters.ts'

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
  const { months } = ending
  const { rightID, endsOn } = ending.right
  const holders = await listReaders(context, rightID)
  const readers = unique([...holders, ...(await listContactReaders(context, rightID, holders))])
  const next = await foreseeExtension(context, ending.right)
  const toHolders = endLetter(ending, next, 'email')
  const toContacts = endLetter(ending, next, 'email', await listHolderNames(context.db, rightID))
  await writeLetters(
    context,
    readers.map((reader) => ({ ...reader, rightID, endsOn, months })),
    ({ bookingID, contactID }, email) => ({
      ...(contactID ? toContacts : toHolders),
      ...oncePer('right-ends', rightID, endsOn ?? '', months, email),
      bookingID,
    }),
  )
}

interface EndReader extends Reader {
  bookingID: string
  contactID: string | null
}

/** Whoever has no address, or has closed the account, gets the letter by post. */
async function listReaders({ db }: Context, rightID: string): Promise<EndReader[]> {
  const all = await listHoldersOf(db, rightID)
  const holding = all.filter(({ holds }) => holds)
  return (holding.length > 0 ? holding : all.slice(0, 1)).map(({ email, fullName, bookingID }) => ({
    email: email && isReachable(email) ? email : null,
    name: fullName,
    bookingID,
    contactID: null,
  }))
}

/** Letters to contacts are about the booking of the first holder. */
async function listContactReaders({ db, vault }: Context, rightID: string, [first]: EndReader[]): Promise<EndReader[]> {
  const contacts = first ? await listContactsToTell(db, rightID) : []
  return contacts.map((contact) => ({
    email: openReach(vault, contact).email || null,
    name: contact.name,
    bookingID: first?.bookingID ?? '',
    contactID: contact.contactID,
  }))
}

/** Each address once, that of a holder first. */
function unique(readers: readonly EndReader[]): EndReader[] {
  const keyOf = ({ email, contactID, name }: EndReader) => email ?? contactID ?? name
  return readers.filter((reader, at) => readers.findIndex((other) => keyOf(other) === keyOf(reader)) === at)
}
