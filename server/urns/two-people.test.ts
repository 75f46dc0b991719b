import { randomUUID } from 'node:crypto'
import { and, eq, isNull, ne } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { chargeApi } from '#contract/charges/api.ts'
import { secondPersonApi } from '#contract/second-person/api.ts'
import { urnApi } from '#contract/urns/api.ts'
import type { ConfirmForm } from '#contract/urns/confirmation.ts'
import { twoPersonEvents } from '#contract/urns/moves.ts'
import { auditLog, blocks, niches, urnAttempts, users } from '#server/database/schema.ts'
import { runAllJobsOnce } from '#server/start/background-jobs.ts'
import { codeOf } from '#test/caller.ts'
import { makeNiche, makeUser } from '#test/factories.ts'
import { object, rightOf } from '#test/right-factory.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import {
  confirmation,
  type MadeUrn,
  makeListedUrn,
  makeUrn,
  moveTogether,
  putOnShelf,
  readUrn,
} from '#test/urn-factory.ts'

const minute = 60_000

const testApp = prepareTestApp()
const clerk = prepareCaller(testApp, 'staff')
const colleague = prepareCaller(testApp, 'staff')
const admin = prepareCaller(testApp, 'admin')

const newUrn = (options?: Parameters<typeof makeUrn>[2]) => makeUrn(testApp.context, clerk, options)
const confirm = (caller: SignedInCaller, body: ConfirmForm) => caller.call(urnApi.confirm, { body })
const check = (
  caller: SignedInCaller,
  { tag, nicheCode }: Pick<MadeUrn, 'tag' | 'nicheCode'>,
  event: ConfirmForm['event'] = 'place',
) => caller.call(urnApi.check, { body: { requestID: randomUUID(), event, tag, nicheCode } })
const attemptsOf = ({ tag }: MadeUrn) => testApp.context.db.select().from(urnAttempts).where(eq(urnAttempts.tag, tag))
const outcomesOf = async (urn: MadeUrn) => (await attemptsOf(urn)).map(({ outcome }) => outcome)

test('two members of staff who both confirm place an urn, and the history names both', async () => {
  const urn = await newUrn()
  expect((await confirm(clerk, confirmation(urn, 'place'))).body).toMatchObject({ state: 'waiting' })
  expect((await readUrn(clerk, urn)).place).toBe('counter')
  expect((await confirm(colleague, confirmation(urn, 'place'))).body).toEqual({ state: 'done' })
  const { where, moves } = await readUrn(clerk, urn)
  expect(where).toBe(`In niche ${urn.nicheCode}`)
  expect(moves[0]).toMatchObject({ event: 'place', by: clerk.person.fullName, witness: colleague.person.fullName })
  expect(await outcomesOf(urn)).toEqual(['done'])
})

test('both people at the wall read what is due for charges, and place the urn all the same', async () => {
  const urn = await newUrn()
  const { bookingID } = urn
  const sold = { text: 'Engraving', amount: '80.00', taxCategory: 'standard' as const, reason: 'Asked for' }
  expect((await check(clerk, urn)).body.chargesDue).toBeNull()
  await clerk.call(chargeApi.addFree, { body: { ...sold, bookingID, chargeID: randomUUID() } })
  await clerk.call(chargeApi.addFree, { body: { ...sold, bookingID, chargeID: randomUUID(), amount: '20.50' } })
  expect((await check(clerk, urn)).body.chargesDue).toBe('100.50')
  await confirm(clerk, confirmation(urn, 'place'))
  expect((await check(colleague, urn)).body.chargesDue).toBe('100.50')
  expect((await confirm(colleague, confirmation(urn, 'place'))).body).toEqual({ state: 'done' })
  expect((await check(clerk, urn, 'takeOut')).body.chargesDue).toBeNull()
})

test('two members of staff each see the move that waits, without its tag and niche', async () => {
  const urn = await newUrn()
  await confirm(clerk, confirmation(urn, 'place'))
  const { body } = await colleague.call(urnApi.waiting)
  expect(body).toContainEqual(expect.objectContaining({ event: 'place', by: clerk.person.fullName, isMine: false }))
  expect(JSON.stringify(body)).not.toContain(urn.tag)
  expect(JSON.stringify(body)).not.toContain(urn.nicheCode)
})

test('both people follow a move by its ID: the second gets its tag and niche, and both learn whether it was done or stopped', async () => {
  const progressOf = async (caller: SignedInCaller, attemptID: string) =>
    (await caller.call(urnApi.attempt, { params: { attemptID } })).body
  const begin = async (urn: MadeUrn) => {
    const { body } = await confirm(clerk, confirmation(urn, 'place'))
    return 'attemptID' in body ? (body.attemptID ?? '') : ''
  }
  const [urn, stopped, other] = [await newUrn(), await newUrn(), await newUrn()]
  const attemptID = await begin(urn)
  const { tag, nicheCode } = urn
  expect(await progressOf(colleague, attemptID)).toMatchObject({ outcome: 'open', tag, nicheCode, isMine: false })
  await confirm(colleague, confirmation(urn, 'place'))
  expect(await progressOf(clerk, attemptID)).toMatchObject({ outcome: 'done', stopped: '', isMine: true })

  const stoppedID = await begin(stopped)
  await check(colleague, { tag: stopped.tag, nicheCode: other.nicheCode })
  expect(await progressOf(clerk, stoppedID)).toMatchObject({
    outcome: 'mismatch',
    stopped: 'Stop. This urn does not belong to this niche. Nothing was moved, and the admins have been told.',
  })
  expect((await colleague.call(urnApi.attempt, { params: { attemptID: randomUUID() } })).status).toBe(404)
})

test('a niche code is read without its hyphens, and refused if two niches have it then', async () => {
  const [urn, one, two] = [await newUrn(), await makeNiche(testApp.context), await makeNiche(testApp.context)]
  const nicheCode = urn.nicheCode.replaceAll('-', '').toLowerCase()
  expect((await check(clerk, { tag: urn.tag, nicheCode })).status).toBe(200)
  const rename = (nicheID: string, nicheCode: string) =>
    testApp.context.db.update(niches).set({ nicheCode }).where(eq(niches.nicheID, nicheID))
  await rename(one.nicheID, 'TWIN-1-11')
  await rename(two.nicheID, 'TWIN-11-1')
  const refused = await check(clerk, { tag: urn.tag, nicheCode: 'twin111' })
  expect(refused.refusal.errors?.nicheCode).toContain('Please type them too.')
})

test('a clerk and an admin can place an urn together', async () => {
  const urn = await newUrn()
  expect((await moveTogether(urn, 'place', [clerk, admin])).body).toEqual({ state: 'done' })
})

test('two members of staff who confirm at the same moment place the urn once', async () => {
  const urn = await newUrn()
  const answers = await Promise.all([clerk, colleague].map((each) => confirm(each, confirmation(urn, 'place'))))
  expect(answers.map(({ body }) => body.state).sort()).toEqual(['done', 'waiting'])
  expect((await readUrn(clerk, urn)).moves).toHaveLength(2)
})

test('a witness confirms what a member of staff has begun, begins nothing, and sees no list of urns', async () => {
  const witness = await testApp.signIn('witness')
  const urn = await newUrn()
  for (const refused of [await check(witness, urn), await confirm(witness, confirmation(urn, 'place'))])
    expect([refused.status, refused.refusal.code]).toEqual([409, 'WITNESS_ONLY_SECOND'])
  expect(await outcomesOf(urn)).toEqual([])
  await confirm(clerk, confirmation(urn, 'place'))
  expect((await witness.call(urnApi.waiting)).body).toContainEqual(expect.objectContaining({ event: 'place' }))
  expect((await check(witness, urn)).body.first).toMatchObject({ by: clerk.person.fullName })
  expect((await confirm(witness, confirmation(urn, 'place'))).body).toEqual({ state: 'done' })
  expect((await readUrn(clerk, urn)).moves[0]).toMatchObject({ witness: witness.person.fullName })
  expect((await witness.call(urnApi.list, { query: {} })).status).toBe(403)
})

test('a second person to whom the first has given a role is refused for thirty days', async () => {
  const person = await makeUser(testApp.context)
  await admin.call(accountApi.updateRole, { body: { userID: person.userID, role: 'staff' } })
  const promoted = await testApp.signIn(person)
  const urn = await newUrn()
  await confirm(admin, confirmation(urn, 'place'))
  const { status, refusal } = await confirm(promoted, confirmation(urn, 'place'))
  expect([status, refusal.code]).toEqual([409, 'SECOND_PAIR_RELATED'])
  expect(refusal.error).toContain(`You and ${admin.person.fullName} cannot confirm this together`)
  expect((await confirm(colleague, confirmation(urn, 'place'))).body).toEqual({ state: 'done' })
})

test.each(twoPersonEvents)('one person cannot confirm a move twice: %s', async (event) => {
  const isListed = event === 'disprove' || event === 'see'
  const urn = isListed ? await makeListedUrn(testApp.context) : await newUrn()
  if (event === 'takeOut') await moveTogether(urn, 'place', [clerk, colleague])
  await confirm(clerk, confirmation(urn, event))
  const { status, refusal } = await confirm(clerk, confirmation(urn, event))
  expect([status, refusal.code]).toEqual([409, 'URN_SAME_PERSON'])
  const otherSession = await testApp.signIn(clerk.person)
  expect((await confirm(otherSession, confirmation(urn, event))).refusal.code).toBe('URN_SAME_PERSON')
  expect(await outcomesOf(urn)).toContain('open')
})

test('the first person who sends a confirmation again gets the same answer, before and after the second has confirmed', async () => {
  const urn = await newUrn()
  const body = confirmation(urn, 'place')
  const first = await confirm(clerk, body)
  expect((await confirm(clerk, body)).body).toEqual(first.body)
  await confirm(colleague, confirmation(urn, 'place'))
  expect((await confirm(clerk, body)).body).toEqual({ state: 'done' })
  expect(await outcomesOf(urn)).toEqual(['done'])
})

test('the second person who sends a confirmation again, also at the same moment, places the urn once', async () => {
  const urn = await newUrn()
  await confirm(clerk, confirmation(urn, 'place'))
  const body = confirmation(urn, 'place')
  const answers = await Promise.all([confirm(colleague, body), confirm(colleague, body)])
  answers.push(await confirm(colleague, body))
  expect(answers.map(({ body }) => body)).toEqual([{ state: 'done' }, { state: 'done' }, { state: 'done' }])
  expect((await readUrn(clerk, urn)).moves).toHaveLength(2)
})

test('a mismatch that is sent twice is recorded once, and the admins get one letter', async () => {
  const urn = await newUrn()
  const body = confirmation(urn, 'place', { name: 'Goh Bee Choo' })
  const answers = [await confirm(clerk, body), await confirm(clerk, body)]
  expect(answers.map(({ refusal }) => refusal.code)).toEqual(['URN_MISMATCH', 'URN_MISMATCH'])
  expect(await outcomesOf(urn)).toEqual(['mismatch'])
  expect(await testApp.letters({ to: admin.person.email, about: urn.tag })).toHaveLength(1)
})

test('a confirmation cannot be sent again by somebody else', async () => {
  const urn = await newUrn()
  const body = confirmation(urn, 'place')
  await confirm(clerk, body)
  expect((await confirm(colleague, body)).refusal.code).toBe('REQUEST_USED')
})

test('15 minutes after the first confirmation the second person is refused, and a new pair can begin', async () => {
  const urn = await newUrn()
  await confirm(clerk, confirmation(urn, 'place'))
  const { first } = (await check(colleague, urn)).body
  testApp.advanceTime(15 * minute)
  const late = confirmation(urn, 'place', { attemptID: first?.attemptID })
  expect((await confirm(colleague, late)).refusal.code).toBe('URN_ATTEMPT_ENDED')
  expect(await outcomesOf(urn)).toEqual(['open'])
  expect((await confirm(colleague, confirmation(urn, 'place'))).body.state).toBe('waiting')
  expect((await outcomesOf(urn)).sort()).toEqual(['expired', 'open'])
  expect((await confirm(clerk, confirmation(urn, 'place'))).body.state).toBe('done')
})

test('a second less than 15 minutes after the first confirmation the second person can still confirm', async () => {
  const urn = await newUrn()
  await confirm(clerk, confirmation(urn, 'place'))
  testApp.advanceTime(15 * minute - 1000)
  expect((await confirm(colleague, confirmation(urn, 'place'))).body.state).toBe('done')
})

test('the background job ends expired confirmations, and the audit log says so', async () => {
  const urn = await newUrn()
  await confirm(clerk, confirmation(urn, 'place'))
  testApp.advanceTime(15 * minute)
  await runAllJobsOnce(testApp.context)
  expect(await outcomesOf(urn)).toEqual(['expired'])
  const entries = await testApp.context.db.select().from(auditLog).where(eq(auditLog.subject, urn.tag))
  expect(entries.map(({ action }) => action)).toContain('urn.expired')
  expect((await readUrn(clerk, urn)).attempt).toBeNull()
})

describe('a mismatch', () => {
  const mismatches = async (urn: MadeUrn) =>
    (await admin.call(urnApi.mismatches, { query: {} })).body.filter(({ tag }) => tag === urn.tag)

  test('a scanned niche that is not that of the urn stops the move at the first step', async () => {
    const urn = await newUrn()
    const { nicheCode } = await makeNiche(testApp.context)
    const { status, refusal } = await check(clerk, { tag: urn.tag, nicheCode })
    expect([status, refusal.error]).toEqual([
      409,
      'Stop. This urn does not belong to this niche. Nothing was moved, and the admins have been told.',
    ])
    expect(await mismatches(urn)).toMatchObject([{ kind: 'niche', nicheCode, by: clerk.person.fullName }])
  })

  test('a wrong tag stops the move that somebody has begun at this niche', async () => {
    const [right, wrong] = [await newUrn(), await newUrn()]
    await confirm(clerk, confirmation(right, 'place'))
    const { refusal } = await check(colleague, { tag: wrong.tag, nicheCode: right.nicheCode })
    expect(refusal.code).toBe('URN_MISMATCH')
    expect(await outcomesOf(right)).toEqual(['mismatch'])
    expect(await mismatches(right)).toEqual([])
    expect(await mismatches(wrong)).toMatchObject([
      { kind: 'niche', nicheCode: right.nicheCode, by: colleague.person.fullName },
    ])
    expect((await confirm(colleague, confirmation(right, 'place'))).body.state).toBe('waiting')
  })

  test.each([
    ['name', { name: 'Goh Bee Choo' }],
    ['identifier', { value: '999Z' }],
    ['identifier', { identifier: 'death', value: '2026-01-31' }],
  ] as const)('a wrong %s from the second person stops the move and tells the admins', async (kind, wrong) => {
    const urn = await newUrn()
    await confirm(clerk, confirmation(urn, 'place'))
    const { status, refusal } = await confirm(colleague, confirmation(urn, 'place', wrong))
    expect([status, refusal.code]).toEqual([409, 'URN_MISMATCH'])
    expect((await readUrn(clerk, urn)).place).toBe('counter')
    expect(await mismatches(urn)).toMatchObject([{ kind, event: 'place', by: colleague.person.fullName }])
    const letters = await testApp.letters({ to: admin.person.email, about: urn.tag })
    expect(letters.map(({ kind }) => kind)).toEqual(['urn mismatch'])
  })

  test('a stop because of the niche that the second person entered names that niche', async () => {
    const [urn, other] = [await newUrn(), await newUrn()]
    await confirm(clerk, confirmation(urn, 'place'))
    const { nicheCode } = other
    await check(colleague, { tag: urn.tag, nicheCode })
    expect(await mismatches(urn)).toMatchObject([{ kind: 'niche', nicheCode, by: colleague.person.fullName }])
  })

  test('a mismatch stays on the list of the admins until one settles it, once', async () => {
    const urn = await newUrn()
    await confirm(clerk, confirmation(urn, 'place', { value: '999Z' }))
    const [open] = await mismatches(urn)
    const body = { attemptID: open?.attemptID ?? '', note: 'The label was read wrongly.' }
    const answers = [
      await admin.call(urnApi.settleMismatch, { body }),
      await admin.call(urnApi.settleMismatch, { body }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 409])
    expect(await mismatches(urn)).toEqual([])
  })

  test('a person who stopped a move settles the mismatch alone only if everybody in the house took part', async () => {
    const { db } = testApp.context
    const stopping = await testApp.signIn('admin')
    const urn = await newUrn()
    await confirm(stopping, confirmation(urn, 'place', { value: '999Z' }))
    const [open] = await mismatches(urn)
    const body = { attemptID: open?.attemptID ?? '', note: 'The label was read wrongly.' }
    const settle = () => stopping.call(urnApi.settleMismatch, { body })
    expect((await settle()).body).toEqual({ settled: false })
    expect(await mismatches(urn)).toHaveLength(1)
    const others = and(ne(users.userID, stopping.person.userID), isNull(users.suspendedAt))
    await db
      .update(users)
      .set({ suspendedAt: new Date(0) })
      .where(others)
    expect((await settle()).body).toEqual({ settled: true })
    await db.update(users).set({ suspendedAt: null })
  })

  test('a niche code or tag that does not exist is a typing error: no mismatch is recorded', async () => {
    const urn = await newUrn()
    const { status, refusal } = await check(clerk, { tag: urn.tag, nicheCode: 'TH-0A-00-00' })
    expect([status, refusal.errors]).toEqual([400, { nicheCode: 'No niche has this code.' }])
    expect(await outcomesOf(urn)).toEqual([])
  })
})

test('the values offered for confirmation are five each with the right one, the same for both people, and never the whole number', async () => {
  const urn = await newUrn()
  const [one, other] = [(await check(clerk, urn)).body, (await check(colleague, urn)).body]
  expect(other).toEqual(one)
  expect(one.names).toHaveLength(5)
  expect(one.names).toContain(urn.name)
  expect(one.identifiers.map(({ kind }) => kind)).toEqual(['birth', 'nric'])
  for (const { values } of one.identifiers) expect(values).toHaveLength(5)
  expect(one.identifiers[1]?.values).toContain('456A')
  expect(JSON.stringify(one)).not.toContain('S0123456A')
})

test('before a confirmation, everyone with the same or nearly the same name is shown with place and dates, which are among the dates offered', async () => {
  const person = { beneficiaryName: 'Tan Mei-Ling', dateOfBirth: '1931-07-08', dateOfDeath: '2026-01-02' }
  const others = [
    { beneficiaryName: 'Tan Meiling', dateOfBirth: '1931-08-07', dateOfDeath: '2026-01-03' },
    { beneficiaryName: 'MEI LING TAN', dateOfBirth: '1940-01-01', dateOfDeath: null },
    { beneficiaryName: 'Tan Mei Lin', dateOfBirth: '1941-01-01', dateOfDeath: null },
  ]
  const urn = await newUrn({ person })
  const namesakes: MadeUrn[] = []
  for (const each of others) namesakes.push(await newUrn({ person: each }))
  const { body } = await check(clerk, urn)
  expect(body.namesakes.map(({ name, dateOfBirth }) => [name, dateOfBirth]).sort()).toEqual([
    ['MEI LING TAN', '1940-01-01'],
    ['Tan Meiling', '1931-08-07'],
  ])
  expect(body.namesakes.map(({ nicheCode }) => nicheCode).sort()).toEqual(
    namesakes
      .slice(0, 2)
      .map(({ nicheCode }) => nicheCode)
      .sort(),
  )
  expect(body.identifiers[0]?.values).toContain('1931-08-07')
  const namesakesDate = confirmation(urn, 'place', { identifier: 'birth', value: '1931-08-07' })
  expect((await confirm(clerk, namesakesDate)).refusal.code).toBe('URN_MISMATCH')
})

test('the cremation certificate is offered for confirmation only if no date and no number is recorded, and without it the move is refused', async () => {
  const nothing = { dateOfBirth: null, nationalIDSealed: testApp.context.vault.seal('') }
  const bare = await newUrn({ person: nothing })
  expect((await check(clerk, bare)).refusal.code).toBe('URN_NOT_IDENTIFIABLE')
  const urn = await newUrn({ person: nothing, facts: { cremationNumber: 'cr 1234/26' } })
  const { identifiers } = (await check(clerk, urn)).body
  expect(identifiers).toMatchObject([{ kind: 'cremation', values: expect.arrayContaining(['CR 1234/26']) }])
})

describe('an urn larger than the opening of its niche', () => {
  const makeLarge = async () => {
    const urn = await newUrn({ facts: { widthMm: '300', heightMm: '250' } })
    const blockID = urn.nicheCode.replace(/-03-05$/, '')
    await testApp.context.db
      .update(blocks)
      .set({ openingWidthMm: 280, openingHeightMm: 300 })
      .where(eq(blocks.blockID, blockID))
    return urn
  }

  test('an urn larger than its niche is placed only with a reason, which the second person sees and the history keeps', async () => {
    const urn = await makeLarge()
    const { body } = await check(clerk, urn)
    expect(body.tooLarge).toEqual({ urn: { widthMm: 300, heightMm: 250 }, opening: { widthMm: 280, heightMm: 300 } })
    expect((await confirm(clerk, confirmation(urn, 'place'))).refusal.errors).toHaveProperty('reason')
    await confirm(clerk, confirmation(urn, 'place', { reason: 'It fits without its foot.' }))
    const { first } = (await check(colleague, urn)).body
    expect(first?.reason).toBe('It fits without its foot.')
    const unseen = await confirm(colleague, confirmation(urn, 'place'))
    expect(unseen.refusal.code).toBe('URN_ATTEMPT_BEGUN')
    await confirm(colleague, confirmation(urn, 'place', { attemptID: first?.attemptID }))
    expect((await readUrn(clerk, urn)).moves[0]).toMatchObject({ event: 'place', reason: 'It fits without its foot.' })
  })

  test('an urn larger than its niche is released without a warning', async () => {
    expect((await check(clerk, await makeLarge(), 'release')).body.tooLarge).toBeNull()
  })
})

test('while one move waits for its second person, no other move of the urn can be made', async () => {
  const urn = await newUrn()
  await confirm(clerk, confirmation(urn, 'place'))
  const answers = [
    await confirm(colleague, confirmation(urn, 'release')),
    await colleague.call(urnApi.shelve, { body: { requestID: randomUUID(), tag: urn.tag, shelf: 'Shelf 1' } }),
  ]
  expect(answers.map(({ refusal }) => refusal.code)).toEqual(['URN_OTHER_MOVE', 'URN_OTHER_MOVE'])
})

describe('a certificate in production', () => {
  const change = async (who: SignedInCaller, { tag }: MadeUrn, cremationNumber: string, widthMm = '') =>
    codeOf(await who.call(urnApi.change, { body: { tag, widthMm, heightMm: '', cremationNumber } }))
  const numberOf = async (urn: MadeUrn) => (await readUrn(clerk, urn)).cremationNumber
  const confirmAsked = async (who: SignedInCaller, { tag }: MadeUrn) => {
    const request = (await who.call(secondPersonApi.list)).body.find(({ subject }) => subject === tag)
    return codeOf(await who.call(secondPersonApi.confirm, { body: { requestID: request?.requestID ?? '' } }))
  }
  beforeAll(async () => {
    testApp.context.config.mode = 'production'
    for (const each of [clerk, colleague]) Object.assign(each, await testApp.signIn(each.person))
  })
  afterAll(() => {
    testApp.context.config.mode = 'demo'
  })

  test('one clerk records the number of a certificate while the urn is at the counter, and its size always', async () => {
    const [received, listed] = [await newUrn(), await makeListedUrn(testApp.context)]
    expect(await change(clerk, received, 'CR 1/26')).toBe('done')
    expect(await numberOf(received)).toBe('CR 1/26')
    expect(await change(clerk, listed, '', '200')).toBe('done')
    expect(await readUrn(clerk, listed)).toMatchObject({ widthMm: 200, cremationNumber: '' })
  })

  test.each(['listed', 'on a shelf'])(
    'the number of a certificate whose urn is %s is changed once another clerk confirms it',
    async (where) => {
      const urn = where === 'listed' ? await makeListedUrn(testApp.context) : await newUrn()
      if (where !== 'listed') await putOnShelf(clerk, urn)
      expect(await change(clerk, urn, 'CR 2/26')).toBe('SECOND_PERSON_ASKED')
      expect(await numberOf(urn)).toBe('')
      expect(await confirmAsked(clerk, urn)).toBe('SECOND_SAME_PERSON')
      expect(await confirmAsked(colleague, urn)).toBe('done')
      expect(await numberOf(urn)).toBe('CR 2/26')
    },
  )

  test('the number of a certificate is not changed while somebody objects, also if it was asked for before', async () => {
    const [urn, received] = [await makeListedUrn(testApp.context), await newUrn()]
    await object(clerk, (await rightOf(testApp.context, received.bookingID)).number)
    expect(await change(clerk, received, 'CR 3/26')).toBe('RIGHT_BLOCKED')
    expect(await change(clerk, urn, 'CR 3/26')).toBe('SECOND_PERSON_ASKED')
    await object(clerk, (await rightOf(testApp.context, urn.bookingID)).number)
    expect(await confirmAsked(colleague, urn)).toBe('RIGHT_BLOCKED')
    expect(await change(clerk, urn, 'CR 4/26')).toBe('RIGHT_BLOCKED')
    expect(await numberOf(urn)).toBe('')
  })
})
