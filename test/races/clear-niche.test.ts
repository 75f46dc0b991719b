import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { houseApi } from '#contract/house/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { rightApi } from '#contract/rights/api.ts'
import { secondPersonApi } from '#contract/second-person/api.ts'
import { addListed } from '#server/charges/add-charge.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { rights } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'
import { recordFamilyContact } from '#server/rights/after-end.ts'
import { listClaims } from '#server/rights/claim-queries.ts'
import { askClaim } from '#server/rights/claims.ts'
import { clearAsked } from '#server/rights/clear-niche.ts'
import { isExtensionCharged } from '#server/rights/extension-queries.ts'
import { makeBooking } from '../booking-factory.ts'
import { listPrice } from '../price-factory.ts'
import { endRight, setRight, shownHolder } from '../right-factory.ts'
import { findInvariantsOfRights } from '../rights.ts'
import { sampleHouse } from '../sample-house.ts'
import { prepareCaller } from '../test-app.ts'
import { isPostgres, prepareReplicas, waitUntilBlocked } from './replicas.ts'

const { testApp, at, contextOf } = prepareReplicas()
const family = prepareCaller(testApp, 'user', 'each')
const clerk = prepareCaller(testApp, 'staff', 'each')
const colleague = prepareCaller(testApp, 'staff', 'each')
const admin = prepareCaller(testApp, 'admin', 'each')

let bookingID: string
let nicheID: string
let number: string
let rightID: string
let priceID: string
const reason = 'A test'
/** A right that has ended, whose family has asked for its urns. A clerk has asked that they are taken to a shelf. */
beforeEach(async () => {
  const { context } = testApp
  await admin.call(houseApi.save, { body: sampleHouse })
  priceID = await listPrice(testApp, admin, 'extension')
  ;({ bookingID, nicheID } = await makeBooking(context, family.person, { status: 'Confirmed' }))
  ;({ number, rightID } = await endRight(context, bookingID))
  const rules = { extensionYears: 10, extensionTimes: 2 }
  await setRight(context, rightID, { ...rules, urnsAskedAt: testApp.time.now })
  const body = { number, shelf: 'Store room', reason }
  expect((await clerk.call(rightApi.clearNiche, { body })).status).toBe(200)
})

async function confirm() {
  const [request] = (await admin.call(secondPersonApi.list)).body
  return at(admin).call(secondPersonApi.confirm, { body: { requestID: request?.requestID ?? '' } })
}
const readStored = async () =>
  (await testApp.context.db.select().from(rights).where(eq(rights.rightID, rightID)))[0] ?? expect.unreachable()

interface Appearing {
  appear: (context: SignedInContext) => Promise<unknown>
  /** Whether the database says so to whoever reads without a lock. */
  isSeen: (db: Db) => Promise<boolean>
  refusal: string
  /** What keeps a niche that was cleared before from becoming available. */
  keeps: string
}
/** Ways in which a family appears. */
const ways: Record<string, Appearing> = {
  'wants to be heard': {
    appear: (context) => recordFamilyContact(context, { number, reason }),
    isSeen: async () => (await readStored()).heardAt !== null,
    refusal: 'SECOND_REQUEST_ENDED',
    keeps: 'RIGHT_WAITS',
  },
  'asks to follow a holder': {
    appear: async (context) => {
      const { holderID, name } = await shownHolder(clerk, number)
      const papers = { papers: 'Death certificate.', by: 'counter', kind: 'succession' } as const
      const claimant = { name: 'Tan Mei', nric: '', bornOn: '', guardian: '', address: '2 Hill Street', email: '' }
      return askClaim(context, { number, holderIDs: [holderID], holderNames: [name], ...papers, ...claimant })
    },
    isSeen: async (db) => (await listClaims(db, [rightID], { openOnly: true })).length > 0,
    refusal: 'CLAIM_OPEN',
    keeps: 'CLAIM_OPEN',
  },
  'extends its right': {
    appear: (context) => addListed(context, { chargeID: randomUUID(), bookingID, priceID }),
    isSeen: (db) => isExtensionCharged(db, rightID),
    refusal: 'EXTENSION_CHARGED',
    keeps: 'EXTENSION_CHARGED',
  },
}

test.runIf(isPostgres).each(Object.entries(ways))(
  'a niche is not cleared by somebody who confirms while its family %s, and waits for that',
  async (_, { appear, refusal }) => {
    let confirmed: ReturnType<typeof confirm> | undefined
    await inTransaction(contextOf(colleague), async (context) => {
      await appear(context)
      confirmed = confirm()
      await waitUntilBlocked(testApp.database)
    })
    expect((await confirmed)?.refusal.code).toBe(refusal)
    expect((await readStored()).clearedTo).toBeNull()
    expect(await findInvariantsOfRights(testApp.context.db)).toEqual({})
  },
)

test.runIf(isPostgres).each(Object.entries(ways))(
  'a niche that was cleared is not made available by an admin while its family %s, and the admin waits for that',
  async (_, { appear, keeps }) => {
    await setRight(testApp.context, rightID, { clearedTo: 'Store room' })
    const body = { nicheID, newStatus: 'Available' as const, reason }
    let freed: Promise<{ refusal: { code: string } }> | undefined
    await inTransaction(contextOf(colleague), async (context) => {
      await appear(context)
      freed = at(admin).call(nicheApi.override, { body })
      await waitUntilBlocked(testApp.database)
    })
    expect((await freed)?.refusal.code).toBe(keeps)
  },
)

test.runIf(isPostgres).each(Object.entries(ways))(
  'without the lock whoever confirms would not see that the family %s, so the test above can fail',
  async (_, { appear, isSeen }) => {
    await inTransaction(contextOf(colleague), async (context) => {
      await appear(context)
      expect(await isSeen(testApp.context.db)).toBe(false)
    })
    expect(await isSeen(testApp.context.db)).toBe(true)
  },
)

test.runIf(isPostgres)(
  'a family that appears while a niche is being cleared waits for that, and takes it back',
  async () => {
    let heard: Promise<{ status: number }> | undefined
    const asked = { subject: number, details: { shelf: 'Store room' }, reason, askedByID: clerk.person.userID }
    await inTransaction(contextOf(admin), async (context) => {
      await clearAsked(context, asked)
      heard = at(family).call(rightApi.askToTalk, { body: { number } })
      await waitUntilBlocked(testApp.database)
    })
    expect((await heard)?.status).toBe(200)
    expect(await readStored()).toMatchObject({ clearedTo: null, heardAt: expect.any(Date) })
  },
)

test('a family that appears and an admin who confirms at the same moment come one after the other, and the family wins', async () => {
  const [, heard] = await Promise.all([confirm(), at(family).call(rightApi.askToTalk, { body: { number } })])
  expect(heard.status).toBe(200)
  expect(await readStored()).toMatchObject({ clearedTo: null, heardAt: expect.any(Date) })
})
