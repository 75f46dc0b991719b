import { DrizzleQueryError } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { describeError, logOutage } from './log.ts'

afterEach(() => vi.useRealTimers())

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

test('email addresses and NRICs in an error message are redacted in the log', () => {
  expect(describeError(new Error('no such user: tan@test.example, S1234567D'))).toMatchObject({
    message: 'no such user: [email], [nric]',
  })
})

test('of an error with causes, the innermost is logged', () => {
  const logged = describeError(new Error('outer', { cause: new TypeError('inner') }))
  expect(logged).toMatchObject({ type: 'TypeError', message: 'inner' })
})

test('a failure that repeats is logged at once, and then once a minute with the number of those between', () => {
  vi.useFakeTimers()
  const log = { warn: vi.fn(), error: vi.fn() }
  const fail = (job?: string) => logOutage(log, 'warn', 'database unavailable', { err: 'refused', ...(job && { job }) })
  for (let second = 0; second < 61; second++) {
    fail()
    vi.advanceTimersByTime(1000)
  }
  fail('sweeper')
  expect(log.warn.mock.calls).toEqual([
    [{ err: 'refused' }, 'database unavailable'],
    [{ err: 'refused', unlogged: 59 }, 'database unavailable'],
    [{ err: 'refused', job: 'sweeper' }, 'database unavailable'],
  ])
})
