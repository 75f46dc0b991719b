import type { Context } from '#server/core/context.ts'
import { siteOf } from '#server/http/client-network.ts'
import type { Throttle } from '#server/http/throttles.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** The limits of a client address: enough for an office behind one, too little for a script. */
export const perClientAddress = {
  login: { key: 'login-from', limit: 100, seconds: 15 * minute },
  register: { key: 'register-from', limit: 20, seconds: hour },
  emailLink: { key: 'email-link-from', limit: 50, seconds: hour },
  reset: { key: 'reset-from', limit: 50, seconds: hour },
  uncheckedReset: { key: 'unchecked-reset-from', limit: 10, seconds: hour },
  lookup: { key: 'lookup-from', limit: 600, seconds: 15 * minute },
} satisfies Record<string, Throttle>

/** Ten wrong passwords from everywhere, or from one known device, refuse the next for a quarter of an hour. */
export const wrongPasswords = { limit: 10, seconds: 15 * minute }

/** The wrong passwords for an email address, known or not. It is hashed, because people may type anything into that field. */
export const passwordGuesses = ({ vault }: Context, email: string): Throttle => ({
  key: `password:${vault.hash(email)}`,
  ...wrongPasswords,
})

/** Wrong passwords from one browser in which the account was signed in before. */
export const deviceGuesses = (userID: string, deviceHash: string): Throttle => ({
  key: `password:${userID}:${deviceHash}`,
  ...wrongPasswords,
})

/**
 * Letters of one kind to one address that a stranger can cause in a day, without a session or with an account that has the address, from all
 * networks together. Each kind has its own count, so that no other can keep a warning from its reader. An owner does not come near these.
 */
export const lettersADay = {
  'account-locked': 1,
  'already-registered': 3,
  'address-in-use': 3,
  'hold expired': 6,
  'new-device': 10,
  'reset-link': 5,
}

export const lettersTo = ({ vault }: Context, kind: keyof typeof lettersADay, email: string): Throttle => ({
  key: `letters:${kind}:${vault.hash(email)}`,
  limit: lettersADay[kind],
  seconds: day,
})

/** The letters asked for in a browser in which the account was signed in before, so that strangers cannot use up those of its owner. */
export const resetLettersFrom = (userID: string, deviceHash: string): Throttle => ({
  key: `letters:reset-link:${userID}:${deviceHash}`,
  limit: lettersADay['reset-link'],
  seconds: day,
})

export const codeGuesses = (userID: string): Throttle => ({ key: `code:${userID}`, limit: 30, seconds: hour })
export const codesPerSession = 5

/** The requests of one sender for an address, so that strangers who ask for it do not keep its owner from asking. */
export const resetRequests = ({ vault, client }: Context, email: string): Throttle => ({
  key: `reset:${vault.hash(`${email} ${siteOf(client.address)}`)}`,
  limit: 5,
  seconds: hour,
})

/** Requests from all networks before the bot check is needed: the specification's call has none. */
export const uncheckedResets = ({ vault }: Context, email: string): Throttle => ({
  key: `unchecked-reset:${vault.hash(email)}`,
  limit: 10,
  seconds: hour,
})

/** Attempts to change one's email or username, taken or not: the reply tells whether an account has them. */
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
