import { randomInt } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import { record } from '#server/audit/public.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { linkCodes } from '#server/database/schema.ts'
import { aboutBooking, enqueueLetter } from '#server/mail/outbox.ts'
import { only } from '#server/ports/database.ts'
import { linkCodeLetter } from './link-letters.ts'

interface Account {
  userID: string
  email: string
  fullName: string
}

const minutesOfCode = 30
const mostWrongTries = 5

/** Sends a new code to the account. It replaces the one that was open for the booking. */
export async function sendCode(context: SignedInContext, bookingID: string, account: Account) {
  const { db, vault, clock } = context
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const row = {
    userID: account.userID,
    codeHash: vault.hash(boundCode(code, bookingID, account)),
    wrongTries: 0,
    sentAt: clock(),
  }
  await db
    .insert(linkCodes)
    .values({ bookingID, ...row })
    .onConflictDoUpdate({ target: linkCodes.bookingID, set: row })
  await enqueueLetter(context, account, aboutBooking(bookingID, linkCodeLetter(bookingID, code, minutesOfCode)))
}

/** Undefined if the code is right, which uses it up. Otherwise it says what is wrong, and the caller commits, so that the try counts. */
export async function spendCode(
  context: SignedInContext,
  code: string,
  bookingID: string,
  account: Account,
): Promise<string | undefined> {
  const { db, vault } = context
  const open = await findOpenCode(context, bookingID, account.userID)
  if (!open) return 'No code is open for this account. Please send one.'
  const ofBooking = eq(linkCodes.bookingID, bookingID)
  if (vault.hashes(boundCode(code, bookingID, account)).includes(open.codeHash)) {
    await db.delete(linkCodes).where(ofBooking)
    return undefined
  }
  const wrongTries = open.wrongTries + 1
  await db.update(linkCodes).set({ wrongTries }).where(ofBooking)
  await record(context, 'booking.link_code_wrong', bookingID, { userID: account.userID, wrongTries })
  if (wrongTries === mostWrongTries) return 'This was the fifth wrong code. Please send a new one.'
  return 'This is not the code in the letter. Please ask the person to read it out again.'
}

export const findOpenCode = (context: Context, bookingID: string, userID: string) =>
  context.db
    .select()
    .from(linkCodes)
    .where(
      and(
        eq(linkCodes.bookingID, bookingID),
        eq(linkCodes.userID, userID),
        lt(linkCodes.wrongTries, mostWrongTries),
        gt(linkCodes.sentAt, oldestOpen(context)),
      ),
    )
    .then(only)

const oldestOpen = ({ clock }: Context) => new Date(clock().getTime() - minutesOfCode * 60_000)

/** The code is bound, so that it does not count for another booking, another account, or after a change of address. */
const boundCode = (code: string, bookingID: string, { userID, email }: Account) =>
  `link code ${code} ${bookingID} ${userID} ${email}`
