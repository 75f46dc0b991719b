import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'

/** The argon2id parameters that OWASP recommends. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hash on all cores but one, so that many logins do not block other requests. */
const maxConcurrentHashes = Math.max(1, Math.min(4, availableParallelism() - 1))
let running = 0
const waiting: (() => void)[] = []

/** Runs the work when a slot is free, in order of arrival. */
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

/** Compared with the password if the e-mail is unknown, so that the reply takes as long as for a known one. */
const dummyHash = hash(randomBytes(32), cost)

/** Call it only in `withHashingSlot`. */
export async function passwordMatches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await dummyHash), password)
  return matches && typeof passwordHash === 'string'
}
