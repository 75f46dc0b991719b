import { formatDateTime } from '#contract/dates.ts'
import { countsText } from '#contract/registers/api.ts'
import { record } from '#server/audit/public.ts'
import { removeImportedBookings, removeImportedNames } from '#server/bookings/public.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { removeImportedPrices } from '#server/halls/public.ts'
import { AppError } from '#server/http/errors.ts'
import { tellAdmins } from '#server/mail/outbox.ts'
import { removeImportedNiches } from '#server/niches/public.ts'
import type { Db } from '#server/ports/database.ts'
import { guard } from '#server/second-person/public.ts'
import { bringsUrns, noteUndonePlaces, removeEnteredUrns } from '#server/urns/public.ts'
import { lockImports } from './import-register.ts'
import { importUndoneLetter } from './letters.ts'
import { findUse, lockImport, lockImported, updateImport } from './queries.ts'

/** In a larger house only two admins undo an import that brought urns: afterwards nothing but a note says where they are. */
export const undoImportAsAdmin = (context: SignedInContext, importID: string) =>
  guard(
    context,
    'undoImport',
    importID,
    {
      what: ({ db }) => describeImport(db, importID),
      isNeeded: (context) => bringsUrns(context, importID),
    },
    (context, { subject }) => removeImported(context, subject),
  )

/** For the command: whoever controls the server needs no second person, but all admins are told. */
export const undoImport = (context: Context, importID: string) =>
  inTransaction(context, async (context) => {
    const broughtUrns = await bringsUrns(context, importID)
    const removed = await removeImported(context, importID)
    if (broughtUrns) await tellAdmins(context, importUndoneLetter(importID, removed))
    return removed
  })

async function describeImport(db: Db, importID: string) {
  const stored = await lockImport(db, importID)
  const when = stored ? ` of ${formatDateTime(stored.importedAt)}` : ''
  return `The import${when} is undone: ${countsText(stored ?? { niches: 0, people: 0 })}, and the urns that it brought.`
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
