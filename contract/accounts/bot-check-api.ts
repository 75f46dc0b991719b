import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** A puzzle of ALTCHA's second format: solved in the browser, sent back with its solution as `recaptchaToken` (base64 of the JSON). */
export const BotCheckChallenge = z.object({ parameters: z.looseObject({}), signature: z.string() })
export type BotCheckChallenge = z.infer<typeof BotCheckChallenge>

export const botCheckApi = {
  challenge: endpoint({
    method: 'GET',
    path: '/api/bot-check/challenge',
    roles: 'anyone',
    summary: 'A puzzle that shows a person is not a script',
    reply: BotCheckChallenge,
  }),
} as const
