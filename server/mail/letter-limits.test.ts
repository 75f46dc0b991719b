import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { outbox } from '#server/database/schema.ts'
import { makeUser, type Person } from '#test/factories.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { enqueueLetter, type Letter } from './outbox.ts'

const testApp = prepareTestApp()

const day = 86_400_000
const note: Letter = { kind: 'note', subject: 'A note', paragraphs: ['One.'] }

const contextOf = ({ userID, fullName, role }: Person): Context => ({
  ...testApp.context,
  actor: { userID, name: fullName, role, sessionHash: '' },
})
const write = (context: Context, email: string, letter = note) =>
  inTransaction(context, (context) => enqueueLetter(context, { email }, letter)).then(
    () => 'written',
    (error: { code: string }) => error.code,
  )

let count = 0
const someAddress = () => {
  count += 1
  return `person${count}@example.com`
}

async function writeMany(context: Context, many: number, toOf: () => string, letterFor = () => note) {
  for (let each = 0; each < many; each += 1) expect(await write(context, toOf(), letterFor())).toBe('written')
}

test('an applicant causes at most 30 letters a day, whoever they are for', async () => {
  const context = contextOf(await makeUser(testApp.context))
  await writeMany(context, 30, someAddress)
  expect(await write(context, someAddress())).toBe('TOO_MANY_LETTERS')
  testApp.advanceTime(day)
  expect(await write(context, someAddress())).toBe('written')
})

test('one address gets at most 30 letters a day because of applicants, and still gets those that staff cause', async () => {
  const to = someAddress()
  for (let person = 0; person < 3; person += 1)
    await writeMany(contextOf(await makeUser(testApp.context)), 10, () => to)
  expect(await write(contextOf(await makeUser(testApp.context)), to)).toBe('TOO_MANY_LETTERS')
  expect(await write(contextOf(await makeUser(testApp.context, { role: 'staff' })), to)).toBe('written')
})

test.each([
  ['staff', 2000, 300],
  ['admin', 300, 60],
  ['witness', 30, 30],
] as const)('%s causes at most %i letters a day, and %i to one address', async (role, caused, received) => {
  const { db, clock } = testApp.context
  const person = await makeUser(testApp.context, { role })
  const context = contextOf(person)
  const kept = { kind: 'note', subject: 'A note', causedBy: person.userID, createdAt: clock(), dueAt: clock() }
  const store = (many: number, toOf: () => string) =>
    db.insert(outbox).values(Array.from({ length: many }, () => ({ ...kept, letterID: randomUUID(), to: toOf() })))

  const to = someAddress()
  await store(received - 1, () => to)
  expect(await write(context, to)).toBe('written')
  expect(await write(context, to)).toBe('TOO_MANY_LETTERS')
  if (caused > received) {
    await store(caused - received - 1, someAddress)
    expect(await write(context, someAddress())).toBe('written')
  }
  expect(await write(context, someAddress())).toBe('TOO_MANY_LETTERS')
})

test('letters that can be written only once do not count, nor do letters that nobody signed in caused', async () => {
  const context = contextOf(await makeUser(testApp.context))
  const to = someAddress()
  await writeMany(
    context,
    31,
    () => to,
    () => ({ ...note, dedupeKey: someAddress() }),
  )
  await writeMany(testApp.context, 31, () => to)
  expect(await write(context, to)).toBe('written')
})

test('an admin who changes one role again and again is refused after 60 letters, and the role stays', async () => {
  const admin = await testApp.signIn('admin')
  const person = await makeUser(testApp.context)
  const change = (role: 'staff' | 'applicant') =>
    admin.call(accountApi.updateRole, { body: { userID: person.userID, role } })
  for (let pair = 0; pair < 30; pair += 1) {
    await change('staff')
    expect((await change('applicant')).status).toBe(200)
  }
  const { status, refusal, headers } = await change('staff')
  expect([status, refusal.code, headers['retry-after']]).toEqual([429, 'TOO_MANY_LETTERS', '86401'])
  expect(await testApp.letters({ to: person.email, kind: 'role-changed' })).toHaveLength(60)
  const { body } = await admin.call(accountApi.byID, { query: { userID: person.userID } })
  expect(body.role).toBe('user')
})
