import { expect, test } from 'vitest'
import { AppError } from './errors.ts'
import { limitPerPerson } from './limit-per-person.ts'

const refusal = () => new AppError('THROTTLED')

test('a person beyond the limit is refused, other people are not', () => {
  const open = limitPerPerson(2, refusal)
  open('one')
  open('one')
  expect(() => open('one')).toThrow(AppError)
  expect(() => open('two')).not.toThrow()
})

test('a place that was given back can be taken again', () => {
  const open = limitPerPerson(1, refusal)
  const close = open('one')
  close()
  expect(() => open('one')).not.toThrow()
  expect(() => open('one')).toThrow(AppError)
})
