import type { Context } from '#server/context.ts'
import { AppError } from '#server/http/errors.ts'
import type { TestCard } from '#server/payments/gateway.ts'

/** What the provider's own form does in the browser; as there, the booking learns of it only when somebody asks. */
export async function confirmTestCard({ gateway }: Context, card: TestCard) {
  if (!gateway.confirmCard) throw new AppError('NOT_FOUND')
  await gateway.confirmCard(card)
  return { success: true } as const
}
