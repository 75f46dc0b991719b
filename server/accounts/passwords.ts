import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import type { Context } from '#server/core/context.ts'
import { siteOf } from '#server/http/client-network.ts'
import { AppError } from '#server/http/errors.ts'
import { createSlots, limitPerPerson } from '#server/http/slots.ts'
import { isCommonPassword } from './common-passwords.ts'

/** The argon2id parameters that OWASP recommends. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hash on all cores but one, so that many logins do not block other requests. */
export const hashesAtOnce = (cores: number) => Math.max(1, Math.min(4, cores - 1))
const refusal = () => new AppError('LOGINS_BUSY')
const inSlot = createSlots(hashesAtOnce(availableParallelism()), { mostWaiting: 200, refusal })
/** One network cannot fill the queue. A customer may have all networks of an IPv6 /48. */
const beginOfSite = limitPerPerson(50, refusal)

export async function withHashingSlot<T>(work: () => Promise<T>, client?: Context['client']): Promise<T> {
  if (!client) return inSlot(work)
  const end = beginOfSite(siteOf(client.address))
  return inSlot(work, client).finally(end)
}

export const hashPassword = (password: string, client?: Context['client']): Promise<string> =>
  withHashingSlot(() => hash(password, cost), client)

/** The password is compared with it if the email is unknown, so that the reply takes as long as for a known one. */
const dummyHash = hash(randomBytes(32), cost)

/** Call it only in `withHashingSlot`. */
export async function passwordMatches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await dummyHash), password)
  return matches && typeof passwordHash === 'string'
}

interface PasswordOwner {
  username: string
  email: string
}

/** The rules that need the password list or the user. The contract checks the length. */
export function refuseWeakPassword(
  field: 'password' | 'newPassword',
  password: string,
  { username, email }: PasswordOwner,
) {
  const message = passwordWeakness(password.toLowerCase(), username.toLowerCase(), email.split('@')[0] ?? '')
  if (message) throw new AppError('INVALID', { errors: { [field]: message } })
}

function passwordWeakness(password: string, username: string, emailName: string): string | undefined {
  if (password === username || password === emailName) {
    return 'Please choose a password that is not your username or email name'
  }
  if (isCommonPassword(password)) return 'This password is too common. Please choose another'
  return undefined
}
