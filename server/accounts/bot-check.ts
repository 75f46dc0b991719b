import type { Logger } from 'pino'
import type { BotCheckChallenge } from '#contract/accounts/bot-check-api.ts'
import type { Clock } from '#server/context.ts'
import type { Db } from '#server/database/database.ts'
import { createAltcha } from './altcha.ts'
import { createRecaptcha, type RecaptchaSettings } from './recaptcha.ts'

export type BotCheckAction = 'login' | 'register'

/** Keeps scripts out of log-in and registration. */
export interface BotCheck {
  /** What the browser needs to know. With the check off, challenges are still issued, so that pages work the same. */
  publicSettings: { provider: 'altcha' | 'recaptcha'; siteKey?: string }
  challenge: () => Promise<BotCheckChallenge>
  /** Throws `BOT_CHECK_FAILED`. A token passes only once. Do not call it in a transaction. */
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
  /** Signs challenges; the same on all replicas. */
  secret: string
  /** Difficulty of the challenges: hash rounds per guess, and how many guesses they take. */
  difficulty?: { cost: number; minAttempts: number; maxAttempts: number }
}

export function createBotCheck(settings: BotCheckSettings, parts: BotCheckDeps): BotCheck {
  if (settings.recaptcha) return createRecaptcha(settings.recaptcha, settings.publicUrl, parts.log)
  const altcha = createAltcha(parts)
  return settings.botCheckOff ? { ...altcha, confirm: async () => undefined } : altcha
}
