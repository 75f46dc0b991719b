import type { Context } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import type { TestCard } from '#server/ports/card-gateway.ts'

/** Replaces the provider's form in the browser. As there, the booking changes only when the intent is applied. */
export async function confirmTestCard({ gateway }: Context, card: TestCard) {
  if (!gateway.confirmCard) throw new AppError('NOT_FOUND')
  await gateway.confirmCard(card)
}
