import { counted } from '#contract/counted.ts'
import type { ParsedInput } from '#contract/endpoint.ts'
import { groupBy } from '#contract/group-by.ts'
import { cellKey, type registerApi } from '#contract/registers/api.ts'
import { correctEntry } from '#server/bookings/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { shownValue } from './hidden-numbers.ts'
import { recordShown } from './import-register.ts'
import { loadLocations } from './locations.ts'
import { openDraft } from './open-register.ts'
import { planRegister } from './plan-register.ts'

type Chosen = ParsedInput<typeof registerApi.correct>['body']

/**
 * Corrects bookings by the cells of a draft that were chosen, each as a clerk does: what a clerk asks a second person for, waits here too.
 * Nothing is corrected if one of them is not as it was seen, because the draft, the answers or the booking have changed since.
 */
export async function correctByFile(context: SignedInContext, { draftID, reason, cells }: Chosen) {
  const source = await (await openDraft(context, draftID))(context)
  const locations = await loadLocations(context.db)
  const plan = planRegister(context, source, { showsStored: true }, { locations })
  const offered = new Map<string, { bookingID: string; column: string; value: string }>()
  const chosen = new Set(cells.map(cellKey))
  for await (const { rows } of recordShown(context, plan))
    for (const { column, value, correctable } of rows.flatMap(({ problems }) => problems)) {
      const key = correctable && cellKey({ ...correctable, column, value: shownValue({ column, value }) })
      if (key && chosen.has(key)) offered.set(key, { bookingID: correctable.bookingID, column, value })
    }
  const changed = chosen.size - offered.size
  if (changed > 0)
    throw new AppError('CELLS_CHANGED', { why: `${counted(changed, 'cell')} ${changed === 1 ? 'has' : 'have'}` })

  const done = { corrected: 0, asked: 0, refused: [] as string[] }
  for (const [bookingID, ofBooking] of groupBy(offered.values(), (each) => each.bookingID)) {
    const changes = Object.fromEntries(ofBooking.map(({ column, value }) => [column, value]))
    const result = await correctEntry(context, { bookingID, version: undefined }, changes, reason).catch(
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error
        done.refused.push(`Booking ${bookingID}: ${error.publicMessage}`)
      },
    )
    if (result?.corrected) done.corrected += 1
    if (result?.asked) done.asked += 1
  }
  return done
}
