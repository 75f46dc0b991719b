import { formatDateTime } from '#contract/dates.ts'
import { countsText } from '#contract/registers/api.ts'
import { record } from '#server/audit/public.ts'
import { removeImportedBookings, removeImportedNames } from '#server/bookings/public.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { removeImportedPrices } from '#server/halls/public.ts'
import { AppError } from '#server/http/errors.ts'
import { nameOr, tellAdmins } from '#server/mail/outbox.ts'
import { removeImportedNiches } from '#server/niches/public.ts'
import type { Db } from '#server/ports/database.ts'
import { guard } from '#server/second-person/public.ts'
import { noteUndonePlaces, removeEnteredUrns } from '#server/urns/public.ts'
import { lockImports } from './import-register.ts'
import { importUndoneLetter } from './letters.ts'
import { bringsBookings, findUse, lockImport, lockImported, updateImport } from './queries.ts'

/**
 * In a larger house only two admins undo an import that brought bookings: the holders, their rights and deeds go with it, and of urns
 * nothing but a note says where they are.
 */
export const undoImportAsAdmin = (context: SignedInContext, importID: string) =>
  guard(
    context,
    'undoImport',
    importID,
    {
      what: ({ db }) => describeImport(db, importID),
      isNeeded: ({ db }) => bringsBookings(db, importID),
    },
    (context, { subject }) => undoAlone(context, subject),
  )

/** For the command: whoever controls the server needs no second person. */
export const undoImport = (context: Context, importID: string) =>
  inTransaction(context, (context) => undoAlone(context, importID))

/** No second person has looked at it, so all admins are told. */
async function undoAlone(context: Context, importID: string) {
  const broughtBookings = await bringsBookings(context.db, importID)
  const removed = await removeImported(context, importID)
  const by = nameOr('The command register:import', context.actor?.name ?? '')
  if (broughtBookings) await tellAdmins(context, importUndoneLetter(importID, removed, by))
  return removed
}

async function describeImport(db: Db, importID: string) {
  const stored = await lockImport(db, importID)
  const when = stored ? ` of ${formatDateTime(stored.importedAt)}` : ''
  return `The import${when} is undone: ${countsText(stored ?? { niches: 0, people: 0 })}, and the bookings, rights and urns that it brought.`
}

/** Removes everything that an import added, unless something of it was used since. */
export async function removeImported(context: Context, importID: string) {
  const { db, clock } = context
  await lockImports(context)
  const stored = await lockImport(db, importID)
  if (!stored || stored.undoneAt) throw new AppError('NOT_FOUND')
  await lockImported(db, importID)
  const use = await findUse(db, importID)
  if (use) throw new AppError('REGISTER_IN_USE', { why: use })
  await updateImport(db, importID, { undoneAt: clock() })
  await removeImportedNames(context, importID)
  await noteUndonePlaces(context, importID)
  await removeEnteredUrns(context, importID)
  await removeImportedBookings(db, importID)
  await removeImportedPrices(db, importID)
  await removeImportedNiches(db, importID, stored.created)
  await record(context, 'register.undone', importID, { niches: stored.niches, people: stored.people })
  return { niches: stored.niches, people: stored.people }
}
