import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { describeError } from './log.ts'

test('a database error is logged without the personal data in its parameters and details', () => {
  const cause = Object.assign(new Error('duplicate key value violates unique constraint "users_email_unique"'), {
    code: '23505',
    constraint: 'users_email_unique',
    detail: 'Key (email)=(tan@test.example) already exists.',
  })
  const logged = describeError(
    new DrizzleQueryError('insert into users values ($1, $2)', ['tan@test.example', 'S1234567D'], cause),
  )
  expect(logged).toMatchObject({ code: '23505', constraint: 'users_email_unique', message: cause.message })
  expect(JSON.stringify(logged)).not.toMatch(/tan@test|S1234567D/)
})

test('e-mail addresses and NRICs in an error message are redacted in the log', () => {
  expect(describeError(new Error('no such user: tan@test.example, S1234567D'))).toMatchObject({
    message: 'no such user: [e-mail], [nric]',
  })
})

test('of an error with causes, the innermost is logged', () => {
  const logged = describeError(new Error('outer', { cause: new TypeError('inner') }))
  expect(logged).toMatchObject({ type: 'TypeError', message: 'inner' })
})
