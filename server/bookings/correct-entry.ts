import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import {
  type Correction,
  changesHolder,
  correctableFields,
  correctableNames,
  correctionRefusals,
  describeCorrection,
  type EntryCells,
  findChanges,
  pickPerson,
  pickRight,
  type SentCells,
  splitCorrection,
} from '#contract/bookings/correction.ts'
import type { CorrectionForm } from '#contract/bookings/correction-api.ts'
import { toDay } from '#contract/dates.ts'
import type { FieldErrors } from '#contract/field-errors.ts'
import { type Column, columnsOf } from '#contract/registers/columns.ts'
import { isAfter, isPartialDate } from '#contract/registers/partial-date.ts'
import { lastDayOf } from '#contract/rights/term.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import type { Vault } from '#server/core/vault.ts'
import { AppError } from '#server/http/errors.ts'
import { aboutBooking, enqueueLetter } from '#server/mail/outbox.ts'
import { correctRight, lockNamedHolder, noteNamedHolder, readTermOf, tellOtherHolders } from '#server/rights/public.ts'
import {
  type AskedAct,
  askSecondPerson,
  mayActAlone,
  rehearse,
  requireStillHere,
  tellOfDoneAlone,
  whoMayConfirm,
} from '#server/second-person/public.ts'
import { advanceBooking, foreseeMove } from './advance-booking.ts'
import { toRegisterCells } from './beneficiary.ts'
import { updateBeneficiaryRow, updateEntry } from './changes.ts'
import { asImported, beneficiaryOf, holderOf } from './imported-people.ts'
import { addressCorrectedLetter } from './link-letters.ts'
import { lockBooking } from './queries.ts'
import { changedBookingError, requireUnchanged } from './refused-move.ts'

type Sent = z.output<typeof CorrectionForm>
type Seen = Pick<Sent, 'bookingID' | 'version'>

/**
 * Corrects what a register says about a booking. What an urn is compared with and who the holder is wait for a second person where one
 * can be asked; the rest is done at once.
 */
export const correctEntry = (context: SignedInContext, { bookingID, version }: Seen, sent: SentCells, reason: string) =>
  inTransaction(context, async (context) => {
    await requireStillHere(context)
    const imported = await lockCorrectable(context, bookingID)
    await requireUnchanged(context, imported.locked, version)
    const { recorded } = imported
    const changes = findChanges(recorded, withLastDay(sent))
    const errors = checkCorrection(recorded, changes, toDay(context.clock()))
    if (Object.keys(errors).length > 0) throw new AppError('INVALID', { errors })
    const split = splitCorrection(changes)
    const isAlone = !isEmpty(split.byTwo) && (await mayActAlone(context, 'correctEntry'))
    const { byOne, byTwo } = isAlone ? { byOne: changes, byTwo: {} } : split
    const corrected = !isEmpty(byOne)
    const askedByID = context.actor.userID
    const about = `Booking ${bookingID}, niche ${imported.locked.nicheCode}.`
    if (corrected) await applyCorrection(context, imported, byOne, { reason, askedByID })
    if (isAlone) await tellOfDoneAlone(context, { act: 'correctEntry', what: about, reason })
    if (isEmpty(byTwo)) return { corrected, asked: '' }
    const details = sealIdentities(context.vault, { changes: byTwo, recorded: pickSame(recorded, byTwo) })
    const asked = { details: { ...details, askedBy: context.actor.name }, reason }
    await rehearse(context, (context) => correctAsked(context, { subject: bookingID, askedByID, ...asked }))
    const { expiresAt } = await askSecondPerson(context, 'correctEntry', bookingID, {
      what: `${about} ${describeForSecond(recorded, byTwo)}`,
      ...asked,
    })
    return { corrected, asked: whoMayConfirm('correctEntry', expiresAt) }
  })

/** A year ends on 31 December. */
const withLastDay = ({ right_until, ...sent }: SentCells): SentCells => ({
  ...sent,
  right_until: right_until && isPartialDate(right_until) ? lastDayOf(right_until) : right_until,
})

interface Compared {
  changes: Correction
  /** The values that were recorded when it was asked for. */
  recorded: Correction
}

/** The second person reads how the identity number ends, as on the page of a right. The history does not say it. */
function describeForSecond(recorded: EntryCells, correction: Correction) {
  const ending = correction.identity_number?.slice(-4)
  return `${describeCorrection(recorded, correction)}${ending ? ` The identity number ends in ${ending} from then on.` : ''}`
}

/** Requests are stored as plain text, so their identity numbers are encrypted, in base 64. */
const sealIdentities = (vault: Vault, { changes, recorded }: Compared): Compared => {
  const seal = (text: string) => vault.seal(text).toString('base64')
  return { changes: mapIdentity(changes, seal), recorded: mapIdentity(recorded, seal) }
}

const openIdentities = (vault: Vault, { changes, recorded }: Compared): Compared => {
  const open = (sealed: string) => vault.openText(Buffer.from(sealed, 'base64'))
  return { changes: mapIdentity(changes, open), recorded: mapIdentity(recorded, open) }
}

const mapIdentity = (correction: Correction, map: (text: string) => string): Correction =>
  correction.identity_number === undefined
    ? correction
    : { ...correction, identity_number: map(correction.identity_number) }

/** What happens when a second person confirms it. Refused if something else was recorded in the meantime. */
export async function correctAsked(context: SignedInContext, { subject, details, reason, askedByID }: AskedAct) {
  const { askedBy, ...sealed } = details as unknown as Compared & { askedBy: string }
  const { changes, recorded } = openIdentities(context.vault, sealed)
  const imported = await lockCorrectable(context, subject)
  if (!isDeepStrictEqual(pickSame(imported.recorded, changes), recorded))
    throw await changedBookingError(context, imported.locked)
  await applyCorrection(context, imported, changes, { reason: `${reason} Asked for by ${askedBy}.`, askedByID })
}

const isEmpty = (correction: Correction) => Object.keys(correction).length === 0

/** What is recorded in the fields of a correction. */
const pickSame = (recorded: EntryCells, correction: Correction): Correction =>
  Object.fromEntries(correctableNames.filter((name) => name in correction).map((name) => [name, recorded[name]]))

type Imported = Awaited<ReturnType<typeof lockCorrectable>>

async function lockCorrectable(context: Context, bookingID: string) {
  const locked = await lockBooking(context.db, bookingID)
  if (!locked) throw new AppError('NOT_FOUND')
  const { booking, entry } = locked
  if (!entry) throw new AppError('BOOKING_NOT_MOVABLE', { why: correctionRefusals.notFromRegister })
  if (booking.userID) throw new AppError('BOOKING_NOT_MOVABLE', { why: correctionRefusals.linked })
  await foreseeMove(context, locked, 'correct')
  const { rightFrom, rightUntil } = await readTermOf(context.db, bookingID)
  const recorded = {
    ...toRegisterCells(locked.beneficiary, context.vault),
    holder_name: entry.holderName,
    holder_contact: entry.holderContact,
    holder_email: entry.holderEmail,
    deed: entry.deed,
    right_from: rightFrom,
    right_until: rightUntil,
  }
  return { locked, entry, recorded }
}

/** Each field by the rule of its column in a register. */
function checkCorrection(recorded: EntryCells, changes: Correction, today: string): FieldErrors {
  if (isEmpty(changes)) return { reason: 'Nothing here differs from what is recorded. Please correct something.' }
  const errors: FieldErrors = {}
  const columns: readonly Column[] = columnsOf.people
  for (const name of correctableNames) {
    const value = changes[name]
    const { max = 200, rule } = columns.find((column) => column.name === name) ?? {}
    const problem = value && (value.length > max ? `is longer than ${max} characters` : rule?.(value, today))
    if (problem) errors[name] = `${correctableFields[name].label} ${problem}.`
  }
  const { beneficiary_name, holder_name, born, died, right_from, right_until } = { ...recorded, ...changes }
  if (!beneficiary_name && !holder_name && (recorded.beneficiary_name || recorded.holder_name))
    errors.beneficiary_name = 'The name of the person or of the holder is needed.'
  if (born && died && isAfter(born, died)) errors.died ??= 'The date of death is before the date of birth.'
  if (right_from && right_until && isAfter(right_from, right_until))
    errors.right_until ??= 'The right ends before it begins.'
  return errors
}

async function applyCorrection(
  context: SignedInContext,
  { locked, entry, recorded }: Imported,
  changes: Correction,
  { reason, askedByID }: { reason: string; askedByID: string },
) {
  const { db, vault } = context
  const { bookingID, beneficiaryID } = locked.booking
  const isOfHolder = changesHolder(changes)
  const corrected = { ...recorded, ...changes }
  const becomes = { name: corrected.holder_name, email: corrected.holder_email || null, nricSealed: null }
  const holder = await lockNamedHolder(context, bookingID, { claims: [becomes], people: [askedByID] })
  await advanceBooking(context, locked, 'correct', { reason: `${describeCorrection(recorded, changes)} ${reason}` })
  await updateBeneficiaryRow(db, beneficiaryID, beneficiaryOf(corrected, vault))
  await updateEntry(db, bookingID, {
    ...holderOf(corrected),
    ...(isOfHolder && { holderAsImported: asImported(entry) }),
  })
  const { holder_email: email, holder_name: fullName } = recorded
  const hasNewEmail = email !== corrected.holder_email
  if (holder && isOfHolder) await noteNamedHolder(context, holder, { reason, askedByID, hasNewEmail })
  const ofPerson = describeCorrection(recorded, pickPerson(changes))
  const about = `The register about ${corrected.beneficiary_name || 'the person in the niche'} is corrected. ${ofPerson}`
  if (ofPerson) await tellOtherHolders(context, { bookingID, words: about, askedByID, toldAt: [] })
  const ofRight = pickRight(changes)
  const words = describeCorrection(recorded, ofRight)
  await correctRight(context, bookingID, { recorded, changes: ofRight, words, reason, askedByID })
  const isTold = holder?.before.some((each) => each.email === email)
  if (email && hasNewEmail && !isTold)
    await enqueueLetter(context, { email, fullName }, aboutBooking(bookingID, addressCorrectedLetter(bookingID)))
}
