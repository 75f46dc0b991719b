import { expect, test } from 'vitest'
import { ApiError, networkError } from '#web/api/api-error.ts'
import { passkeyErrorMessage } from './device-prompt.ts'

/** The failure has its name from the browser. */
const failure = (name: string) => Object.assign(new Error('in the words of the browser'), { name })

test.each([
  ['cancelled, or without a passkey on the device', failure('NotAllowedError'), /has no passkey for your account/],
  ['on a device that has one already', failure('InvalidStateError'), /already has a passkey/],
  ['without a screen lock', failure('ConstraintError'), /set up a screen lock/],
  ['of another account', new ApiError(400, 'PASSKEY_UNKNOWN', 'Not yours.'), /^Not yours\.$/],
  ['without a connection', networkError(), /check your connection/],
  ['that failed in an unknown way', failure('UnknownError'), /Please try again/],
])('a passkey %s is explained in a sentence of ours', (_, error, sentence) => {
  expect(passkeyErrorMessage(error)).toMatch(sentence)
})
