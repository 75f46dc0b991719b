import { z } from 'zod'

/** A request as the page of its subject shows it. On its own, because pages of families load the calls of urns, but not the guarded acts. */
export const WaitingRequest = z.object({ by: z.string(), isMine: z.boolean(), note: z.string() })
export type WaitingRequest = z.infer<typeof WaitingRequest>

/** `settled` is false if somebody who took no part has been asked to confirm it. */
export const SettledOrAsked = z.object({ settled: z.boolean() })
