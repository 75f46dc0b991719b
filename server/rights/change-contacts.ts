import { randomUUID } from 'node:crypto'
import {
  type ContactForm,
  contactAnswers,
  contactKinds,
  mostContacts,
  mustAcceptAgain,
  placeAmong,
} from '#contract/rights/contact.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { askContact } from './ask-by-letter.ts'
import { refuseBlocked } from './blocks.ts'
import { type ContactRow, insertContact, listContacts, openReach, sealReach, updateContact } from './contacts.ts'
import { hasDied } from './holders.ts'
import { lockChangeable } from './lock-right.ts'
import { moveRights } from './move-rights.ts'
import { tellHolders } from './tell-holders.ts'

type Changeable = Awaited<ReturnType<typeof lockChangeable>>
interface ContactRef {
  number: string
  contactID: string
}

/** One person is enough, because a contact decides nothing. If it is not a holder, all holders read of it. */
export const saveContact = (context: SignedInContext, { number, ...form }: ContactForm & { number: string }) =>
  inTransaction(context, async (context) => save(context, await lockFor(context, number, form.reason), form))

/** What they can be reached by is forgotten; the name stays for the letters that they got. */
export const removeContact = (
  context: SignedInContext,
  { number, contactID, reason }: ContactRef & { reason: string },
) =>
  inTransaction(context, async (context) => {
    const { right, holders } = await lockFor(context, number, reason)
    const contacts = await listContacts(context.db, right.rightID)
    const { name } = findContact(contacts, contactID)
    const words = `${name} is no longer a contact.`
    await moveRights(context, 'removeContact', [right], { reason: `${words} ${reason}`.trim() })
    const forgotten = { place: null, reachSealed: null, tokenHash: null, tokenExpiresAt: null }
    await updateContact(context.db, contactID, { ...forgotten, removedAt: context.clock() })
    await writeOrder(context, contacts, orderWithout(contacts, contactID), contactID)
    await tellHolders(context, { right, before: holders, words })
  })

/** The slip came back signed, or they signed at the counter. An answer is recorded also while somebody objects. */
export const recordContactAccepted = (
  context: SignedInContext,
  { number, contactID, by }: ContactRef & { by: 'letter' | 'counter' },
) =>
  inTransaction(context, async (context) => {
    const { right, holders } = await lockChangeable(context, number)
    const { name, ...contact } = findContact(await listContacts(context.db, right.rightID), contactID)
    if (contact.acceptedAt || contact.declinedAt) throw new AppError('CONTACT_CHANGED')
    await moveRights(context, 'acceptContact', [right], { reason: `${name}: ${contactAnswers[by].toLowerCase()}.` })
    const answered = { acceptedAt: context.clock(), acceptedBy: by, tokenHash: null, tokenExpiresAt: null }
    await updateContact(context.db, contactID, answered)
    const words = `${name} has accepted to be a contact: ${contactAnswers[by].toLowerCase()}.`
    await tellHolders(context, { right, before: holders, words })
  })

/** A holder changes what is theirs; whoever only has a booking in the niche gets 404. Staff say why. Nothing changes while somebody objects. */
async function lockFor(context: SignedInContext, number: string, reason: string) {
  const { userID, role } = context.actor
  const found = await lockChangeable(context, number)
  const held = found.holders.filter(({ account }) => account?.userID === userID)
  if (role === 'user' && held.length === 0) throw new AppError('NOT_FOUND')
  if (role === 'user' && held.every(hasDied)) throw new AppError('HOLDER_RECORDED_AS_DEAD')
  if (role !== 'user' && !reason) throw new AppError('INVALID', { errors: { reason: 'Please give a reason.' } })
  await refuseBlocked(context, found.right)
  return found
}

async function save(
  context: SignedInContext,
  { right, holders }: Changeable,
  { contactID: sentID, kind, place, name, relationship, email, phone, address, reason }: ContactForm,
) {
  const { db, vault, clock } = context
  const contacts = await listContacts(db, right.rightID)
  const found = sentID === undefined ? undefined : findContact(contacts, sentID)
  const before = found && { ...found, ...openReach(vault, found) }
  if (before?.declinedAt) throw new AppError('CONTACT_CHANGED')
  if (!before && contacts.length >= mostContacts) throw new AppError('TOO_MANY_CONTACTS')
  const contactID = sentID ?? randomUUID()
  const order = orderWithout(contacts, contactID)
  const successors = kind === 'successor' ? placeAmong(order, contactID, place) : order
  const after = { kind, name, relationship, place: placeIn(successors, contactID) }
  const reach = { email, phone, address }
  const words = before
    ? describeChange(before, { ...after, ...reach })
    : `${name} is named: ${contactKinds[kind].toLowerCase()}.`
  await moveRights(context, before ? 'changeContact' : 'addContact', [right], { reason: `${words} ${reason}`.trim() })

  const isAsked = !before?.acceptedAt || mustAcceptAgain(before, { ...after, ...reach })
  const row = { ...after, reachSealed: sealReach(vault, reach), ...(isAsked && { acceptedAt: null, acceptedBy: null }) }
  if (before) await updateContact(db, contactID, row)
  else await insertContact(db, { contactID, rightID: right.rightID, addedAt: clock(), ...row })
  await writeOrder(context, contacts, successors, contactID)
  if (isAsked) await askContact(context, right, holders, { contactID, kind, name, ...reach })
  await tellHolders(context, { right, before: holders, words: `A contact of the right: ${words}` })
}

function findContact(contacts: readonly ContactRow[], contactID: string) {
  const found = contacts.find((contact) => contact.contactID === contactID)
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

/** The successors, without this one. */
const orderWithout = (contacts: readonly ContactRow[], except: string) =>
  contacts.flatMap(({ kind, contactID }) => (kind === 'successor' && contactID !== except ? [contactID] : []))

const placeIn = (successors: readonly string[], contactID: string) => successors.indexOf(contactID) + 1 || null

/** Writes the place of each successor that has another one now. */
async function writeOrder(
  { db }: SignedInContext,
  contacts: readonly ContactRow[],
  successors: readonly string[],
  written: string,
) {
  for (const { contactID, kind, place } of contacts) {
    const next = placeIn(successors, contactID)
    if (kind === 'successor' && contactID !== written && next !== place)
      await updateContact(db, contactID, { place: next })
  }
}

const fieldNames = {
  kind: 'what for',
  place: 'order',
  name: 'name',
  relationship: 'relationship',
  email: 'email address',
  phone: 'telephone number',
  address: 'postal address',
} as const
type Described = Record<keyof typeof fieldNames, string | number | null>

/** A sentence for the history: what changed, without the addresses themselves. */
function describeChange(before: Described, after: Described): string {
  const fields = Object.keys(fieldNames) as (keyof Described)[]
  const changed = fields.filter((field) => before[field] !== after[field]).map((field) => fieldNames[field])
  const who = before.name === after.name ? `${after.name}` : `${before.name}, now ${after.name}`
  return changed.length > 0 ? `${who}: ${changed.join(', ')} changed.` : `${who} is asked again.`
}
