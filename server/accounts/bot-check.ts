import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Clock } from '#server/core/context.ts'
import { throttles } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import type { BotCheck, BotCheckAction } from '#server/ports/bot-check.ts'
import type { Db } from '#server/ports/database.ts'

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

/** The work takes about a second on a slow machine, while the user still types. It costs a script hours for 10,000 sign-ins. */
const defaultDifficulty = { cost: 1000, minAttempts: 500, maxAttempts: 1000 }
const algorithm = 'PBKDF2/SHA-256'
const minutesToSolve = 20

export interface AltchaDeps {
  db: Db
  clock: Clock
  /** Signs challenges; the same on all replicas. */
  secret: string
  /** Difficulty of the challenges: hash rounds per guess, and how many guesses they take. */
  difficulty?: { cost: number; minAttempts: number; maxAttempts: number }
}

/** Proof of work, issued by this server: no third party learns who visits. */
function createAltcha({ db, clock, secret, difficulty = defaultDifficulty }: AltchaDeps): BotCheck {
  const secrets = { hmacSignatureSecret: `${secret}/challenge`, hmacKeySignatureSecret: `${secret}/key` }

  return {
    publicSettings: { provider: 'altcha' },

    challenge: async () => {
      const { cost, minAttempts, maxAttempts } = difficulty
      const expires = Math.floor(clock().getTime() / 1000) + minutesToSolve * 60
      const made = await createChallenge({
        algorithm,
        cost,
        counter: randomInt(maxAttempts, minAttempts),
        deriveKey,
        data: { expires },
        ...secrets,
      })
      return { parameters: { ...made.parameters }, signature: made.signature ?? '' }
    },

    confirm: async (token) => {
      const payload = parseSolution(token)
      const expires = new Date(payload.challenge.parameters.data.expires * 1000)
      if (expires <= clock()) throw new AppError('BOT_CHECK_FAILED')
      const { verified } = await verifySolution({ ...payload, deriveKey, ...secrets })
      if (!verified || !(await markUsed(payload.challenge.signature, expires))) throw new AppError('BOT_CHECK_FAILED')
    },
  }

  /** False if the challenge was already used, on any replica. */
  async function markUsed(signature: string, expires: Date): Promise<boolean> {
    const spent = { key: `bot-check:${signature}`, count: 1, resetsAt: expires }
    return (await db.insert(throttles).values(spent).onConflictDoNothing().returning()).length === 1
  }
}

const SolvedChallenge = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.string(),
      cost: z.number(),
      data: z.object({ expires: z.int().positive() }),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      nonce: z.string(),
      salt: z.string(),
    }),
    signature: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

function parseSolution(token: string): z.infer<typeof SolvedChallenge> {
  try {
    return SolvedChallenge.parse(JSON.parse(Buffer.from(token, 'base64').toString('utf8')))
  } catch {
    throw new AppError('BOT_CHECK_FAILED')
  }
}

interface RecaptchaSettings {
  siteKey: string
  secret: string
  /** The URL of a local fake, only for tests. */
  verifyUrl?: URL | undefined
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
function createRecaptcha(settings: RecaptchaSettings, publicUrl: string, log: Logger): BotCheck {
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
