import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { cashUpApi } from '#contract/cash-up/api.ts'
import { dayMs } from '#contract/dates.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { secondPersonApi } from '#contract/second-person/api.ts'
import { urnApi } from '#contract/urns/api.ts'
import { daysAfterLoss } from '#contract/urns/confirmation.ts'
import { stockTakeApi } from '#contract/urns/stock-take-api.ts'
import { niches, secondPersonRequests } from '#server/database/schema.ts'
import { bookUnpaid } from '#test/booking-forms.ts'
import { codeOf } from '#test/caller.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { makeUserWithTwoFactor, memberPassword } from '#test/two-factor-users.ts'
import { makeListedUrn, makeUrn, moveTogether, readUrn } from '#test/urn-factory.ts'
import { waysToLeave } from '#test/ways-to-leave.ts'

const testApp = prepareTestApp()
const admin = prepareCaller(testApp, 'admin')
const clerk = prepareCaller(testApp, 'staff')
const family = prepareCaller(testApp, 'user')

const makeLeaver = async () => testApp.signIn(await makeUserWithTwoFactor(testApp, { role: 'staff' }))
const entriesOf = (subject: string) => testApp.auditEntries({ subject })

/** What is done because somebody else may have used the account, whose owner stays. */
const waysToSecure: typeof waysToLeave = [
  [
    'gets another second factor',
    (admin, { person: { userID } }) =>
      admin.call(accountApi.resetSecondFactor, { body: { userID, reason: 'The phone was stolen' } }),
  ],
  [
    'undoes a change of email',
    async (_, { person, call }) => {
      const { email, fullName } = person
      const username = `moved_${person.userID.slice(0, 8)}`
      const details = { username, fullName, contactNumber: '91234567', userAddress: '9 Holland Road, 02-03, 258123' }
      const body = { ...details, email: `thief.${email}`, password: memberPassword }
      expect(codeOf(await call(accountApi.edit, { body }))).toBe('done')
      const [letter] = await testApp.letters({ to: email, kind: 'email-changed' })
      const token = /\?token=(\S+)/.exec(letter?.text ?? '')?.[1] ?? ''
      return testApp.anonymous.call(accountApi.undoEmailChange, { body: { token } })
    },
  ],
]

test.each(waysToSecure)(
  'what a clerk has asked for is not confirmed any more once the clerk %s, and the letter about an undone change says so',
  async (_, secure) => {
    const leaver = await makeLeaver()
    const { tag } = await makeUrn(testApp.context, clerk)
    await leaver.call(urnApi.reportLoss, { body: { tag, note: 'The daughter called.' } })
    await leaver.call(urnApi.withdrawLoss, { body: { tag, note: 'The letter was found.' } })
    const request = (await clerk.call(secondPersonApi.list)).body.find(({ subject }) => subject === tag)
    expect((await secure(admin, leaver)).status).toBe(200)
    const confirmed = await clerk.call(secondPersonApi.confirm, { body: { requestID: request?.requestID ?? '' } })
    expect(codeOf(confirmed)).toBe('SECOND_REQUEST_ENDED')
    for (const { text } of await testApp.letters({ to: leaver.person.email, kind: 'email-restored' }))
      expect(text).toMatch(/Ended before a colleague confirmed it: +1\n/)
  },
)

test.each([...waysToLeave, ...waysToSecure])(
  'the drawer is counted again if the clerk who counted it %s before it is signed',
  async (_, leave) => {
    const leaver = await makeLeaver()
    const { bookingID } = await bookUnpaid(testApp.context, family)
    await leaver.call(paymentApi.update, { body: { bookingID, paymentMethod: 'Cash' } })
    const { through, lines } = (await leaver.call(cashUpApi.drawer)).body
    const body = {
      through: through ?? 0,
      lines: lines.map(({ payments, ...line }) => ({ ...line, counted: line.expected })),
    }
    const { cashUpNumber } = (await leaver.call(cashUpApi.close, { body })).body
    expect((await leave(admin, leaver)).status).toBe(200)
    expect((await admin.call(cashUpApi.sign, { body: { cashUpNumber } })).refusal.code).toBe('CASH_UP_ENDED')
    expect((await clerk.call(cashUpApi.drawer)).body).toMatchObject({ open: null, lines })
    expect((await entriesOf(String(cashUpNumber))).at(-1)).toMatchObject({
      action: 'cash.withdrawn',
      details: { reason: expect.stringMatching(/^(The|A) .*(account|email address) was/) },
    })
  },
)

test.each([...waysToLeave, ...waysToSecure])(
  'a stock-take ends, and no urn counts as seen, if a clerk who has finished their half %s',
  async (_, leave) => {
    const leaver = await makeLeaver()
    const urn = await makeListedUrn(testApp.context)
    const [niche] = await testApp.context.db.select().from(niches).where(eq(niches.nicheID, urn.nicheID))
    const blockID = niche?.blockID ?? ''
    const { countID } = (await clerk.call(stockTakeApi.begin, { body: { blockID } })).body
    expect((await leaver.call(stockTakeApi.begin, { body: { blockID } })).body).toEqual({ countID })
    for (const caller of [leaver, clerk]) {
      const found = { nicheID: urn.nicheID, expectedTag: '', finding: 'present' as const, tag: urn.tag }
      await caller.call(stockTakeApi.mark, { body: { requestID: randomUUID(), countID, ...found } })
    }
    expect((await leaver.call(stockTakeApi.finish, { body: { countID } })).status).toBe(200)
    expect((await leave(admin, leaver)).status).toBe(200)
    expect((await clerk.call(stockTakeApi.finish, { body: { countID } })).refusal.code).toBe('COUNT_ENDED')
    expect(await readUrn(clerk, urn)).toMatchObject({ place: 'listed' })
    expect((await entriesOf(blockID)).at(-1)).toMatchObject({ action: 'urn.count_cancelled', details: { countID } })
  },
)

test('a request is listed for those who can confirm it, confirmed once by somebody else, and recorded', async () => {
  const { tag } = await makeUrn(testApp.context, clerk)
  const witness = await testApp.signIn('witness')
  await clerk.call(urnApi.reportLoss, { body: { tag, note: 'The daughter called.' } })
  await clerk.call(urnApi.withdrawLoss, { body: { tag, note: 'The letter was found.' } })
  const listFor = async (caller: SignedInCaller) =>
    (await caller.call(secondPersonApi.list)).body.filter(({ what }) => what.includes(tag))
  const [request] = await listFor(admin)
  expect(request).toMatchObject({ act: 'withdrawLoss', askedBy: clerk.person.fullName, isMine: false })
  expect(await listFor(clerk)).toMatchObject([{ isMine: true, reason: 'The letter was found.' }])
  expect(await listFor(witness)).toEqual([])

  const body = { requestID: request?.requestID ?? '' }
  expect((await clerk.call(secondPersonApi.confirm, { body })).refusal.code).toBe('SECOND_SAME_PERSON')
  expect((await witness.call(secondPersonApi.confirm, { body })).refusal.code).toBe('WRONG_ROLE')
  expect((await admin.call(secondPersonApi.confirm, { body })).status).toBe(200)
  expect((await admin.call(secondPersonApi.confirm, { body })).refusal.code).toBe('SECOND_REQUEST_ENDED')
  expect((await readUrn(clerk, { tag })).loss).toBe(null)
  expect((await entriesOf(tag)).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['second_person.asked', 'second_person.confirmed', 'urn.loss_withdrawn']),
  )
})

test('asking again replaces the request, so that nobody confirms a reason that they have not seen; a withdrawn one is over', async () => {
  const { tag } = await makeUrn(testApp.context, clerk)
  await clerk.call(urnApi.reportLoss, { body: { tag, note: 'The daughter called.' } })
  const ask = async (note: string) => {
    await clerk.call(urnApi.withdrawLoss, { body: { tag, note } })
    const isOpen = and(eq(secondPersonRequests.subject, tag), eq(secondPersonRequests.outcome, 'open'))
    const open = await testApp.context.db.select().from(secondPersonRequests).where(isOpen)
    expect(open).toHaveLength(1)
    return open[0]?.requestID ?? ''
  }
  const [first, second] = [await ask('Found.'), await ask('Found, I think.')]
  const confirm = (requestID: string) => admin.call(secondPersonApi.confirm, { body: { requestID } })
  expect((await confirm(first)).refusal.code).toBe('SECOND_REQUEST_ENDED')
  expect((await clerk.call(secondPersonApi.withdraw, { body: { requestID: second } })).status).toBe(200)
  expect((await confirm(second)).refusal.code).toBe('SECOND_REQUEST_ENDED')
})

test('a request to withdraw a loss report ends with the release of the urn, and cannot be confirmed for a later report', async () => {
  const urn = await makeUrn(testApp.context, clerk)
  const { tag } = urn
  await clerk.call(urnApi.reportLoss, { body: { tag, note: 'The daughter called.' } })
  const asked = await clerk.call(urnApi.withdrawLoss, { body: { tag, note: 'Found.' } })
  expect(asked.body).toMatchObject({ withdrawn: false })
  testApp.advanceTime(daysAfterLoss * dayMs + 1)
  const [first, second] = [await testApp.signIn(clerk.person), await testApp.signIn(admin.person)]
  await moveTogether(urn, 'release', [first, second])
  const isAbout = eq(secondPersonRequests.subject, tag)
  expect(await testApp.context.db.select().from(secondPersonRequests).where(isAbout)).toMatchObject([
    { outcome: 'ended' },
  ])
})
