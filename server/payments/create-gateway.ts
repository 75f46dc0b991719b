import type { Logger } from 'pino'
import type { Clock } from '#server/core/context.ts'
import type { CardGateway } from '#server/ports/card-gateway.ts'
import type { Db } from '#server/ports/database.ts'
import { createSandboxGateway } from './sandbox.ts'
import { createStripeGateway, type StripeSettings } from './stripe.ts'

/** Uses the sandbox when no provider keys are set; only production has them. */
export const createGateway = (
  stripe: StripeSettings | undefined,
  parts: { db: Db; clock: Clock; log: Logger },
): CardGateway => (stripe ? createStripeGateway(stripe, parts.log) : createSandboxGateway(parts))
