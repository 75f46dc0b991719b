import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { dashboardApi } from '#contract/dashboard/api.ts'
import { addMonths, toDay } from '#contract/dates.ts'
import { rightApi } from '#contract/rights/api.ts'
import { claimApi } from '#contract/rights/claim-api.ts'
import { registerEntries, rightHolders, rightLetters } from '#server/database/schema.ts'
import { makeImportedBooking } from '#test/imported-booking.ts'
import { addHolder, askClaim, readRight, setEnd, setRight } from '#test/right-factory.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { writeAboutEnds } from './write-about-ends.ts'

const testApp = prepareTestApp({}, 'each')
const clerk = prepareCaller(testApp, 'staff', 'each')
const admin = prepareCaller(testApp, 'admin', 'each')

let bookingID: string
let number: string
let rightID: string
/** A letter to a holder without an email address, which was posted. */
let letterID: string
beforeEach(async () => {
  const { db } = testApp.context
  bookingID = await makeImportedBooking(testApp.context)
  await db.update(registerEntries).set({ holderEmail: '' }).where(eq(registerEntries.bookingID, bookingID))
  ;({ number, rightID } = await setEnd(testApp.context, bookingID, addMonths(toDay(testApp.time.now), 3)))
  await writeAboutEnds(testApp.context)
  letterID = (await toPost())[0]?.letterID ?? ''
  await clerk.call(rightApi.recordPosted, { body: { letterIDs: [letterID] } })
})

const toPost = async () => (await clerk.call(rightApi.lettersToPost)).body
const posted = async (right = '') => (await clerk.call(rightApi.postedLetters, { query: { right } })).body
const tasks = async () => (await clerk.call(dashboardApi.today)).body.returnedLetters
const cameBack = (id = letterID) => clerk.call(rightApi.letterCameBack, { body: { letterID: id } })
const printAgain = (id = letterID, checked = false) =>
  clerk.call(rightApi.printAgain, { body: { letterID: id, checked } })
const dismiss = (reason = 'The family has moved away.') =>
  clerk.call(rightApi.dismissReturned, { body: { letterID, reason } })

test('a posted letter is found by the number of its right', async () => {
  expect(await posted()).toMatchObject([{ letterID, number, holder: 'Ng Boon Teck', months: 3, cameBackAt: null }])
  expect(await posted(number)).toHaveLength(1)
  expect(await posted('R-999999')).toEqual([])
  expect(await posted('no number')).toEqual([])
})

test('hundreds of posted letters of equal times are read page by page, those that came back first, complete and without duplicates', async () => {
  const { db } = testApp.context
  await cameBack()
  const letters = await db.select().from(rightLetters).where(eq(rightLetters.letterID, letterID))
  const copy = (times: number, changes: Partial<(typeof letters)[number]> = {}) =>
    Array.from({ length: times }, () => letters.map((row) => ({ ...row, ...changes, letterID: randomUUID() }))).flat()
  await db
    .insert(rightLetters)
    .values([...copy(119), ...copy(150, { cameBackAt: null, cameBackByID: null, addressSealed: null })])
  const pages: Awaited<ReturnType<typeof posted>>[] = []
  let cursor: string | undefined
  do {
    const { body, headers } = await clerk.call(rightApi.postedLetters, { query: cursor ? { cursor } : {} })
    pages.push(body)
    cursor = /cursor=([\w-]+)/.exec(String(headers.link))?.[1]
  } while (cursor)
  expect(pages.map(({ length }) => length)).toEqual([100, 100, 70])
  const listed = pages.flat()
  expect(new Set(listed.map(({ letterID }) => letterID)).size).toBe(270)
  expect(listed.map(({ cameBackAt }) => cameBackAt !== null)).toEqual([
    ...Array(120).fill(true),
    ...Array(150).fill(false),
  ])
})

test('a letter that came back is a task until it is printed again with the corrected address', async () => {
  expect(await tasks()).toBe(0)
  expect((await cameBack()).status).toBe(200)
  expect((await cameBack()).refusal.code).toBe('ALREADY_SETTLED')
  expect([await tasks(), await toPost()]).toEqual([1, []])
  for (const list of [await posted(), await posted(number)])
    expect(list).toMatchObject([{ letterID, cameBackAt: expect.any(String) }])
  const addressSealed = testApp.context.vault.seal('9 New Road')
  await testApp.context.db.update(rightHolders).set({ addressSealed }).where(eq(rightHolders.rightID, rightID))
  expect((await printAgain()).status).toBe(200)
  expect((await printAgain()).refusal.code).toBe('ALREADY_SETTLED')
  expect([await tasks(), await posted()]).toEqual([0, []])
  const [again, ...others] = await toPost()
  expect(again).toMatchObject({ holder: 'Ng Boon Teck', address: '9 New Road', months: 3 })
  expect([again?.letterID === letterID, others]).toEqual([false, []])
  /** The job does not write it a third time. */
  await writeAboutEnds(testApp.context)
  expect(await toPost()).toHaveLength(1)
  const actions = (await testApp.auditEntries({ subject: rightID })).map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['right.letter_returned', 'right.letter_printed_again']))
})

test('a letter is not printed again for the address from which it came back, unless a clerk has checked it', async () => {
  const { db, vault } = testApp.context
  const setAddress = (address: string) =>
    db
      .update(rightHolders)
      .set({ addressSealed: vault.seal(address) })
      .where(eq(rightHolders.rightID, rightID))
  await setAddress('1 Hill Street')
  await cameBack()
  expect((await posted())[0]).toMatchObject({ address: '1 Hill Street', isAddressNew: false })
  expect((await printAgain()).refusal.code).toBe('ADDRESS_UNCHANGED')
  expect(await toPost()).toEqual([])
  await setAddress('9 New Road')
  expect((await posted())[0]).toMatchObject({ address: '9 New Road', isAddressNew: true })
  await setAddress('1 Hill Street')
  expect((await printAgain(letterID, true)).status).toBe(200)
  expect(await toPost()).toMatchObject([{ address: '1 Hill Street' }])
  const [entry] = await testApp.auditEntries({ action: 'right.letter_printed_again' })
  expect(entry?.details).toMatchObject({ addressChecked: true })
})

test('a letter that came back is dismissed with a reason, once', async () => {
  await cameBack()
  expect((await dismiss('')).status).toBe(400)
  expect((await dismiss()).status).toBe(200)
  expect((await dismiss()).refusal.code).toBe('ALREADY_SETTLED')
  expect([await tasks(), await toPost()]).toEqual([0, []])
  const [entry] = await testApp.auditEntries({ action: 'right.letter_dismissed' })
  expect(entry).toMatchObject({ subject: rightID, details: { reason: 'The family has moved away.' } })
})

test('a letter that came back is not printed again once its right was extended, and can be dismissed', async () => {
  await cameBack()
  const endsOn = addMonths(toDay(testApp.time.now), 120)
  await setRight(testApp.context, rightID, { endsOn })
  expect((await printAgain()).refusal.code).toBe('LETTER_OUTDATED')
  expect((await dismiss()).status).toBe(200)
})

test('a letter about a claim is printed again with the corrected address, until the claim has ended', async () => {
  const { db, vault } = testApp.context
  await addHolder(testApp.context, rightID, 'Tan Ah Lian', '1 Hill Street')
  const { claimID } = await askClaim(clerk, number)
  const comesBack = async () => {
    const [letter] = await toPost()
    await clerk.call(rightApi.recordPosted, { body: { letterIDs: [letter?.letterID ?? ''] } })
    expect((await cameBack(letter?.letterID)).status).toBe(200)
    return letter
  }
  const first = await comesBack()
  expect(first).toMatchObject({ holder: 'Tan Ah Lian', address: '1 Hill Street', isAboutClaim: true, months: null })
  expect((await posted())[0]).toMatchObject({ letterID: first?.letterID, isAboutClaim: true })
  const [entry] = await testApp.auditEntries({ action: 'right.letter_returned' })
  expect(entry).toMatchObject({ subject: rightID, details: { claim: claimID } })
  const corrected = { addressSealed: vault.seal('9 New Road') }
  await db.update(rightHolders).set(corrected).where(eq(rightHolders.name, 'Tan Ah Lian'))
  expect((await printAgain(first?.letterID)).status).toBe(200)
  expect((await readRight(clerk, number)).claims[0]).toMatchObject({ emailed: 0, posted: 0, unposted: 1 })
  const again = await comesBack()
  expect(again).toMatchObject({ holder: 'Tan Ah Lian', address: '9 New Road', text: first?.text })
  await clerk.call(claimApi.withdraw, { body: { claimID, reason: 'By phone.' } })
  expect((await printAgain(again?.letterID)).refusal.code).toBe('LETTER_OUTDATED')
})

test('a letter that was not posted cannot come back, and an admin reads the list without recording anything', async () => {
  await cameBack()
  await printAgain(letterID, true)
  const [again] = await toPost()
  expect((await cameBack(again?.letterID)).refusal.code).toBe('ALREADY_SETTLED')
  expect((await admin.call(rightApi.postedLetters, { query: {} })).status).toBe(200)
  expect((await admin.call(rightApi.letterCameBack, { body: { letterID } })).status).toBe(403)
})
