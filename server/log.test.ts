import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { describeError } from './log.ts'

test('an error of the database is told without the details of people', () => {
  const cause = Object.assign(new Error('duplicate key value violates unique constraint "users_email_unique"'), {
    code: '23505',
    constraint: 'users_email_unique',
    detail: 'Key (email)=(tan@test.example) already exists.',
  })
  const told = describeError(
    new DrizzleQueryError('insert into users values ($1, $2)', ['tan@test.example', 'S1234567D'], cause),
  )
  expect(told).toMatchObject({ code: '23505', constraint: 'users_email_unique', message: cause.message })
  expect(JSON.stringify(told)).not.toMatch(/tan@test|S1234567D/)
})

test('what a message quotes of people is left out', () => {
  expect(describeError(new Error('no such user: tan@test.example, S1234567D'))).toMatchObject({
    message: 'no such user: [e-mail], [nric]',
  })
})

test('an error of several causes is told by the innermost', () => {
  const told = describeError(new Error('outer', { cause: new TypeError('inner') }))
  expect(told).toMatchObject({ type: 'TypeError', message: 'inner' })
})
