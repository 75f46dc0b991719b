import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { invitationApi } from '#contract/accounts/invitation-api.ts'
import { dayMs } from '#contract/dates.ts'
import { secondPersonApi } from '#contract/second-person/api.ts'
import { auditLog, secondPersonRequests, users } from '#server/database/schema.ts'
import { runAllJobsOnce } from '#server/start/background-jobs.ts'
import { codeOf } from '#test/caller.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { makeUserWithTwoFactor } from '#test/two-factor-users.ts'

const testApp = prepareTestApp(undefined, 'each')
const [admin, colleague] = [prepareCaller(testApp, 'admin', 'each'), prepareCaller(testApp, 'admin', 'each')]
const clerk = prepareCaller(testApp, 'staff', 'each')
beforeEach(() => {
  testApp.context.config.mode = 'production'
})

const makeAdmin = async (caller: SignedInCaller, userID: string) =>
  codeOf(await caller.call(accountApi.updateRole, { body: { userID, role: 'admin' } }))
const newClerk = () => makeUserWithTwoFactor(testApp, { role: 'staff' })
const listFor = async (caller: SignedInCaller) => (await caller.call(secondPersonApi.list)).body
const confirm = async (caller: SignedInCaller, requestID = '') =>
  codeOf(await caller.call(secondPersonApi.confirm, { body: { requestID } }))
const roleOf = async (userID: string) =>
  (await testApp.context.db.select().from(users).where(eq(users.userID, userID)))[0]?.role
const lettersTo = async ({ person }: SignedInCaller, kind: string) =>
  (await testApp.letters({ to: person.email, kind })).map(({ text }) => text)

async function ask() {
  const { userID } = await newClerk()
  expect(await makeAdmin(admin, userID)).toBe('SECOND_PERSON_ASKED')
  const [request] = await listFor(colleague)
  return { userID, requestID: request?.requestID ?? '' }
}

test('in the demo an admin does alone what needs two elsewhere, and the House page says so', async () => {
  testApp.context.config.mode = 'demo'
  const { userID } = await newClerk()
  expect(await makeAdmin(admin, userID)).toBe('done')
  const { body } = await admin.call(secondPersonApi.alone)
  expect(new Set(body.map(({ why }) => why))).toEqual(new Set(['demo']))
})

test('in a house with fewer than three staff an admin acts alone, until a third has joined', async () => {
  await testApp.context.db.update(users).set({ role: 'user' }).where(eq(users.userID, clerk.person.userID))
  const { body } = await admin.call(secondPersonApi.alone)
  expect(body).toContainEqual({ act: 'making somebody an admin', why: 'small' })
  const person = await makeUserWithTwoFactor(testApp, { role: 'user' })
  expect(await makeAdmin(admin, person.userID)).toBe('done')
  expect(await lettersTo(admin, 'done-alone')).toEqual([
    expect.stringContaining(`${admin.person.fullName} has done this alone`),
  ])
  expect(await makeAdmin(admin, (await makeUserWithTwoFactor(testApp)).userID)).toBe('SECOND_PERSON_ASKED')
  expect((await admin.call(secondPersonApi.alone)).body).toEqual([])
})

test('an admin who suspends all others still needs a second person, for thirty days', async () => {
  const { userID } = await newClerk()
  const body = { userID: colleague.person.userID, reason: 'On leave' }
  expect(codeOf(await admin.call(accountApi.suspend, { body }))).toBe('done')
  expect(await makeAdmin(admin, userID)).toBe('SECOND_PERSON_ASKED')
  testApp.advanceTime(31 * dayMs)
  expect(await makeAdmin(await testApp.signIn(admin.person), userID)).toBe('done')
})

test('hundreds of requests for one act hide neither a later one for another nor one’s own, and say that there are more', async () => {
  const about = { act: 'correctEntry', what: 'The name is corrected.', details: {}, reason: 'A slip' } as const
  const asked = { askedByID: clerk.person.userID, askedAt: testApp.time.now, expiresAt: null }
  const newest = { ...asked, askedByID: admin.person.userID, askedAt: new Date(testApp.time.now.getTime() + 500) }
  await testApp.context.db.insert(secondPersonRequests).values(
    [newest, ...Array.from({ length: 300 }, () => asked)].map((each) => ({
      ...{ ...about, ...each },
      requestID: randomUUID(),
      subject: randomUUID(),
    })),
  )
  testApp.advanceTime(1000)
  const { userID } = await newClerk()
  expect(await makeAdmin(admin, userID)).toBe('SECOND_PERSON_ASKED')
  const listed = await listFor(colleague)
  expect(listed).toHaveLength(201)
  expect(listed[0]).toMatchObject({ act: 'correctEntry', hasMore: true })
  expect(listed.at(-1)).toMatchObject({ act: 'makeAdmin', hasMore: false })
  expect((await listFor(admin)).filter(({ isMine }) => isMine)).toHaveLength(2)
})

test('the second person is asked for the second factor again after fifteen minutes', async () => {
  const { requestID } = await ask()
  testApp.advanceTime(15 * 60_000 + 1)
  expect(await confirm(colleague, requestID)).toBe('SECOND_FACTOR_AGAIN')
  expect(await confirm(await testApp.signIn(colleague.person), requestID)).toBe('done')
})

test('a request runs out after a day: nothing was done, and all admins are told', async () => {
  const { userID, requestID } = await ask()
  testApp.advanceTime(dayMs)
  const back = await testApp.signIn(colleague.person)
  expect(await listFor(back)).toEqual([])
  expect(await confirm(back, requestID)).toBe('SECOND_REQUEST_ENDED')
  await runAllJobsOnce(testApp.context)
  await runAllJobsOnce(testApp.context)
  expect(await roleOf(userID)).toBe('staff')
  const [stored] = await testApp.context.db.select().from(secondPersonRequests)
  expect(stored).toMatchObject({ outcome: 'expired', what: '' })
  for (const caller of [admin, colleague])
    expect(await lettersTo(caller, 'second-person-ended')).toEqual([expect.stringContaining('Nobody has confirmed')])
})

test('asking for the same again changes nothing and writes no further letter', async () => {
  const { userID, requestID } = await ask()
  expect(await makeAdmin(admin, userID)).toBe('SECOND_PERSON_ASKED')
  expect(await listFor(colleague)).toMatchObject([{ requestID, isMine: false, askedBy: admin.person.fullName }])
  expect(await lettersTo(colleague, 'second-person-asked')).toHaveLength(1)
})

test('only whoever asked withdraws a request, after which nobody confirms it', async () => {
  const { userID, requestID } = await ask()
  const withdraw = async (caller: SignedInCaller) =>
    codeOf(await caller.call(secondPersonApi.withdraw, { body: { requestID } }))
  expect([await withdraw(colleague), await withdraw(admin)]).toEqual(['WRONG_ROLE', 'done'])
  expect(await confirm(colleague, requestID)).toBe('SECOND_REQUEST_ENDED')
  expect(await roleOf(userID)).toBe('staff')
  expect(await lettersTo(colleague, 'second-person-ended')).toEqual([expect.stringContaining('has withdrawn this')])
})

test('a request ends when whoever asked is suspended', async () => {
  const { requestID } = await ask()
  const body = { userID: admin.person.userID, reason: 'Stolen session' }
  expect(codeOf(await colleague.call(accountApi.suspend, { body }))).toBe('done')
  expect(await confirm(colleague, requestID)).toBe('SECOND_REQUEST_ENDED')
  expect(await lettersTo(colleague, 'second-person-ended')).toEqual([
    expect.stringContaining('can no longer take part'),
  ])
})

test('what would be refused is refused at once, writes nothing, and is checked again when it is confirmed', async () => {
  const { userID, requestID } = await ask()
  const unknown = '00000000-0000-4000-8000-000000000000'
  expect(await makeAdmin(admin, unknown)).toBe('NOT_FOUND')
  expect(await makeAdmin(admin, admin.person.userID)).toBe('NOT_ONESELF')
  expect(await testApp.letters({ kind: 'role-changed' })).toEqual([])
  await testApp.context.db.update(users).set({ emailConfirmed: false }).where(eq(users.userID, userID))
  expect(await confirm(colleague, requestID)).toBe('EMAIL_UNCONFIRMED')
  await testApp.context.db.update(users).set({ emailConfirmed: true }).where(eq(users.userID, userID))
  expect(await confirm(colleague, requestID)).toBe('done')
  expect(await roleOf(userID)).toBe('admin')
})

test('two admins of whom one has invited the other do not confirm for each other while a third is there', async () => {
  const third = await testApp.signIn('admin')
  const entry = { at: testApp.time.now, action: 'role.changed', details: { from: 'staff', to: 'admin' }, signature: '' }
  await testApp.context.db
    .insert(auditLog)
    .values({ ...entry, actorID: admin.person.userID, actorName: 'Admin', subject: colleague.person.userID } as never)
  const { requestID } = await ask()
  expect(await confirm(colleague, requestID)).toBe('SECOND_PAIR_RELATED')
  expect(await confirm(third, requestID)).toBe('done')
})

test('a new admin is related to whoever asked for them, and not to whoever confirmed', async () => {
  const { userID, requestID } = await ask()
  expect(await confirm(colleague, requestID)).toBe('done')
  const [entry] = await testApp.auditEntries({ subject: userID, action: 'role.changed' })
  expect(entry).toMatchObject({ actorID: colleague.person.userID, details: { askedBy: admin.person.userID } })
  const made = await testApp.signIn({ ...admin.person, userID })
  const other = await newClerk()
  expect(await makeAdmin(made, other.userID)).toBe('SECOND_PERSON_ASKED')
  const [next] = await listFor(admin)
  expect(await confirm(admin, next?.requestID)).toBe('SECOND_PAIR_RELATED')
  expect(await confirm(colleague, next?.requestID)).toBe('done')
})

test('an invitation of an admin ends with the suspension of whoever asked for it', async () => {
  const invitation = { email: 'new.admin@hill.example', role: 'admin' } as const
  expect(codeOf(await admin.call(invitationApi.invite, { body: invitation }))).toBe('SECOND_PERSON_ASKED')
  const [request] = await listFor(colleague)
  expect(await confirm(colleague, request?.requestID)).toBe('done')
  const body = { userID: admin.person.userID, reason: 'Stolen session' }
  await colleague.call(accountApi.suspend, { body })
  expect((await colleague.call(invitationApi.list)).body).toEqual([])
})

test('a request of one person is stored once, however often it is sent at the same time', async () => {
  const { userID } = await newClerk()
  const answers = await Promise.all(Array.from({ length: 8 }, () => makeAdmin(admin, userID)))
  expect(new Set(answers)).toEqual(new Set(['SECOND_PERSON_ASKED']))
  expect(await testApp.context.db.$count(secondPersonRequests)).toBe(1)
})
