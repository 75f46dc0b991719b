import { randomUUID } from 'node:crypto'
import { addressTo } from '#contract/rights/agreement.ts'
import type { Context } from '#server/core/context.ts'
import { insertRows } from '#server/database/insert-rows.ts'
import { rightLetters } from '#server/database/schema.ts'
import { enqueueLetter, isReachable, type Letter } from '#server/mail/outbox.ts'

export type NewLetter = Omit<typeof rightLetters.$inferInsert, 'letterID' | 'readerName' | 'by' | 'writtenAt'>

/** Whoever gets a letter about a right. */
export interface Reader {
  name: string
  email: string | null
  /** Who acts for a reader under 18. */
  guardian?: string
  /** The address is that of their account, so they can see the right in My Bookings. */
  inAccount?: boolean
}

/** Writes to each of them by email, or by post to whoever has no address that can be reached, and remembers the letters. */
export async function writeLetters<To extends Reader & NewLetter>(
  context: Context,
  readers: readonly To[],
  compose: (to: To, email: string) => Letter,
) {
  const writtenAt = context.clock()
  const written: (typeof rightLetters.$inferInsert)[] = []
  for (const reader of readers) {
    const email = reader.email && isReachable(reader.email) ? reader.email : null
    const { name: fullName, guardian = '' } = reader
    if (email) await enqueueLetter(context, { email, fullName, guardian }, compose(reader, email))
    const readerName = addressTo(fullName, guardian)
    const sent = email ? { by: 'email' as const, addressSealed: null } : { by: 'post' as const }
    written.push({ addressSealed: null, ...reader, readerName, ...sent, letterID: randomUUID(), writtenAt })
  }
  await insertRows(context.db, rightLetters, written)
}
