import { randomUUID } from 'node:crypto'
import { rightApi } from '#contract/rights/api.ts'
import { hashToken } from '#server/core/link-token.ts'
import { rightContacts, rightLetters } from '#server/database/schema.ts'
import type { Caller } from '#test/caller.ts'
import type { OwnServer } from './own-server.ts'

interface LongestContact {
  bookingID: string
  number: string
  name: string
  relationship: string
  email: string
  phone: string
  address: string
  reason: string
}

/** A contact who has not answered, with a letter to post, one that was posted and one that came back. Returns the token of the link. */
export async function seedContact(
  { db, clock }: OwnServer['context'],
  [clerk, clerkID]: readonly [Caller, string],
  { bookingID, ...contact }: LongestContact,
): Promise<string> {
  const saved = await clerk.call(rightApi.saveContact, { body: { ...contact, kind: 'successor' } })
  if (saved.status !== 200) throw new Error(`The contact was not saved: ${JSON.stringify(saved.body)}`)
  const token = randomUUID()
  const [row] = await db
    .update(rightContacts)
    .set({ tokenHash: hashToken(token) })
    .returning()
  if (!row) throw new Error('The right has no contact')
  const { rightID, contactID } = row
  const letter = { rightID, contactID, bookingID, by: 'post' as const, writtenAt: clock() }
  const posted = { postedAt: clock(), postedByID: clerkID }
  await db.insert(rightLetters).values([
    { letterID: randomUUID(), ...letter },
    { letterID: randomUUID(), ...letter, ...posted },
    { letterID: randomUUID(), ...letter, ...posted, cameBackAt: clock(), cameBackByID: clerkID },
  ])
  return token
}
