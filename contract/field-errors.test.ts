import { expect, test } from 'vitest'
import { z } from 'zod'
import { toFieldErrors } from './field-errors.ts'

test('a rule without a sentence of its own speaks to a person', () => {
  const form = z.object({
    name: z.string(),
    size: z.number().min(1),
    kind: z.enum(['birth', 'death']),
    reason: z.string().min(1, 'Please give a reason.'),
  })
  const { error } = form.safeParse({ size: 0, kind: 'other', reason: '' })
  expect(error && toFieldErrors(error)).toEqual({
    name: 'This is required.',
    size: 'This is not valid.',
    kind: 'Please choose one of these: birth, death.',
    reason: 'Please give a reason.',
  })
})
