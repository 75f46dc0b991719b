import type { Logger } from 'pino'
import type { BotCheck } from '#server/ports/bot-check.ts'
import { type AltchaDeps, createAltcha } from './altcha.ts'
import { createRecaptcha, type RecaptchaSettings } from './recaptcha.ts'

export interface BotCheckSettings {
  recaptcha: RecaptchaSettings | undefined
  botCheckOff: boolean
  publicUrl: string
}

export function createBotCheck(settings: BotCheckSettings, parts: AltchaDeps & { log: Logger }): BotCheck {
  if (settings.recaptcha) return createRecaptcha(settings.recaptcha, settings.publicUrl, parts.log)
  const altcha = createAltcha(parts)
  return settings.botCheckOff ? { ...altcha, confirm: async () => undefined } : altcha
}
