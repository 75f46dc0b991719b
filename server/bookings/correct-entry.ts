import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import {
  type Correction,
  correctableFields,
  correctableNames,
  correctionRefusals,
  describeCorrection,
  type EntryCells,
  findChanges,
  type SentCells,
  splitCorrection,
} from '#contract/bookings/correction.ts'
import type { CorrectionForm } from '#contract/bookings/correction-api.ts'
import { toDay } from '#contract/dates.ts'
import type { FieldErrors } from '#contract/field-errors.ts'
import { type Column, columnsOf } from '#contract/registers/columns.ts'
import { isAfter } from '#contract/registers/partial-date.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { aboutBooking, enqueueLetter } from '#server/mail/outbox.ts'
import {
  type AskedAct,
  askSecondPerson,
  explainAlone,
  requireStillHere,
  whoMayConfirm,
} from '#server/second-person/public.ts'
import { advanceBooking, foreseeMove } from './advance-booking.ts'
import { toRegisterCells } from './beneficiary.ts'
import { updateBeneficiaryRow, updateEntry } from './changes.ts'
import { beneficiaryOf, holderOf } from './imported-people.ts'
import { addressCorrectedLetter } from './letters.ts'
import { lockBooking } from './queries.ts'
import { changedBookingError, requireUnchanged } from './refused-move.ts'

type Sent = z.output<typeof CorrectionForm>
type Seen = Pick<Sent, 'bookingID' | 'version'>

/**
 * Corrects what a register says about a booking. Name and date of death wait for a second person where one can be asked; the rest is
 * done at once.
 */
export const correctEntry = (context: SignedInContext, { bookingID, version }: Seen, sent: SentCells, reason: string) =>
  inTransaction(context, async (context) => {
    await requireStillHere(context)
    const imported = await lockCorrectable(context, bookingID)
    await requireUnchanged(context, imported.locked, version)
    const { recorded } = imported
    const changes = findChanges(recorded, sent)
    const errors = checkCorrection(recorded, changes, toDay(context.clock()))
    if (Object.keys(errors).length > 0) throw new AppError('INVALID', { errors })
    const isAlone = (await explainAlone(context, 'correctEntry')) !== undefined
    const { byOne, byTwo } = isAlone ? { byOne: changes, byTwo: {} } : splitCorrection(changes)
    const corrected = !isEmpty(byOne)
    if (corrected) await applyCorrection(context, imported, byOne, reason)
    if (isEmpty(byTwo)) return { corrected, asked: '' }
    const { expiresAt } = await askSecondPerson(context, 'correctEntry', bookingID, {
      what: `Booking ${bookingID}, niche ${imported.locked.nicheCode}. ${describeCorrection(recorded, byTwo)}`,
      details: { changes: byTwo, recorded: pickSame(recorded, byTwo), askedBy: context.actor.name },
      reason,
    })
    return { corrected, asked: whoMayConfirm('correctEntry', expiresAt) }
  })

interface AskedCorrection {
  changes: Correction
  /** The values that were recorded when it was asked for. */
  recorded: Correction
  askedBy: string
}

/** What happens when a second person confirms it. Refused if something else was recorded in the meantime. */
export async function correctAsked(context: SignedInContext, { subject, details, reason }: AskedAct) {
  const { changes, recorded, askedBy } = details as unknown as AskedCorrection
  const imported = await lockCorrectable(context, subject)
  if (!isDeepStrictEqual(pickSame(imported.recorded, changes), recorded))
    throw await changedBookingError(context, imported.locked)
  await applyCorrection(context, imported, changes, `${reason} Asked for by ${askedBy}.`)
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
  const recorded = {
    ...toRegisterCells(locked.beneficiary, context.vault),
    holder_name: entry.holderName,
    holder_contact: entry.holderContact,
    holder_email: entry.holderEmail,
    deed: entry.deed,
  }
  return { locked, recorded }
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
  const { beneficiary_name, holder_name, born, died } = { ...recorded, ...changes }
  if (!beneficiary_name && !holder_name && (recorded.beneficiary_name || recorded.holder_name))
    errors.beneficiary_name = 'The name of the person or of the holder is needed.'
  if (born && died && isAfter(born, died)) errors.died ??= 'The date of death is before the date of birth.'
  return errors
}

async function applyCorrection(context: Context, { locked, recorded }: Imported, changes: Correction, reason: string) {
  const { db, vault } = context
  const { bookingID, beneficiaryID } = locked.booking
  const corrected = { ...recorded, ...changes }
  await advanceBooking(context, locked, 'correct', { reason: `${describeCorrection(recorded, changes)} ${reason}` })
  await updateBeneficiaryRow(db, beneficiaryID, beneficiaryOf(corrected, vault))
  await updateEntry(db, bookingID, holderOf(corrected))
  const { holder_email: email, holder_name: fullName } = recorded
  if (email && email !== corrected.holder_email)
    await enqueueLetter(context, { email, fullName }, aboutBooking(bookingID, addressCorrectedLetter(bookingID)))
}
