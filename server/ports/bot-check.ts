import type { BotCheckChallenge } from '#contract/accounts/api.ts'

export type BotCheckAction = 'login' | 'register' | 'reset'

/** Keeps scripts out of log-in and registration, and many of them out of resetting passwords. */
export interface BotCheck {
  /** What the browser needs to know. With the check off, challenges are still issued, so that pages work the same. */
  publicSettings: { provider: 'altcha' | 'recaptcha'; siteKey?: string }
  challenge: () => Promise<BotCheckChallenge>
  /** Throws `BOT_CHECK_FAILED`. A token passes only once. Do not call it in a transaction. */
  confirm: (token: string, action: BotCheckAction) => Promise<void>
}
