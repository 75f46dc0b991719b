import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'

/** OWASP's figures for argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** One core is left to answer everyone else: twenty people who log in together must not keep a family's page waiting. */
const maxConcurrentHashes = Math.max(1, Math.min(4, availableParallelism() - 1))
let running = 0
const waiting: (() => void)[] = []

/** Runs the work when its turn comes. */
export async function withHashingSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxConcurrentHashes) await new Promise<void>((begin) => waiting.push(begin))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export const hashPassword = (password: string): Promise<string> => withHashingSlot(() => hash(password, cost))

/** What the password of nobody is compared with, so that an unknown e-mail takes as long as a known one. */
const dummyHash = hash(randomBytes(32), cost)

/** Only to be called in a lane. */
export async function passwordMatches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await dummyHash), password)
  return matches && typeof passwordHash === 'string'
}
