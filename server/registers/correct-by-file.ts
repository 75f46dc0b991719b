import type { ParsedInput } from '#contract/endpoint.ts'
import { groupBy } from '#contract/group-by.ts'
import type { registerApi } from '#contract/registers/api.ts'
import { correctEntry } from '#server/bookings/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { loadLocations } from './locations.ts'
import { openDraft } from './open-register.ts'
import { planRegister } from './plan-register.ts'

type Chosen = ParsedInput<typeof registerApi.correct>['body']

/** Corrects bookings by the cells of a draft that were chosen, each as a clerk does: what a clerk asks a second person for, waits here too. */
export async function correctByFile(context: SignedInContext, { draftID, reason, cells }: Chosen) {
  const source = await (await openDraft(context, draftID))(context)
  const locations = await loadLocations(context.db)
  const chosen = new Set(cells.map(({ bookingID, column }) => `${bookingID} ${column}`))
  const found: { bookingID: string; column: string; value: string }[] = []
  for await (const { rows } of planRegister(context, source, {}, { locations }))
    for (const { column, value, correctable } of rows.flatMap(({ problems }) => problems))
      if (correctable && chosen.has(`${correctable.bookingID} ${column}`))
        found.push({ bookingID: correctable.bookingID, column, value })

  const done = { corrected: 0, asked: 0, refused: [] as string[] }
  for (const [bookingID, ofBooking] of groupBy(found, (each) => each.bookingID)) {
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
