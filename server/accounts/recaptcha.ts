import type { Logger } from 'pino'
import { z } from 'zod'
import { AppError } from '#server/http/errors.ts'
import type { BotCheck, BotCheckAction } from '#server/ports/bot-check.ts'

export interface RecaptchaSettings {
  siteKey: string
  secret: string
  /** Only for tests: the URL of a local fake. */
  verifyUrl?: URL | undefined
  /** How long to wait for the reply. */
  timeoutMs?: number
}

const lowestScore = 0.5

const Verdict = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).optional(),
})

/** Google's reCAPTCHA v3. If Google does not answer, the check fails: otherwise an outage would let scripts in. */
export function createRecaptcha(settings: RecaptchaSettings, publicUrl: string, log: Logger): BotCheck {
  /** A token from another site is refused. */
  const { hostname } = new URL(publicUrl)
  const { verifyUrl = new URL('https://www.google.com/recaptcha/api/siteverify'), timeoutMs = 5000 } = settings

  return {
    publicSettings: { provider: 'recaptcha', siteKey: settings.siteKey },

    challenge: async () => {
      throw new AppError('NOT_FOUND')
    },

    confirm: async (token, action) => {
      if (token === '') throw new AppError('BOT_CHECK_FAILED')
      const failureReason = await verifyToken(token, action).catch((error: unknown) =>
        error instanceof Error ? error.message : 'no answer',
      )
      if (failureReason === undefined) return
      log.warn({ reason: failureReason, action }, 'bot check failed')
      throw new AppError('BOT_CHECK_FAILED')
    },
  }

  /** Why the token is refused; `undefined` if it is valid. */
  async function verifyToken(token: string, action: BotCheckAction): Promise<string | undefined> {
    const body = new URLSearchParams({ secret: settings.secret, response: token })
    const answer = await fetch(verifyUrl, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!answer.ok) return `status ${answer.status}`
    const verdict = Verdict.parse(await answer.json())
    if (!verdict.success) return verdict['error-codes']?.join(', ') || 'refused'
    if (verdict.action !== action) return `token is for the action ${verdict.action}`
    if (verdict.hostname !== hostname) return `token is from ${verdict.hostname}`
    return (verdict.score ?? 0) < lowestScore ? `score ${verdict.score}` : undefined
  }
}
