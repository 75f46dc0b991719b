import type { Logger } from 'pino'
import type { Clock } from '#server/context.ts'
import type { Db } from '#server/database/database.ts'
import type { CardGateway } from './gateway.ts'
import { createSandboxGateway } from './sandbox.ts'
import { createStripeGateway, type StripeSettings } from './stripe.ts'

/** Without the provider's keys, which only production has, the cards are the sandbox's. */
export const createGateway = (
  stripe: StripeSettings | undefined,
  parts: { db: Db; clock: Clock; log: Logger },
): CardGateway => (stripe ? createStripeGateway(stripe, parts.log) : createSandboxGateway(parts))
