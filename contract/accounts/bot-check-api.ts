import { z } from 'zod'
import { callsBelow } from '../endpoint.ts'

/** An ALTCHA v2 challenge. The browser solves it and returns it with the solution as `recaptchaToken` (JSON in base64). */
export const BotCheckChallenge = z.object({ parameters: z.looseObject({}), signature: z.string() })
export type BotCheckChallenge = z.infer<typeof BotCheckChallenge>

const { anyone } = callsBelow('/api/bot-check')

export const botCheckApi = {
  challenge: anyone.get('challenge', 'A challenge for the bot check', { reply: BotCheckChallenge }),
} as const
