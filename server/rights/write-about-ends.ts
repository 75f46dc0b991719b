import { randomUUID } from 'node:crypto'
import { toDay } from '#contract/dates.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { insertRows } from '#server/database/insert-rows.ts'
import { rightLetters } from '#server/database/schema.ts'
import { enqueueLetter, isReachable, oncePer } from '#server/mail/outbox.ts'
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
  const readers = await listReaders(context, rightID)
  const content = await endLetter(context, ending, 'email')
  for (const { email, fullName, bookingID } of readers)
    if (email) {
      const sent = oncePer('right-ends', rightID, endsOn ?? '', months, email)
      await enqueueLetter(context, { email, fullName }, { ...content, ...sent, bookingID })
    }
  await insertRows(
    context.db,
    rightLetters,
    readers.map(({ bookingID, email }) => ({
      letterID: randomUUID(),
      rightID,
      endsOn: endsOn ?? '',
      months,
      bookingID,
      by: email ? ('email' as const) : ('post' as const),
      writtenAt,
    })),
  )
}

/** Each address once. Whoever has none, or has closed the account, gets the letter by post. */
async function listReaders({ db }: Context, rightID: string) {
  const all = await listHoldersOf(db, rightID)
  const holding = all.filter(({ holds }) => holds)
  const readers = (holding.length > 0 ? holding : all.slice(0, 1)).map(({ email, ...reader }) => ({
    ...reader,
    email: email && isReachable(email) ? email : null,
  }))
  return [...new Map(readers.map((reader) => [reader.email ?? reader.fullName, reader])).values()]
}
