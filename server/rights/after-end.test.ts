import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { chargeApi } from '#contract/charges/api.ts'
import { addDays, addMonths, formatDay, toDay, toInstant } from '#contract/dates.ts'
import { houseApi } from '#contract/house/api.ts'
import { rightRulesApi } from '#contract/house/right-rules-api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { rightApi } from '#contract/rights/api.ts'
import { claimApi } from '#contract/rights/claim-api.ts'
import { secondPersonApi } from '#contract/second-person/api.ts'
import { urnApi } from '#contract/urns/api.ts'
import { rightHolders, rights, users } from '#server/database/schema.ts'
import { runAllJobsOnce } from '#server/start/background-jobs.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { readNicheStatus } from '#test/booking-reads.ts'
import { codeOf } from '#test/caller.ts'
import { listPrice } from '#test/price-factory.ts'
import { addHolder, askClaim, confirmAs, endRight, object, setRight } from '#test/right-factory.ts'
import { findInvariantsOfRights } from '#test/rights.ts'
import { sampleHouse } from '#test/sample-house.ts'
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
import { endTerms } from './after-end.ts'

const testApp = prepareTestApp({}, 'each')
const clerk = prepareCaller(testApp, 'staff', 'each')
const colleague = prepareCaller(testApp, 'staff', 'each')
const admin = prepareCaller(testApp, 'admin', 'each')
const stranger = prepareCaller(testApp, 'user', 'each')
const reason = 'A test'
const shelf = 'Store room, shelf 3'

let urn: MadeUrn
let family: SignedInCaller
let number: string
let rightID: string
let endsOn: string
/** An urn in its niche, whose right ended yesterday. */
beforeEach(async () => {
  await admin.call(houseApi.save, { body: sampleHouse })
  urn = await makeUrn(testApp.context, clerk)
  await moveTogether(urn, 'place', [clerk, admin])
  family = await testApp.signIn(urn.owner)
  ;({ number, rightID, endsOn } = await endRight(testApp.context, urn.bookingID))
})

/** Sessions do not last that long, so everybody signs in again. */
async function travelTo(day: string) {
  testApp.time.now = toInstant(day, '10:00')
  for (const who of [clerk, colleague, admin, stranger, family]) Object.assign(who, await testApp.signIn(who.person))
}

const detail = async (of = number) => (await clerk.call(rightApi.detail, { params: { number: of } })).body
const afterEnd = async () => (await detail()).afterEnd ?? expect.unreachable()
const record = async (position: number, note = '') =>
  codeOf(await clerk.call(rightApi.recordStep, { body: { number, position, note } }))
const clear = async (who: SignedInCaller = clerk, of = number) =>
  codeOf(await who.call(rightApi.clearNiche, { body: { number: of, shelf, reason } }))
const answer = async (given: 'goOn' | 'takeUrns') =>
  codeOf(await clerk.call(rightApi.recordAnswer, { body: { number, answer: given, reason } }))
const waiting = async () => (await admin.call(rightApi.waiting)).body
const confirmClearing = async (who: SignedInCaller) => codeOf(await confirmAs(who, number))
const takeOut = async () => codeOf(await clerk.call(urnApi.confirm, { body: confirmation(urn, 'takeOut') }))

/** Every step of the list of the house, each on its first day. */
async function recordAll() {
  for (let next = (await afterEnd()).next; next.name !== null; next = (await afterEnd()).next) {
    await travelTo(next.from)
    expect(await record(next.position)).toBe('done')
  }
}

test('steps are recorded in order, once each and not before their day, with date and person, by clerks only', async () => {
  expect(await waiting()).toEqual({ heard: 0, due: 1, claims: 0 })
  expect(await record(1)).toBe('STEP_NOT_NEXT')
  for (const who of [admin, family])
    expect((await who.call(rightApi.recordStep, { body: { number, position: 0 } })).status).toBe(403)
  const today = toDay(testApp.time.now)
  expect(await record(0, 'The number is not in use.')).toBe('done')
  expect(await record(0)).toBe('STEP_NOT_NEXT')
  expect(await record(1)).toBe('STEP_NOT_NEXT')
  expect(await waiting()).toEqual({ heard: 0, due: 0, claims: 0 })
  const { steps, next } = await afterEnd()
  expect(steps.map(({ name, on, by, note }) => [name, on, by, note])).toEqual([
    ['Telephone', today, clerk.person.fullName, 'The number is not in use.'],
    ['Letter', null, '', ''],
    ['Notice at the niche', null, '', ''],
    ['Newspaper', null, '', ''],
  ])
  expect(next).toMatchObject({ name: 'Letter', from: addDays(today, 30) })
  const listed = (await clerk.call(rightApi.list, { query: { state: 'ended' } })).body
  expect(listed).toMatchObject([{ number, next: { name: 'Letter', from: addDays(today, 30) } }])
  await travelTo(addDays(today, 29))
  expect(await record(1)).toBe('STEP_NOT_NEXT')
  await travelTo(addDays(today, 30))
  expect((await clerk.call(rightApi.list, { query: { waits: 'due' } })).body).toHaveLength(1)
  expect(await record(1)).toBe('done')
  expect((await detail()).history.map(({ event, reason }) => [event, reason]).slice(-2)).toEqual([
    ['recordStep', 'Telephone. The number is not in use.'],
    ['recordStep', 'Letter.'],
  ])
  expect(await findInvariantsOfRights(testApp.context.db)).toEqual({})
})

test('a new list of the house counts for rights whose first step is not recorded, and no other', async () => {
  const other = await makeBooking(testApp.context, stranger.person, { status: 'Confirmed' })
  const { number: second } = await endRight(testApp.context, other.bookingID)
  expect(await record(0)).toBe('done')
  const body = { steps: 'Visit: 10\nLetter: 20' }
  expect((await clerk.call(rightRulesApi.saveEndSteps, { body })).status).toBe(403)
  expect((await admin.call(rightRulesApi.saveEndSteps, { body: { steps: 'Visit' } })).status).toBe(400)
  expect((await admin.call(rightRulesApi.saveEndSteps, { body })).status).toBe(200)
  expect((await admin.call(rightRulesApi.endSteps)).body).toEqual(body)
  expect((await afterEnd()).steps).toHaveLength(4)
  expect((await detail(second)).afterEnd?.steps.map(({ name }) => name)).toEqual(['Visit', 'Letter'])
})

test('an urn whose right has ended stays in its niche in month 23, and after 24 months two people, one of them an admin, let it be taken to a named shelf', async () => {
  await admin.call(rightRulesApi.saveEndSteps, { body: { steps: 'Telephone: 30\nLetter: 90' } })
  await recordAll()
  await travelTo(addMonths(endsOn, 23))
  expect([await clear(), await takeOut()]).toEqual(['STEPS_NOT_OVER', 'RIGHT_WAITS'])
  await travelTo(addMonths(endsOn, 24))
  expect(await clear()).toBe('STEPS_NOT_OVER')
  await travelTo(addDays(addMonths(endsOn, 24), 1))
  const { mayClear, steps } = await afterEnd()
  expect(mayClear).toBe(true)
  expect([await clear(), await takeOut()]).toEqual(['done', 'RIGHT_WAITS'])
  expect(await readWhat(admin)).toContain(`All steps were made until ${formatDay(steps.at(-1)?.on ?? '')}.`)
  expect(await confirmClearing(colleague)).toBe('SECOND_NOT_ADMIN')
  expect(await confirmClearing(admin)).toBe('done')
  expect((await afterEnd()).clearedTo).toBe(shelf)
  expect(await readUrn(clerk, urn)).toMatchObject({ place: 'niche' })

  expect((await moveTogether(urn, 'takeOut', [clerk, colleague])).body).toEqual({ state: 'done' })
  expect((await putOnShelf(clerk, urn, 'Elsewhere')).refusal.errors).toMatchObject({
    shelf: expect.stringContaining(shelf),
  })
  expect((await putOnShelf(clerk, urn, shelf)).status).toBe(200)
  expect(await readNicheStatus(clerk, urn.nicheID)).toBe('Occupied')
  expect((await detail()).state).toBe('ended')
  expect((await moveTogether(urn, 'place', [clerk, colleague])).body).toEqual({ state: 'done' })
  expect((await moveTogether(urn, 'takeOut', [clerk, colleague])).body).toEqual({ state: 'done' })
  expect((await moveTogether(urn, 'release', [clerk, colleague])).body).toEqual({ state: 'done' })
  expect(await readNicheStatus(clerk, urn.nicheID)).toBe('Occupied')
  expect((await clerk.call(bookingApi.archive, { body: { bookingID: urn.bookingID } })).status).toBe(200)
  expect((await detail()).state).toBe('surrendered')
  expect(await findInvariantsOfRights(testApp.context.db)).toEqual({})
})

test('a family that appears stops everything at once, also what two people have agreed on, until a clerk records what was agreed', async () => {
  await recordAll()
  await travelTo((await afterEnd()).next.from)
  expect([await clear(admin), await confirmClearing(clerk)]).toEqual(['done', 'done'])
  expect((await stranger.call(rightApi.askToTalk, { body: { number } })).status).toBe(404)
  const ask = async () => codeOf(await family.call(rightApi.askToTalk, { body: { number } }))
  expect([await ask(), await ask()]).toEqual(['done', 'done'])
  const told = await testApp.letters({ to: family.person.email, kind: 'right-in-your-name' })
  expect(told.map(({ text }) => text)).toEqual([expect.stringContaining('You want to talk with us about the niche.')])
  const [own] = (await family.call(bookingApi.ofUser, { query: { userID: family.person.userID } })).body
  expect(own?.right?.heardAt).toBe(testApp.time.now.toISOString())
  expect(await waiting()).toEqual({ heard: 1, due: 0, claims: 0 })
  expect((await clerk.call(rightApi.list, { query: { waits: 'heard' } })).body).toMatchObject([{ number }])
  expect([await takeOut(), await clear()]).toEqual(['RIGHT_WAITS', 'FAMILY_TO_HEAR'])
  expect((await afterEnd()).clearedTo).toBeNull()

  expect([await answer('goOn'), await answer('goOn')]).toEqual(['done', 'ALREADY_SETTLED'])
  /** The days after the last step begin again. */
  expect(await clear()).toBe('STEPS_NOT_OVER')
  await travelTo(addDays(toDay(testApp.time.now), 90))
  expect(await clear()).toBe('done')
  const contact = { number, reason: 'The son called.' }
  expect((await clerk.call(rightApi.recordFamilyContact, { body: contact })).status).toBe(200)
  expect((await admin.call(secondPersonApi.list)).body).toEqual([])
  expect(await clear()).toBe('FAMILY_TO_HEAR')
  expect((await detail()).history.filter(({ event }) => event === 'askToTalk')).toMatchObject([
    { by: family.person.fullName, reason: null },
    { by: clerk.person.fullName, reason: 'The son called.' },
  ])
})

test('no step is recorded while a family waits to be heard, and its own word opens the niche before the steps are over', async () => {
  expect(await record(0)).toBe('done')
  await family.call(rightApi.askToTalk, { body: { number } })
  await travelTo((await afterEnd()).next.from)
  expect(await record(1)).toBe('FAMILY_TO_HEAR')
  expect(await answer('takeUrns')).toBe('done')
  expect(await record(1)).toBe('STEP_NOT_NEXT')
  expect(await afterEnd()).toMatchObject({ areUrnsAsked: true, mayClear: true, next: { name: null } })
  expect([await clear(colleague), await takeOut()]).toEqual(['done', 'RIGHT_WAITS'])
  expect(await confirmClearing(admin)).toBe('done')
  expect((await moveTogether(urn, 'takeOut', [clerk, colleague])).body).toEqual({ state: 'done' })
})

const readWhat = async (who: SignedInCaller) =>
  (await who.call(secondPersonApi.list)).body.find(({ act }) => act === 'clearNiche')?.what ?? ''

test('whoever recorded that a family asks for its urns neither asks nor confirms, the second person reads who recorded it, and the holders get a letter', async () => {
  await family.call(rightApi.askToTalk, { body: { number } })
  expect(await answer('takeUrns')).toBe('done')
  const [letter, ...others] = await testApp.letters({ to: family.person.email, kind: 'right-news' })
  expect(others).toEqual([])
  for (const words of ['The family wants its urns back', clerk.person.fullName, 'please call us'])
    expect(letter?.text).toContain(words)
  expect(await clear()).toBe('SETTLED_BY_ANOTHER')
  expect(await clear(admin)).toBe('done')
  const today = formatDay(toDay(testApp.time.now))
  const sentence = `${clerk.person.fullName} recorded on ${today} that the family asks for its urns.`
  expect(await readWhat(colleague)).toContain(sentence)
  const [request] = (await admin.call(secondPersonApi.list)).body
  const body = { requestID: request?.requestID ?? '' }
  expect(codeOf(await clerk.call(secondPersonApi.confirm, { body }))).toBe('SETTLED_BY_ANOTHER')
  expect(codeOf(await colleague.call(secondPersonApi.confirm, { body }))).toBe('done')
})

test('where a house has one clerk and one admin, the clerk who recorded the answer confirms what the admin asks', async () => {
  await testApp.context.db.update(users).set({ role: 'user' }).where(eq(users.userID, colleague.person.userID))
  await family.call(rightApi.askToTalk, { body: { number } })
  expect(await answer('takeUrns')).toBe('done')
  expect(await clear()).toBe('SETTLED_BY_ANOTHER')
  expect([await clear(admin), await confirmClearing(clerk)]).toEqual(['done', 'done'])
})

test('the urns of a niche are not cleared while somebody asks to follow its holder', async () => {
  await family.call(rightApi.askToTalk, { body: { number } })
  expect(await answer('takeUrns')).toBe('done')
  expect(await clear(colleague)).toBe('done')
  await askClaim(clerk, number)
  expect([await clear(colleague), await confirmClearing(admin)]).toEqual(['CLAIM_OPEN', 'CLAIM_OPEN'])
})

test('the urns of a niche are not cleared while an objection is open, also if it came after somebody had asked', async () => {
  await family.call(rightApi.askToTalk, { body: { number } })
  expect(await answer('takeUrns')).toBe('done')
  expect(await clear(colleague)).toBe('done')
  await object(clerk, number)
  expect([await clear(colleague), await confirmClearing(admin)]).toEqual(['RIGHT_BLOCKED', 'RIGHT_BLOCKED'])
})

/** All steps are made in silence, and two people have agreed on a shelf. */
async function clearInSilence() {
  await admin.call(rightRulesApi.saveEndSteps, { body: { steps: 'Letter: 90' } })
  await recordAll()
  await travelTo((await afterEnd()).next.from)
  expect([await clear(), await confirmClearing(admin)]).toEqual(['done', 'done'])
}

test('an urn that two people have cleared after all steps is taken out without the agreement of its holders, and is not released without it', async () => {
  await addHolder(testApp.context, rightID, 'Tan Ah Lian')
  await clearInSilence()
  expect((await moveTogether(urn, 'takeOut', [clerk, colleague])).body).toEqual({ state: 'done' })
  expect(codeOf(await clerk.call(urnApi.confirm, { body: confirmation(urn, 'release') }))).toBe('HOLDERS_MISSING')
})

test('where one of several holders has asked for the urns, all agree before one is taken out, although two people have cleared the niche', async () => {
  await addHolder(testApp.context, rightID, 'Tan Ah Lian')
  await family.call(rightApi.askToTalk, { body: { number } })
  expect(await answer('takeUrns')).toBe('done')
  expect([await clear(colleague), await confirmClearing(admin)]).toEqual(['done', 'done'])
  expect(await takeOut()).toBe('HOLDERS_MISSING')
  const ask = { number, tag: urn.tag, event: 'takeOut' as const }
  expect(codeOf(await clerk.call(rightApi.askHolders, { body: ask }))).toBe('done')
  const agree = async () => {
    for (const { agreementID } of (await detail()).asked[0]?.holders ?? []) {
      const body = { number, agreementID: agreementID ?? '', agrees: true, by: 'letter' as const }
      expect(codeOf(await clerk.call(rightApi.recordAgreement, { body }))).toBe('done')
    }
  }
  await agree()
  expect((await moveTogether(urn, 'takeOut', [clerk, colleague])).body).toEqual({ state: 'done' })
})

test('while somebody asks to follow a holder, no urn leaves a niche that was cleared before, and the niche does not become available', async () => {
  const empty = await makeBooking(testApp.context, stranger.person, { status: 'Confirmed' })
  const { number: other, rightID: otherID } = await endRight(testApp.context, empty.bookingID)
  await setRight(testApp.context, otherID, { clearedTo: shelf })
  await clearInSilence()
  const override = async () => {
    const body = { nicheID: empty.nicheID, newStatus: 'Available' as const, reason }
    return codeOf(await admin.call(nicheApi.override, { body }))
  }
  const asked = [await askClaim(clerk, number), await askClaim(clerk, other)]
  const check = confirmation(urn, 'takeOut')
  expect([codeOf(await clerk.call(urnApi.check, { body: check })), await takeOut()]).toEqual([
    'CLAIM_OPEN',
    'CLAIM_OPEN',
  ])
  expect(await override()).toBe('CLAIM_OPEN')
  for (const { claimID } of asked) await clerk.call(claimApi.withdraw, { body: { claimID, reason } })
  expect((await moveTogether(urn, 'takeOut', [clerk, colleague])).body).toEqual({ state: 'done' })
  expect(await override()).toBe('done')
})

test('while an extension is charged, no urn leaves a niche that was cleared before, until the charge is waived', async () => {
  await clearInSilence()
  await setRight(testApp.context, rightID, { extensionYears: 10, extensionTimes: 2 })
  const priceID = await listPrice(testApp, admin, 'extension')
  const chargeID = '8a0c1f8e-3f43-4c43-9a5e-3a0d5cf1b8a2'
  const body = { chargeID, bookingID: urn.bookingID, priceID }
  expect(codeOf(await clerk.call(chargeApi.add, { body }))).toBe('done')
  expect(await takeOut()).toBe('EXTENSION_CHARGED')
  expect(codeOf(await clerk.call(chargeApi.waive, { body: { chargeID, reason } }))).toBe('done')
  expect((await moveTogether(urn, 'takeOut', [clerk, colleague])).body).toEqual({ state: 'done' })
})

/** Ways in which somebody holds the right who did not when its niche was cleared. In the demo one person decides alone. */
const newHolders: Record<string, () => Promise<string>> = {
  'somebody has followed the holder': async () => {
    const { claimID } = await askClaim(clerk, number)
    await travelTo(addDays(toDay(testApp.time.now), 15))
    return codeOf(await clerk.call(claimApi.decide, { body: { claimID, isFor: true, reason } }))
  },
  'a further holder is added': async () =>
    codeOf(await clerk.call(rightApi.saveHolder, { body: { number, name: 'Tan Ah Lian', reason } })),
  'the holder is corrected to somebody else': async () => {
    const holderID = (await detail()).holders[0]?.holderID
    return codeOf(await clerk.call(rightApi.saveHolder, { body: { number, holderID, name: 'Ong Bee Choo', reason } }))
  },
}

test.each(Object.entries(newHolders))(
  'once %s, a niche is cleared no more, and the days after the last step begin again',
  async (_, change) => {
    await clearInSilence()
    expect(await change()).toBe('done')
    expect(await afterEnd()).toMatchObject({ clearedTo: null, mayClear: false })
    expect([await takeOut(), await clear()]).toEqual(['RIGHT_WAITS', 'STEPS_NOT_OVER'])
    await travelTo(addDays(toDay(testApp.time.now), 90))
    expect(await clear()).toBe('done')
  },
)

test('once somebody has followed a holder whose family asked for the urns, the steps go on', async () => {
  await family.call(rightApi.askToTalk, { body: { number } })
  expect(await answer('takeUrns')).toBe('done')
  expect([await clear(colleague), await confirmClearing(admin)]).toEqual(['done', 'done'])
  expect(await newHolders['somebody has followed the holder']?.()).toBe('done')
  expect(await afterEnd()).toMatchObject({ clearedTo: null, areUrnsAsked: false, next: { name: 'Telephone' } })
})

test('a holder whose name is spelt otherwise leaves a niche cleared', async () => {
  const { db } = testApp.context
  await db.update(users).set({ fullName: 'Tan Ah Kow' }).where(eq(users.userID, family.person.userID))
  await clearInSilence()
  const [holder] = (await detail()).holders
  const body = { number, holderID: holder?.holderID, name: 'TAN AH-KOW', reason }
  expect(codeOf(await clerk.call(rightApi.saveHolder, { body }))).toBe('done')
  expect((await afterEnd()).clearedTo).toBe(shelf)
})

test('a clerk who holds the right records no step and no answer, and neither asks that its urns are taken out nor confirms it', async () => {
  const { db, vault } = testApp.context
  const own = { nricSealed: vault.seal(clerk.person.nric), name: 'Me', addedAt: testApp.time.now }
  await db.insert(rightHolders).values({ rightID, ...own })
  const given = async (who: SignedInCaller) =>
    codeOf(await who.call(rightApi.recordAnswer, { body: { number, answer: 'takeUrns', reason } }))
  expect(await record(0)).toBe('CLAIM_OF_OWN')
  expect(codeOf(await colleague.call(rightApi.recordStep, { body: { number, position: 0 } }))).toBe('done')
  await family.call(rightApi.askToTalk, { body: { number } })
  expect([await given(clerk), await given(colleague)]).toEqual(['CLAIM_OF_OWN', 'done'])
  expect([await clear(), await clear(admin)]).toEqual(['CLAIM_OF_OWN', 'done'])
  /** Whoever recorded the answer confirms, because the only other clerk is a party. */
  const [request] = (await admin.call(secondPersonApi.list)).body
  const body = { requestID: request?.requestID ?? '' }
  expect(codeOf(await clerk.call(secondPersonApi.confirm, { body }))).not.toBe('done')
  expect(codeOf(await colleague.call(secondPersonApi.confirm, { body }))).toBe('done')
})

test('a right that was extended begins its steps anew after its next end', async () => {
  await recordAll()
  const { db } = testApp.context
  await db.update(rights).set({ state: 'living', heardAt: testApp.time.now, clearedTo: shelf })
  await endTerms(testApp.context)
  expect((await afterEnd()).steps.filter(({ on }) => on !== null)).toEqual([])
  expect(await afterEnd()).toMatchObject({ clearedTo: null, next: { position: 0 } })
})

test('no job and no call takes an urn out or frees a niche after the end of its right', async () => {
  const listed = await makeListedUrn(testApp.context)
  const empty = await makeBooking(testApp.context, stranger.person, { status: 'Confirmed' })
  const preOrder = await makeBooking(testApp.context, stranger.person, { status: 'Confirmed', type: 'PreOrder' })
  for (const { bookingID } of [listed, empty, preOrder]) await endRight(testApp.context, bookingID)
  const ways = async () => {
    const of = ({ bookingID }: { bookingID: string }) => ({ body: { bookingID, reason } })
    const override = ({ nicheID }: { nicheID: string }) =>
      admin.call(nicheApi.override, { body: { nicheID, newStatus: 'Available', reason } })
    return [
      await takeOut(),
      codeOf(await clerk.call(urnApi.check, { body: confirmation(urn, 'takeOut') })),
      codeOf(await clerk.call(urnApi.confirm, { body: confirmation(listed, 'disprove') })),
      codeOf(await clerk.call(bookingApi.archive, of(empty))),
      codeOf(await clerk.call(bookingApi.reopen, of(empty))),
      codeOf(await clerk.call(bookingApi.release, of(preOrder))),
      codeOf(await clerk.call(bookingApi.reopen, of(preOrder))),
      codeOf(await override(empty)),
      codeOf(await override(preOrder)),
    ]
  }
  const isRefused = Array.from({ length: 9 }, () => 'RIGHT_WAITS')
  expect(await ways()).toEqual(isRefused)
  /** In the minute before the job notes it, too. */
  await testApp.context.db.update(rights).set({ state: 'living' })
  expect(await ways()).toEqual(isRefused)
  for (const months of [1, 23, 24, 240]) {
    await travelTo(addMonths(endsOn, months))
    await runAllJobsOnce(testApp.context)
  }
  expect(await ways()).toEqual(isRefused)
  expect((await testApp.context.db.select().from(rights)).map(({ state }) => state)).toEqual(
    Array.from({ length: 4 }, () => 'ended'),
  )
  expect(await readUrn(clerk, urn)).toMatchObject({ place: 'niche' })
  expect(await readUrn(clerk, listed)).toMatchObject({ place: 'listed' })
  for (const { nicheID } of [urn, listed, empty, preOrder])
    expect(await readNicheStatus(clerk, nicheID)).not.toBe('Available')
})
