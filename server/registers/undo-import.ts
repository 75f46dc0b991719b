import { record } from '#server/audit/public.ts'
import { removeImportedBookings } from '#server/bookings/public.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { removeImportedPrices } from '#server/halls/public.ts'
import { AppError } from '#server/http/errors.ts'
import { removeImportedNiches } from '#server/niches/public.ts'
import { removeEnteredUrns } from '#server/urns/public.ts'
import { lockImports } from './import-register.ts'
import { markUrnsNotEntered } from './old-urns.ts'
import { findUse, lockImport, lockImported, updateImport } from './queries.ts'

/** Removes everything that an import added, unless something of it was used since. */
export const undoImport = (context: Context, importID: string) =>
  inTransaction(context, async (context) => {
    const { db, clock } = context
    await lockImports(context)
    const stored = await lockImport(db, importID)
    if (!stored || stored.undoneAt) throw new AppError('NOT_FOUND')
    await lockImported(db, importID)
    const use = await findUse(db, importID)
    if (use) throw new AppError('REGISTER_IN_USE', { why: use })
    await updateImport(db, importID, { undoneAt: clock() })
    await removeEnteredUrns(context, importID)
    await removeImportedBookings(db, importID)
    await removeImportedPrices(db, importID)
    await removeImportedNiches(db, importID, stored.created)
    await markUrnsNotEntered(db)
    await record(context, 'register.undone', importID, { niches: stored.niches, people: stored.people })
    return { niches: stored.niches, people: stored.people }
  })
