import { expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { enterPassword, makeUserWithTwoFactor, memberPassword, signInFully } from '#test/two-factor-users.ts'

const testApp = prepareTestApp()

let count = 0
const details = () => {
  count += 1
  return {
    username: `wei_${1000 + count}`,
    fullName: 'Tan Wei',
    email: `wei${count}@test.example`,
    contactNumber: `8${1_000_000 + count}`,
    userAddress: '9 Holland Road, 02-03, 258123',
  }
}

async function someone() {
  const caller = await testApp.signIn(await makeUserWithTwoFactor(testApp))
  const shown = async () => (await caller.call(accountApi.byID, { query: { userID: caller.person.userID } })).body
  return {
    caller,
    shown,
    edit: (body: ReturnType<typeof details>) =>
      caller.call(accountApi.edit, { body: { ...body, password: memberPassword } }),
  }
}

test('users can change their own details', async () => {
  const { edit, shown } = await someone()
  const wanted = details()
  expect((await edit(wanted)).body).toEqual({ success: true })
  expect(await shown()).toMatchObject({
    ...wanted,
    street: '9 Holland Road',
    unitNumber: '02-03',
    postalCode: '258123',
  })
})

test('an address that cannot be split into parts is stored whole', async () => {
  const { edit, shown } = await someone()
  const userAddress = 'The lighthouse, Raffles'
  await edit({ ...details(), userAddress })
  expect(await shown()).toMatchObject({ userAddress, unitNumber: null, postalCode: null })
  await edit({ ...details(), userAddress: '9 Holland Road, 02-03, 258123' })
  expect(await shown()).toMatchObject({ street: '9 Holland Road', postalCode: '258123' })
})

test('changing the email sends a letter to the old address', async () => {
  const { caller, edit } = await someone()
  const wanted = details()
  await edit(wanted)
  await edit({ ...wanted, fullName: 'Tan Wei Ming' })
  const letters = await testApp.letters({ to: caller.person.email, kind: 'email-changed' })
  expect(letters).toHaveLength(1)
})

test.each(['username', 'email'] as const)('a %s that another account has is refused', async (field) => {
  const taken = details()
  await (await someone()).edit(taken)
  const { edit } = await someone()
  const value = field === 'username' ? taken.username.toUpperCase() : taken[field]
  const { status, refusal } = await edit({ ...details(), [field]: value })
  expect([status, refusal.code]).toEqual([409, 'DETAILS_TAKEN'])
})

test('a contact number that another account has is accepted, in any notation', async () => {
  const first = details()
  await (await someone()).edit(first)
  const { edit, shown } = await someone()
  const shared = { ...details(), contactNumber: `+65 ${first.contactNumber}` }
  expect((await edit(shared)).status).toBe(200)
  expect((await shown()).contactNumber).toBe(shared.contactNumber)
})

test.each([
  ['username', 'a', 'At least 4 characters'],
  ['fullName', '', 'Full name is required'],
  ['email', 'nobody', 'Invalid email'],
  ['contactNumber', '12', 'Invalid contact number'],
  ['userAddress', '', 'Address required'],
  ['userAddress', 'x', 'Address must be at least 5 characters'],
])('a profile with the %s %j is refused with the message of registration', async (field, value, message) => {
  const { edit } = await someone()
  expect((await edit({ ...details(), [field]: value })).refusal.errors).toEqual({ [field]: message })
})

test('changing the password ends all other sessions, keeps this one and sends a letter', async () => {
  const member = await makeUserWithTwoFactor(testApp)
  const elsewhere = await signInFully(testApp, member)
  const here = await signInFully(testApp, member)
  const body = { oldPassword: memberPassword, newPassword: 'another quiet room' }
  expect((await here.call(accountApi.changePassword, { body })).body).toEqual({ success: true })
  expect([(await here.call(accountApi.me)).status, (await elsewhere.call(accountApi.me)).status]).toEqual([200, 401])
  expect((await enterPassword(testApp, member)).status).toBe(401)
  expect((await enterPassword(testApp, member, 'another quiet room')).status).toBe(200)
  const letters = await testApp.letters({ to: member.email, kind: 'password-changed' })
  expect(letters).toHaveLength(1)
})

test('changing the password with a wrong old password is refused, and throttled after ten attempts', async () => {
  const caller = await signInFully(testApp, 'user')
  const body = { oldPassword: 'not the one', newPassword: 'another quiet room' }
  const answers: number[] = []
  for (let tries = 0; tries < 11; tries += 1) {
    answers.push((await caller.call(accountApi.changePassword, { body })).status)
  }
  expect(answers).toEqual([...Array(10).fill(400), 429])
})

test('changing to a common password is refused', async () => {
  const caller = await signInFully(testApp, 'user')
  const body = { oldPassword: memberPassword, newPassword: 'Password1' }
  const { refusal } = await caller.call(accountApi.changePassword, { body })
  expect(Object.keys(refusal.errors ?? {})).toEqual(['newPassword'])
})
