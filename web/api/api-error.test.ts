import { expect, test } from 'vitest'
import { ApiError, isNotFound, networkError, toApiError, toOneTimeErrorMessage } from './api-error.ts'

test.each([
  [0, false],
  [400, true],
  [401, false],
  [404, true],
  [409, true],
  [429, false],
  [503, false],
])('an error with status %i means that what was asked for does not exist: %j', (status, expected) => {
  expect(isNotFound(new ApiError(status, 'ANY', ''))).toBe(expected)
})

test('a call that works once does not say that it failed if there was no reply', () => {
  const fallback = 'Failed to reset password.'
  expect(toOneTimeErrorMessage(networkError(), fallback)).toBe(
    'Columba cannot be reached. Please check your connection and try again.',
  )
  expect(toOneTimeErrorMessage(toApiError(502, undefined), fallback)).toBe(fallback)
})
