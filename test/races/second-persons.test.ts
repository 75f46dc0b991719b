import { setTimeout } from 'node:timers/promises'
import { and, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { cashUpApi } from '#contract/cash-up/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { secondPersonApi } from '#contract/second-person/api.ts'
import { urnApi } from '#contract/urns/api.ts'
import { stockTakeApi } from '#contract/urns/stock-take-api.ts'
import { lockUser } from '#server/accounts/queries.ts'
import { suspendAccount } from '#server/accounts/user-administration.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { auditLog, niches } from '#server/database/schema.ts'
import { endBegunBy } from '#server/second-person/public.ts'
import { bookUnpaid } from '../booking-forms.ts'
import { codeOf } from '../caller.ts'
import { makeNiche } from '../factories.ts'
import { prepareCaller, type SignedInCaller } from '../test-app.ts'
import { makeUserWithTwoFactor } from '../two-factor-users.ts'
import { confirmation, type MadeUrn, makeUrn } from '../urn-factory.ts'
import { isPostgres, prepareReplicas, waitUntilBlocked } from './replicas.ts'

const { testApp, at } = prepareReplicas()
const admin = prepareCaller(testApp, 'admin', 'each')
const clerk = prepareCaller(testApp, 'staff', 'each')

const suspend = ({ person }: SignedInCaller, by = admin) =>
  at(by).call(accountApi.suspend, { body: { userID: person.userID, reason: 'Has left' } })
const complete = async (urn: MadeUrn) => {
  const { body, refusal } = await at(clerk).call(urnApi.confirm, { body: confirmation(urn, 'place') })
  return 'state' in body ? body.state : refusal.code
}

/** What happened to the account and to what it takes part in, in order: both entries are written while the account is locked. */
async function auditedActions(subject: string, { person }: SignedInCaller) {
  const isAbout = inArray(auditLog.subject, [subject, person.userID])
  const isAct = inArray(auditLog.action, ['urn.place', 'role.changed', 'account.suspended'])
  const entries = await testApp.context.db.select().from(auditLog).where(and(isAbout, isAct)).orderBy(auditLog.id)
  return entries.map(({ action }) => action)
}

/** Holds whoever is first. Where one side always is, only the tests below, which hold the lock, show the race. */
test('of sixty moves whose first person is suspended 12 ms before the second confirms, none is completed after the suspension', async () => {
  const pairs = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const [leaver, urn] = [await testApp.signIn('staff'), await makeUrn(testApp.context, clerk)]
      await leaver.call(urnApi.confirm, { body: confirmation(urn, 'place') })
      return { leaver, urn }
    }),
  )
  const answers: string[] = []
  for (const { leaver, urn } of pairs) {
    const suspending = suspend(leaver)
    await setTimeout(12)
    answers.push(await complete(urn))
    expect((await suspending).status).toBe(200)
    expect((await auditedActions(urn.tag, leaver)).indexOf('urn.place')).toBeLessThan(1)
  }
  /** A refusal while the suspension runs, or the first confirmation of a new move after it. */
  expect(new Set([...answers, 'done', 'waiting', 'URN_ATTEMPT_ENDED']).size).toBe(3)
})

const suspendDuring = (userID: string, confirm: () => Promise<Answer>) =>
  confirmDuring((context) => suspendAccount(context, userID, 'Has left'), confirm)

/** Does something to the account of one of the two, and does not commit before the confirmation waits for its lock. */
async function confirmDuring(work: (context: Context) => Promise<unknown>, confirm: () => Promise<Answer>) {
  let confirming: ReturnType<typeof confirm> | undefined
  await inTransaction(testApp.context, async (context) => {
    await work(context)
    confirming = confirm()
    if (testApp.database.url) await waitUntilBlocked(testApp.database)
  })
  return (await confirming)?.refusal.code
}

type Answer = { status: number; refusal: { code: string } }
type Confirm = (second: SignedInCaller) => Promise<Answer>
const acts: [act: string, refusal: string, begin: (first: SignedInCaller) => Promise<Confirm>][] = [
  [
    'a move',
    'URN_ATTEMPT_ENDED',
    async (first) => {
      const urn = await makeUrn(testApp.context, clerk)
      await first.call(urnApi.confirm, { body: confirmation(urn, 'place') })
      return (second) => at(second).call(urnApi.confirm, { body: confirmation(urn, 'place') })
    },
  ],
  [
    'a cash-up',
    'SECOND_FIRST_GONE',
    async (first) => {
      const { bookingID } = await bookUnpaid(testApp.context, await testApp.signIn('user'))
      await first.call(paymentApi.update, { body: { bookingID, paymentMethod: 'Cash' } })
      const { through, lines } = (await first.call(cashUpApi.drawer)).body
      const counted = lines.map(({ payments, ...line }) => ({ ...line, counted: line.expected }))
      const body = (await first.call(cashUpApi.close, { body: { through: through ?? 0, lines: counted } })).body
      return (second) => at(second).call(cashUpApi.sign, { body })
    },
  ],
  [
    'a stock-take',
    'SECOND_FIRST_GONE',
    async (first) => {
      const { nicheID } = await makeNiche(testApp.context)
      const [niche] = await testApp.context.db.select().from(niches).where(eq(niches.nicheID, nicheID))
      const body = { blockID: niche?.blockID ?? '' }
      const { countID } = (await first.call(stockTakeApi.begin, { body })).body
      await first.call(stockTakeApi.finish, { body: { countID } })
      await clerk.call(stockTakeApi.begin, { body })
      return (second) => at(second).call(stockTakeApi.finish, { body: { countID } })
    },
  ],
  [
    'a request',
    'SECOND_FIRST_GONE',
    async (first) => {
      const { tag } = await makeUrn(testApp.context, clerk)
      const body = { tag, note: 'The letter was found.' }
      await first.call(urnApi.reportLoss, { body })
      await first.call(urnApi.withdrawLoss, { body })
      const [request] = (await clerk.call(secondPersonApi.list)).body
      const requestID = request?.requestID ?? ''
      return (second) => at(second).call(secondPersonApi.confirm, { body: { requestID } })
    },
  ],
]

/** The embedded engine runs one transaction at a time, so there the confirmation comes after the suspension, which has ended what was asked. */
test.runIf(isPostgres).each(acts)(
  '%s whose first person is suspended while the second confirms is refused',
  async (_, code, begin) => {
    const first = await testApp.signIn('staff')
    const confirm = await begin(first)
    expect(await suspendDuring(first.person.userID, () => confirm(clerk))).toBe(code)
  },
)

test.runIf(isPostgres).each(acts)(
  '%s that ends while the second confirms is refused, although its first person stays, as when a change of email is undone',
  async (_, __, begin) => {
    const first = await testApp.signIn('staff')
    const confirm = await begin(first)
    const end = async (context: Context) => {
      await lockUser(context.db, first.person.userID)
      await endBegunBy(context, first.person.userID, 'A change of the email address was undone.')
    }
    expect(await confirmDuring(end, () => confirm(clerk))).toMatch(/_ENDED$/)
  },
)

test.each(acts)('%s whose second person is suspended while they confirm is refused', async (_, __, begin) => {
  const confirm = await begin(await testApp.signIn('staff'))
  expect(await suspendDuring(clerk.person.userID, () => confirm(clerk))).toMatch(/WRONG_ROLE|NOT_SIGNED_IN/)
})

/** An admin asks to make somebody an admin, in a house that needs a second one. */
async function askForAdmin(asker: SignedInCaller) {
  testApp.context.config.mode = 'production'
  const { userID } = await makeUserWithTwoFactor(testApp, { role: 'staff' })
  const { refusal } = await asker.call(accountApi.updateRole, { body: { userID, role: 'admin' } })
  expect(refusal.code).toBe('SECOND_PERSON_ASKED')
  const [request] = (await admin.call(secondPersonApi.list)).body
  return { userID, body: { requestID: request?.requestID ?? '' } }
}
const timesMadeAdmin = ({ userID }: { userID: string }) =>
  testApp.context.db.$count(auditLog, and(eq(auditLog.subject, userID), eq(auditLog.action, 'role.changed')))

test('of two admins who confirm one request at the same time, one does it, and once', async () => {
  const third = await testApp.signIn('admin')
  const asked = await askForAdmin(await testApp.signIn('admin'))
  const { body } = asked
  const answers = await Promise.all([admin, third].map((caller) => at(caller).call(secondPersonApi.confirm, { body })))
  expect(answers.map(codeOf).sort()).toEqual(['SECOND_REQUEST_ENDED', 'done'])
  expect(await timesMadeAdmin(asked)).toBe(1)
})

test('of a confirmation and a withdrawal at the same time, one counts, ten times', async () => {
  const asker = await testApp.signIn('admin')
  for (let round = 0; round < 10; round++) {
    const asked = await askForAdmin(asker)
    const { body } = asked
    const answers = await Promise.all([
      at(admin).call(secondPersonApi.confirm, { body }),
      at(asker).call(secondPersonApi.withdraw, { body }),
    ])
    const [confirmed, withdrawn] = answers.map(codeOf)
    expect([confirmed, withdrawn].sort()).toEqual(['SECOND_REQUEST_ENDED', 'done'])
    expect(await timesMadeAdmin(asked)).toBe(confirmed === 'done' ? 1 : 0)
  }
})

/** Holds whoever is first, as that of the sixty moves. */
test('of ten requests whose asker is suspended 12 ms before the confirmation, none is done after the suspension', async () => {
  const other = await testApp.signIn('admin')
  for (let round = 0; round < 10; round++) {
    const leaver = await testApp.signIn('admin')
    const asked = await askForAdmin(leaver)
    const suspending = suspend(leaver, other)
    await setTimeout(12)
    const confirmed = codeOf(await at(admin).call(secondPersonApi.confirm, { body: asked.body }))
    expect((await suspending).status).toBe(200)
    expect(await auditedActions(asked.userID, leaver)).toEqual(
      confirmed === 'done' ? ['role.changed', 'account.suspended'] : ['account.suspended'],
    )
  }
})
