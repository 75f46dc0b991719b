import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { chargeApi } from '#contract/charges/api.ts'
import { houseApi } from '#contract/house/api.ts'
import { urnApi } from '#contract/urns/api.ts'
import { inTransaction } from '#server/core/context.ts'
import { findBlock } from '#server/rights/blocks.ts'
import { recordObjection } from '#server/rights/objections.ts'
import { requireUnblocked } from '#server/rights/public.ts'
import { makeBooking } from '../booking-factory.ts'
import { listPrice } from '../price-factory.ts'
import { makeEnding, object, readRight, rightOf } from '../right-factory.ts'
import { findInvariantsOfRights } from '../rights.ts'
import { sampleHouse } from '../sample-house.ts'
import { prepareCaller } from '../test-app.ts'
import { confirmation, makeUrn } from '../urn-factory.ts'
import { isPostgres, prepareReplicas, waitUntilBlocked } from './replicas.ts'

const { testApp, at, contextOf } = prepareReplicas()
const daughter = prepareCaller(testApp, 'user', 'each')
const clerk = prepareCaller(testApp, 'staff', 'each')
const colleague = prepareCaller(testApp, 'staff', 'each')
const admin = prepareCaller(testApp, 'admin', 'each')

interface Moving {
  bookingID: string
  move: () => Promise<{ status: number; refusal: { code: string } }>
}

async function release(): Promise<Moving> {
  const state = { status: 'Confirmed', type: 'PreOrder' } as const
  const { bookingID } = await makeBooking(testApp.context, daughter.person, state)
  return { bookingID, move: () => at(clerk).call(bookingApi.release, { body: { bookingID, reason: 'A test' } }) }
}

async function placement(): Promise<Moving> {
  const urn = await makeUrn(testApp.context, clerk)
  return {
    bookingID: urn.bookingID,
    move: () => at(clerk).call(urnApi.confirm, { body: confirmation(urn, 'place') }),
  }
}

async function extension(): Promise<Moving> {
  const { bookingID } = await makeBooking(testApp.context, daughter.person, { status: 'Confirmed' })
  await makeEnding(testApp.context, bookingID)
  const priceID = await listPrice(testApp, admin, 'extension')
  return {
    bookingID,
    move: () => at(clerk).call(chargeApi.add, { body: { chargeID: randomUUID(), bookingID, priceID } }),
  }
}

const kinds = { release, placement, extension }
const names = Object.keys(kinds) as (keyof typeof kinds)[]
beforeEach(async () => {
  await admin.call(houseApi.save, { body: sampleHouse })
})

const words = { name: 'Tan Ah Beng', words: 'No', by: 'phone', email: '', address: '' } as const

/** Records an objection, does something before it is committed, and commits it. */
const objectWhile = (number: string, work: () => Promise<unknown>) =>
  inTransaction(contextOf(colleague), async (context) => {
    await recordObjection(context, { number, ...words })
    await work()
  })

test.runIf(isPostgres).each(names)(
  'the %s that begins while an objection is being recorded waits for it, and is refused',
  async (name) => {
    const { bookingID, move } = await kinds[name]()
    const { number } = await rightOf(testApp.context, bookingID)
    let moved: ReturnType<Moving['move']> | undefined
    await objectWhile(number, async () => {
      moved = move()
      await waitUntilBlocked(testApp.database)
    })
    expect((await moved)?.refusal.code).toBe('RIGHT_BLOCKED')
  },
)

test.runIf(isPostgres)('without the lock the move would read no objection, so the test above can fail', async () => {
  const { bookingID } = await release()
  const { number, rightID } = await rightOf(testApp.context, bookingID)
  const named = { rightID, number: 1 }
  await objectWhile(number, async () => {
    expect(await findBlock(testApp.context.db, named)).toBeUndefined()
  })
  expect((await findBlock(testApp.context.db, named))?.code).toBe('RIGHT_BLOCKED')
})

test.runIf(isPostgres)('an objection that arrives during a move waits until it is done', async () => {
  const { bookingID } = await release()
  const { number } = await rightOf(testApp.context, bookingID)
  let objected: ReturnType<typeof object> | undefined
  await inTransaction(testApp.context, async (context) => {
    await requireUnblocked(context, bookingID)
    objected = object(at(colleague), number)
    await waitUntilBlocked(testApp.database)
  })
  expect((await objected)?.status).toBe(200)
})

test('a release and an objection at the same moment come one after the other, and a niche whose right is blocked is not released', async () => {
  for (let round = 0; round < 10; round++) {
    const { bookingID, move } = await release()
    const { number } = await rightOf(testApp.context, bookingID)
    const [moved, objected] = await Promise.all([move(), object(at(colleague), number)])
    const { state, history } = await readRight(clerk, number)
    if (moved.status === 200) expect([objected.status, state]).toEqual([404, 'surrendered'])
    else expect([moved.refusal.code, objected.status, state]).toEqual(['RIGHT_BLOCKED', 200, 'living'])
    expect(history).toHaveLength(2)
  }
  expect(await findInvariantsOfRights(testApp.context.db)).toEqual({})
}, 120_000)
