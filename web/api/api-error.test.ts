import { expect, test } from 'vitest'
import { ApiError, isNotFound } from './api-error.ts'

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
