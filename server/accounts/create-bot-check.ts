import type { Logger } from 'pino'
import { type AltchaDeps, createAltcha } from './altcha.ts'
import type { BotCheck } from './bot-check.ts'
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
