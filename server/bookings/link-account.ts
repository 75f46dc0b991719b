import { and, eq, inArray, isNull } from 'drizzle-orm'
import { contactKey } from '#contract/accounts/account.ts'
import type { bookingApi } from '#contract/bookings/api.ts'
import { formatDateTime } from '#contract/dates.ts'
import type { ReplyInput } from '#contract/endpoint.ts'
import { limitConfirmations, noteEmailConfirmed, noteNRICSeen, throttleLookup } from '#server/accounts/public.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { isSameName } from '#server/database/same-name.ts'
import { registerEntries, users } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { aboutBooking, enqueueLetter, tellAdmins } from '#server/mail/outbox.ts'
import { only } from '#server/ports/database.ts'
import { dropKeptName, lockNamedHolder, noteNamedHolder } from '#server/rights/public.ts'
import { updateBeneficiaryRow, updateBooking, updateEntry } from './changes.ts'
import { asImported } from './imported-people.ts'
import { findOpenCode, sendCode, spendCode } from './link-code.ts'
import { linkedLetter, linkedNotice, unlinkedLetter } from './link-letters.ts'
import { type LockedBooking, listHistory, lockBooking } from './queries.ts'
import { requireUnchanged } from './refused-move.ts'

type Entry = typeof registerEntries.$inferSelect
type Account = typeof users.$inferSelect

const notSeen = 'Nobody has seen the NRIC card of this person at the counter yet. Please look at it first.'

/** The letter about the denial then goes to the account that has asked. */
const urnRequested = 'The account has asked for the urn to be placed. Please deny that request first.'

/** The holder's details in the register and in the account, for a clerk who has the papers at hand. */
export async function compareHolder(
  context: SignedInContext,
  { bookingID, nric }: { bookingID: string; nric: string },
): Promise<ReplyInput<typeof bookingApi.compareHolder>> {
  await throttleLookup(context)
  const [entry] = await context.db.select().from(registerEntries).where(eq(registerEntries.bookingID, bookingID))
  if (!entry) throw new AppError('NOT_FOUND')
  const account = await findApplicant(context, nric)
  await record(context, 'lookup.nric', account?.userID ?? 'unknown')
  if (!account) throw new AppError('NO_USER_WITH_NRIC')
  const { fullName, contactNumber, email, dob, nricSeenAt } = account
  const code = await findOpenCode(context, bookingID, account.userID)
  const compared = compareWithHolder(entry, account)
  return {
    fullName,
    contactNumber,
    email,
    dateOfBirth: dob,
    ...compared,
    nricSeen: nricSeenAt !== null,
    codeSentAt: code?.sentAt ?? null,
  }
}

interface Link {
  bookingID: string
  nric: string
  /** The papers of the holder that the clerk has seen. */
  papers: string
  nricSeen: boolean
  code: string
  version?: number | undefined
}

/** Refuses after the commit, so that a wrong code counts. */
export async function linkAccount(context: SignedInContext, link: Link) {
  const wrong = await tryToLink(context, link)
  if (wrong) throw new AppError('INVALID', { errors: { code: wrong } })
}

/**
 * Gives a booking from a register to the account with the NRIC on the holder's papers. Name, number and NRIC prove nothing, because
 * whoever opened the account chose them. The code shows that the person at the counter reads the letters to it.
 */
const tryToLink = (context: SignedInContext, { bookingID, nric, papers, nricSeen, code, version }: Link) =>
  inTransaction(context, async (context) => {
    const { locked, account, holder } = await lockForLinking(context, bookingID, nric)
    await requireUnchanged(context, locked, version)
    if (!account.nricSeenAt && !nricSeen) throw new AppError('INVALID', { errors: { nricSeen: notSeen } })
    const wrong = await spendCode(context, code, bookingID, account)
    if (wrong) return wrong
    await noteEmailConfirmed(context, account)
    await noteNRICSeen(context, account.userID)

    await updateBooking(context.db, locked.booking, { userID: account.userID })
    const entry = await updateEntry(context.db, bookingID, {
      linkedAt: context.clock(),
      linkedByID: context.actor.userID,
      linkedPapers: papers,
    })
    const imported = asImported(entry)
    const same = compareWithHolder(imported, account)
    await record(context, 'booking.linked', bookingID, { userID: account.userID, papers, nricSeen, ...same })
    const inRegister = new Map([imported, entry].map((each) => [each.holderEmail, each.holderName]))
    for (const [email, fullName] of inRegister)
      await enqueueLetter(
        context,
        { email, fullName },
        aboutBooking(bookingID, linkedLetter(bookingID, account.fullName)),
      )
    if (holder)
      await noteNamedHolder(context, holder, {
        reason: papers,
        askedByID: context.actor.userID,
        more: 'The booking of this holder is linked to an account.',
        evenIfClaimed: true,
        toldAt: [...inRegister.keys()],
      })
    const corrections = await listCorrections(context, bookingID)
    const by = context.actor.name
    await tellAdmins(context, linkedNotice({ entry, holder: imported.holderName, account, ...same, corrections, by }))
    return undefined
  })

/** What staff have corrected, in their words: whoever corrects the holder first makes an account look right. */
const listCorrections = async ({ db }: SignedInContext, bookingID: string) =>
  (await listHistory(db, bookingID))
    .filter(({ event }) => event === 'correct')
    .map(({ at, actorName, reason }) => `${formatDateTime(at)}, ${actorName}: ${reason}`)

/** The letter with the code for `linkAccount`. */
export async function sendLinkCode(context: SignedInContext, { bookingID, nric }: { bookingID: string; nric: string }) {
  await throttleLookup(context)
  await inTransaction(context, async (context) => {
    const { account } = await lockForLinking(context, bookingID, nric)
    await limitConfirmations(context, account.email)
    await sendCode(context, bookingID, account)
    await record(context, 'booking.link_code_sent', bookingID, { userID: account.userID })
  })
}

async function lockForLinking(context: SignedInContext, bookingID: string, nric: string) {
  const locked = await lockImported(context, bookingID)
  if (locked.booking.userID)
    throw new AppError('BOOKING_NOT_MOVABLE', { why: 'This booking is linked to an account already.' })
  const account = await lockApplicant(context, nric)
  if (!account) throw new AppError('INVALID', { errors: { nric: 'No user found with this NRIC.' } })
  const { email, nricSealed } = account
  /** The number tells who it is, so namesakes among the staff are no parties. */
  const holder = await lockNamedHolder(context, bookingID, { claims: [{ name: '', email, nricSealed }] })
  return { locked, account, holder }
}

/**
 * Unlinks a booking that was linked to the wrong account: the account no longer has it, nor what it agreed to for it. An open objection
 * does not stop that, because it may be about the wrong account.
 */
export const unlinkAccount = (
  context: SignedInContext,
  { bookingID, reason, version }: { bookingID: string; reason: string; version?: number | undefined },
) =>
  inTransaction(context, async (context) => {
    const locked = await lockImported(context, bookingID)
    await requireUnchanged(context, locked, version)
    const { userID, beneficiaryID } = locked.booking
    if (!userID) throw new AppError('BOOKING_NOT_MOVABLE', { why: 'This booking is not linked to an account.' })
    if (locked.urn) throw new AppError('BOOKING_NOT_MOVABLE', { why: urnRequested })
    const holder = await lockNamedHolder(context, bookingID, { claims: [] }, { evenIfBlocked: true })
    await updateBooking(context.db, locked.booking, { userID: null })
    await dropKeptName(context, locked.booking)
    await updateEntry(context.db, bookingID, { linkedAt: null, linkedByID: null, linkedPapers: null })
    await updateBeneficiaryRow(context.db, beneficiaryID, { sharedAt: null })
    await record(context, 'booking.unlinked', bookingID, { userID, reason })
    await enqueueLetter(context, locked.applicant, aboutBooking(bookingID, unlinkedLetter(bookingID)))
    if (holder)
      await noteNamedHolder(context, holder, {
        reason,
        askedByID: context.actor.userID,
        more: 'The booking of this holder is no longer linked to an account.',
        evenIfClaimed: true,
        toldAt: [locked.applicant.email ?? ''],
      })
  })

async function lockImported({ db }: SignedInContext, bookingID: string): Promise<LockedBooking> {
  const locked = await lockBooking(db, bookingID)
  if (locked?.booking.madeBy !== 'import') throw new AppError('NOT_FOUND')
  return locked
}

const compareWithHolder = (holder: Pick<Entry, 'holderName' | 'holderContact'>, account: Account) => ({
  sameName: isSameName(holder.holderName, account.fullName),
  sameContact: holder.holderContact !== '' && contactKey(holder.holderContact) === contactKey(account.contactNumber),
})

const selectApplicant = ({ db, vault }: SignedInContext, nric: string) => {
  const isApplicant = and(eq(users.role, 'user'), isNull(users.closedAt))
  return db
    .select()
    .from(users)
    .where(and(inArray(users.nricHash, vault.hashes(nric)), isApplicant))
}

const findApplicant = (context: SignedInContext, nric: string) => selectApplicant(context, nric).then(only)

/** Locks the account, so that it is not closed before the booking is committed. */
const lockApplicant = (context: SignedInContext, nric: string) =>
  selectApplicant(context, nric).for('key share').then(only)
