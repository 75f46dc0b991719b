import { describe, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { registrationForm } from '#test/registration-form.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { makeUserWithTwoFactor } from '#test/two-factor-users.ts'

const testApp = prepareTestApp()

let count = 0
const newcomer = () => {
  count += 1
  const form = registrationForm(count)
  return { ...form, contactnumber: `+65 ${form.contactnumber}` }
}
const register = (body: Record<string, unknown>) => testApp.anonymous.call(accountApi.register, { body })

test('a new user may only set up the second factor after registering', async () => {
  const { status, body, cookie } = await register(newcomer())
  expect([status, body]).toEqual([200, { success: true, redirectTo: '/setup-2fa', twoFAEnabled: false }])
  const caller = testApp.withCookie(cookie)
  expect((await caller.call(accountApi.me)).status).toBe(401)
  expect((await caller.call(accountApi.generateSecret)).status).toBe(200)
})

test('registration trims all fields except the password', async () => {
  const form = newcomer()
  const spaced = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, ` ${value} `]))
  expect((await register(spaced)).status).toBe(200)
  const login = (password: string) =>
    testApp.anonymous.call(accountApi.login, { body: { email: form.email.toUpperCase(), password } })
  expect((await login(form.password)).status).toBe(401)
  expect((await login(` ${form.password} `)).status).toBe(200)
})

describe('field errors', () => {
  test.each([
    ['username', '', 'Username is required'],
    ['username', '   ', 'Username is required'],
    ['username', 'abc', 'At least 4 characters'],
    ['username', 'goh-li', 'Only letters, numbers, and _'],
    ['email', '', 'Email is required'],
    ['email', 'goh@', 'Invalid email'],
    ['fullname', '', 'Full name is required'],
    ['fullname', 'G', 'At least 2 characters'],
    ['fullname', 'Goh 2', 'Only letters and spaces'],
    ['contactnumber', '', 'Contact number required'],
    ['contactnumber', '1234567', 'Invalid contact number'],
    ['contactnumber', '1234567890123456', 'Invalid contact number'],
    ['contactnumber', '91234567+', 'Invalid contact number'],
    ['nric', '', 'NRIC is required'],
    ['nric', 's1234567f', 'Invalid NRIC format, eg S1234567F'],
    ['nric', 'A1234567F', 'Invalid NRIC format, eg S1234567F'],
    ['dob', '', 'Date of birth is required'],
    ['dob', '2999-01-01', 'Must be at least 18 years old'],
    ['nationality', '', 'Nationality required'],
    ['address', '', 'Address required'],
    ['address', 'Blk', 'Address must be at least 5 characters'],
    ['gender', '', 'Gender required'],
    ['gender', 'Other', 'Gender must be Male or Female'],
    ['password', '', 'Password required'],
    ['password', '1234567', 'At least 8 characters'],
    ['password', 'x'.repeat(129), 'At most 128 characters'],
    ['postalcode', '', 'Postal code required'],
    ['postalcode', '57001', 'Must be 6 digits'],
    ['unitnumber', '', 'Unit number required'],
  ])('registering with the %s %j is refused: %s', async (field, value, message) => {
    const { status, refusal } = await register({ ...newcomer(), [field]: value })
    expect([status, refusal.errors, refusal.success]).toEqual([400, { [field]: message }, false])
  })

  test('registering with an empty form reports an error for every field', async () => {
    const { refusal } = await register({})
    expect(Object.keys(refusal.errors ?? {}).sort()).toEqual(Object.keys(newcomer()).sort())
  })

  test('the age limit of registration counts only the year of birth', async () => {
    const year = testApp.time.now.getUTCFullYear() - 18
    expect((await register({ ...newcomer(), dob: `${year}-12-31` })).status).toBe(200)
    const { refusal } = await register({ ...newcomer(), dob: `${year + 1}-01-01` })
    expect(refusal.errors).toEqual({ dob: 'Must be at least 18 years old' })
  })
})

describe('weak passwords', () => {
  test.each([
    'password',
    'PassWord123',
    '12345678',
    'qwertyuiop',
    'iloveyou',
    '98765432',
    'aaaaaaaa',
    'sunshine1',
    'Columbarium',
    'columba2026',
    'niche123',
    'niches2026',
    'applicant',
    'applicant1',
    'booking1',
  ])('registering with the common password %s is refused', async (password) => {
    const { status, refusal } = await register({ ...newcomer(), password })
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([400, ['password']])
  })

  test('registering with the username or the email name as password is refused', async () => {
    const form = newcomer()
    const asUsername = await register({ ...form, password: form.username.toUpperCase() })
    const asEmail = await register({ ...form, password: form.email.split('@')[0] })
    expect([asUsername, asEmail].map(({ refusal }) => Object.keys(refusal.errors ?? {}))).toEqual([
      ['password'],
      ['password'],
    ])
  })
})

describe('existing accounts', () => {
  test.each(['username', 'email', 'nric'] as const)(
    'registering a %s that exists is refused without saying which detail exists',
    async (field) => {
      const known = newcomer()
      await register(known)
      const same = { username: known.username.toUpperCase() }
      const { status, refusal, cookie } = await register({
        ...newcomer(),
        [field]: field in same ? same[field as keyof typeof same] : known[field],
      })
      expect([status, refusal.code, refusal.success, refusal.errors, cookie]).toEqual([
        409,
        'ACCOUNT_EXISTS',
        false,
        undefined,
        '',
      ])
    },
  )

  test('registering with the contact number of another account works, in any notation', async () => {
    const known = newcomer()
    await register(known)
    const contactnumber = known.contactnumber.replace('+65 ', '')
    expect((await register({ ...newcomer(), contactnumber })).status).toBe(200)
  })

  test('repeated registration with a known email sends one letter, to that email only', async () => {
    const known = await makeUserWithTwoFactor(testApp)
    await register({ ...newcomer(), email: known.email })
    await register({ ...newcomer(), email: known.email })
    await register({ ...newcomer(), nric: known.nric, email: 'stranger@test.example' })
    const letters = await testApp.letters({ kind: 'already-registered' })
    expect(letters.filter(({ to }) => to === known.email)).toHaveLength(1)
    expect(letters.filter(({ to }) => to === 'stranger@test.example')).toEqual([])
  })

  test('a registration form that is sent three times at the same moment creates one account', async () => {
    const form = newcomer()
    const answers = await Promise.all([register(form), register(form), register(form)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })
})
