import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Clock } from '#server/core/context.ts'
import { throttles } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import type { BotCheck } from '#server/ports/bot-check.ts'
import type { Db } from '#server/ports/database.ts'

/** About a second of work on a slow machine, while the user still types. For a script, 10,000 sign-ins cost hours. */
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
export function createAltcha({ db, clock, secret, difficulty = defaultDifficulty }: AltchaDeps): BotCheck {
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
