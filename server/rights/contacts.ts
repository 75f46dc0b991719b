import { and, asc, eq, isNull } from 'drizzle-orm'
import { type Contact, contactKindNames, contactsWithLetters } from '#contract/rights/contact.ts'
import type { Context } from '#server/core/context.ts'
import type { Vault } from '#server/core/vault.ts'
import { rightContacts } from '#server/database/schema.ts'
import { type Db, only } from '#server/ports/database.ts'

export type ContactRow = typeof rightContacts.$inferSelect

/** How a contact can be reached; what is not recorded is empty. */
export type Reach = Pick<Contact, 'email' | 'phone' | 'address'>
const nowhere: Reach = { email: '', phone: '', address: '' }

export const sealReach = (vault: Vault, { email, phone, address }: Reach): Buffer =>
  vault.seal(JSON.stringify({ email, phone, address }))

export const openReach = (vault: Vault, { reachSealed }: Pick<ContactRow, 'reachSealed'>): Reach =>
  reachSealed ? { ...nowhere, ...JSON.parse(vault.openText(reachSealed)) } : nowhere

/** Without those that were removed: the successors in their order, then the others as they were added. */
export const listContacts = async (db: Db, rightID: string): Promise<ContactRow[]> => {
  const rows = await db
    .select()
    .from(rightContacts)
    .where(and(eq(rightContacts.rightID, rightID), isNull(rightContacts.removedAt)))
    .orderBy(asc(rightContacts.place), asc(rightContacts.addedAt), asc(rightContacts.contactID))
  return contactKindNames.flatMap((kind) => rows.filter((row) => row.kind === kind))
}

/** The contacts who have accepted to get letters about the right. */
export const listContactsToTell = async (db: Db, rightID: string): Promise<ContactRow[]> =>
  (await listContacts(db, rightID)).filter(({ kind, acceptedAt }) => acceptedAt && contactsWithLetters.includes(kind))

/** The same as readers of a letter. */
export const listContactReaders = async ({ db, vault }: Pick<Context, 'db' | 'vault'>, rightID: string) =>
  (await listContactsToTell(db, rightID)).map((contact) => ({
    contactID: contact.contactID,
    name: contact.name,
    email: openReach(vault, contact).email || null,
    addressSealed: null,
  }))

/** As the holder and staff read them. */
export const readContacts = async ({ db, vault }: Pick<Context, 'db' | 'vault'>, rightID: string) =>
  (await listContacts(db, rightID)).map((row) => ({ ...row, ...openReach(vault, row) }))

export const insertContact = (db: Db, row: typeof rightContacts.$inferInsert) => db.insert(rightContacts).values(row)

export const updateContact = (db: Db, contactID: string, change: Partial<ContactRow>) =>
  db.update(rightContacts).set(change).where(eq(rightContacts.contactID, contactID))

/** The contact whom the link in a letter asks, as long as the link works. */
export const findAsked = (db: Db, tokenHash: string): Promise<ContactRow | undefined> =>
  db.select().from(rightContacts).where(eq(rightContacts.tokenHash, tokenHash)).then(only)
