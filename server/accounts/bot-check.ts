import type { Logger } from 'pino'
import type { BotCheckChallenge } from '#contract/accounts/bot-check-api.ts'
import type { Clock } from '#server/context.ts'
import type { Db } from '#server/database/database.ts'
import { createAltcha } from './altcha.ts'
import { createRecaptcha, type RecaptchaSettings } from './recaptcha.ts'

export type BotCheckAction = 'login' | 'register'

/** Whoever tells people from scripts at the two doors that are open to all. */
export interface BotCheck {
  /** What the browser is told of it; a check that is off still hands out puzzles, so that pages work alike. */
  publicSettings: { provider: 'altcha' | 'recaptcha'; siteKey?: string }
  challenge: () => Promise<BotCheckChallenge>
  /** Throws `BOT_CHECK_FAILED`; a token that passed once never passes again. Not to be called inside a transaction. */
  confirm: (token: string, action: BotCheckAction) => Promise<void>
}

export interface BotCheckSettings {
  recaptcha: RecaptchaSettings | undefined
  botCheckOff: boolean
  publicUrl: string
}

export interface BotCheckDeps {
  db: Db
  clock: Clock
  log: Logger
  /** Signs puzzles; the same for every replica. */
  secret: string
  /** How hard the puzzles are: rounds of one guess, and how many guesses they take. */
  difficulty?: { cost: number; minAttempts: number; maxAttempts: number }
}

export function createBotCheck(settings: BotCheckSettings, parts: BotCheckDeps): BotCheck {
  if (settings.recaptcha) return createRecaptcha(settings.recaptcha, settings.publicUrl, parts.log)
  const altcha = createAltcha(parts)
  return settings.botCheckOff ? { ...altcha, confirm: async () => undefined } : altcha
}
