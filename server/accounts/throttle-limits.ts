import type { Context } from '#server/core/context.ts'
import { networkOf } from '#server/http/client-network.ts'
import type { Throttle } from '#server/http/throttles.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Per client address: enough for an office behind one address, too little for a script. */
export const perClientAddress = {
  login: { key: 'login-from', limit: 100, seconds: 15 * minute },
  register: { key: 'register-from', limit: 20, seconds: hour },
  emailLink: { key: 'email-link-from', limit: 50, seconds: hour },
  reset: { key: 'reset-from', limit: 50, seconds: hour },
  lookup: { key: 'lookup-from', limit: 600, seconds: 15 * minute },
} satisfies Record<string, Throttle>

/** Ten wrong passwords from everywhere, or from one known device, refuse the next for a quarter of an hour. */
export const wrongPasswords = { limit: 10, seconds: 15 * minute }

/** Per e-mail, known or not. Hashed, because people may type anything into that field. */
export const passwordGuesses = ({ vault }: Context, email: string): Throttle => ({
  key: `password:${vault.hash(email)}`,
  ...wrongPasswords,
})

/** From one browser in which the account was signed in before. */
export const deviceGuesses = (userID: string, deviceHash: string): Throttle => ({
  key: `password:${userID}:${deviceHash}`,
  ...wrongPasswords,
})

export const lockLetters = (userID: string): Throttle => ({
  key: `lock-letter:${userID}`,
  limit: 1,
  seconds: 24 * hour,
})

/** Signing in needs a new code each time, so an owner does not come near this; it protects the mailbox of a stranger. */
export const newDeviceLettersPerHour = 20

export const codeGuesses = (userID: string): Throttle => ({ key: `code:${userID}`, limit: 30, seconds: hour })
export const codesPerSession = 5

/** Per address and sender, so that strangers who ask for it do not keep its owner from asking. */
export const resetRequests = ({ vault, client }: Context, email: string): Throttle => ({
  key: `reset:${vault.hash(`${email} ${networkOf(client.address)}`)}`,
  limit: 5,
  seconds: hour,
})

/** Attempts to change one's e-mail or username, taken or not: the reply tells whether an account has them. */
export const identityChanges = (userID: string): Throttle => ({ key: `identity:${userID}`, limit: 20, seconds: day })

export const emailChanges = (userID: string): Throttle => ({
  key: `email-change:${userID}`,
  limit: 3,
  seconds: day,
  code: 'EMAIL_CHANGED_TOO_OFTEN',
})

/** Letters to an address that somebody entered as theirs, from all accounts together. It may be a stranger's. */
export const confirmationsTo = ({ vault }: Context, email: string): Throttle => ({
  key: `confirm-email:${vault.hash(email)}`,
  limit: 5,
  seconds: day,
  code: 'TOO_MANY_LETTERS',
})
