import { toDay } from '#contract/dates.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { isReachable, oncePer } from '#server/mail/outbox.ts'
import { listContactsToTell, openReach } from './contacts.ts'
import { foreseeExtension } from './extend.ts'
import { listHolderNames, listLivingHolders, toReader } from './holders.ts'
import { type EndingRight, findBookingOf, lockEnding } from './letter-queries.ts'
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
  const bookingID = await findBookingOf(context.db, rightID)
  const holders = await listHolderReaders(context, rightID, bookingID)
  const readers = unique([...holders, ...(await listContactReaders(context, rightID, bookingID))])
  const next = await foreseeExtension(context, ending.right)
  const namedBy = await listHolderNames(context, rightID)
  await writeLetters(
    context,
    readers.map((reader) => ({ ...reader, rightID, endsOn, months })),
    ({ bookingID, contactID, inAccount = false }, email) => ({
      ...endLetter(ending, next, inAccount, contactID ? namedBy : undefined),
      ...oncePer('right-ends', rightID, endsOn ?? '', months, email),
      bookingID,
    }),
  )
}

interface EndReader extends Reader {
  bookingID: string
  holderID: number | null
  contactID: string | null
}

/** Whoever has no address, or has closed the account, gets the letter by post. */
const listHolderReaders = async (context: Context, rightID: string, bookingID: string): Promise<EndReader[]> =>
  (await listLivingHolders(context, rightID)).map((row) => ({
    ...toReader(context, row),
    email: row.email && isReachable(row.email) ? row.email : null,
    bookingID: row.holder.bookingID ?? bookingID,
    /** The printed letter has the address that is recorded then. */
    addressSealed: null,
  }))

const listContactReaders = async ({ db, vault }: Context, rightID: string, bookingID: string): Promise<EndReader[]> =>
  (await listContactsToTell(db, rightID)).map((contact) => ({
    email: openReach(vault, contact).email || null,
    name: contact.name,
    bookingID,
    holderID: null,
    contactID: contact.contactID,
  }))

/** Each address once, that of a holder first. */
function unique(readers: readonly EndReader[]): EndReader[] {
  const keyOf = ({ email, contactID, holderID }: EndReader) => email ?? contactID ?? holderID
  return readers.filter((reader, at) => readers.findIndex((other) => keyOf(other) === keyOf(reader)) === at)
}
