import type { Context } from '#server/context.ts'
import type { Throttle } from '#server/http/throttles.ts'

const minute = 60
const hour = 60 * minute

/** Per client address: enough for an office behind one address, too little for a script. */
export const perClientAddress = {
  login: { key: 'login-from', limit: 100, seconds: 15 * minute },
  register: { key: 'register-from', limit: 20, seconds: hour },
  reset: { key: 'reset-from', limit: 50, seconds: hour },
  lookup: { key: 'lookup-from', limit: 600, seconds: 15 * minute },
} satisfies Record<string, Throttle>

/** Wrong passwords per e-mail, known or not. Hashed, because people may type anything into that field. */
export const passwordGuesses = ({ vault }: Context, email: string): Throttle => ({
  key: `password:${vault.hash(email)}`,
  limit: 10,
  seconds: 15 * minute,
})

export const codeGuesses = (userID: string): Throttle => ({ key: `code:${userID}`, limit: 30, seconds: hour })
export const codesPerSession = 5

export const resetRequests = ({ vault }: Context, email: string): Throttle => ({
  key: `reset:${vault.hash(email)}`,
  limit: 5,
  seconds: hour,
})
