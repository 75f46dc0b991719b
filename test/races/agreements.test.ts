import { beforeEach, expect, test } from 'vitest'
import { rightApi } from '#contract/rights/api.ts'
import { urnApi } from '#contract/urns/api.ts'
import { inTransaction } from '#server/core/context.ts'
import { recordAgreement } from '#server/rights/agreements.ts'
import { readMissing } from '#server/rights/public.ts'
import { addHolder, readRight, rightOf } from '../right-factory.ts'
import { prepareCaller } from '../test-app.ts'
import { confirmation, type MadeUrn, makeUrn, readUrn } from '../urn-factory.ts'
import { isPostgres, prepareReplicas, waitUntilBlocked } from './replicas.ts'

const { testApp, at, contextOf } = prepareReplicas()
const clerk = prepareCaller(testApp, 'staff', 'each')
const colleague = prepareCaller(testApp, 'staff', 'each')
/** Takes no part in the move, so no lock of an account keeps the two from meeting. */
const recorder = prepareCaller(testApp, 'staff', 'each')

let urn: MadeUrn
let number: string
let agreementIDs: string[]
let attemptID: string | undefined
/** Both holders have agreed to a release, and the first person has confirmed it. Taking out locks the right for another reason, too. */
beforeEach(async () => {
  urn = await makeUrn(testApp.context, clerk)
  const right = await rightOf(testApp.context, urn.bookingID)
  number = right.number
  await addHolder(testApp.context, right.rightID, 'Tan Ah Lian')
  await clerk.call(rightApi.askHolders, { body: { number, tag: urn.tag, event: 'release' } })
  const [asked] = (await readRight(clerk, number)).asked
  agreementIDs = asked?.holders.flatMap(({ agreementID }) => agreementID ?? []) ?? []
  for (const agreementID of agreementIDs)
    await clerk.call(rightApi.recordAgreement, { body: { number, agreementID, agrees: true, by: 'counter' } })
  const begun = (await clerk.call(urnApi.confirm, { body: confirmation(urn, 'release') })).body
  attemptID = begun.state === 'waiting' ? begun.attemptID : undefined
})

const takenBack = () => ({ number, agreementID: agreementIDs[1] ?? '', agrees: false })
const confirmSecond = () => at(colleague).call(urnApi.confirm, { body: confirmation(urn, 'release', { attemptID }) })

test.runIf(isPostgres)(
  'an urn does not leave by somebody who confirms while a holder takes the agreement back',
  async () => {
    let confirmed: ReturnType<typeof confirmSecond> | undefined
    await inTransaction(contextOf(recorder), async (context) => {
      await recordAgreement(context, takenBack())
      confirmed = confirmSecond()
      await waitUntilBlocked(testApp.database)
    })
    expect((await confirmed)?.refusal.code).toBe('HOLDERS_MISSING')
    expect((await readUrn(clerk, urn)).place).toBe('counter')
  },
)

test.runIf(isPostgres)(
  'without the lock whoever confirms would still read the agreement, so the test above can fail',
  async () => {
    await inTransaction(contextOf(recorder), async (context) => {
      await recordAgreement(context, takenBack())
      expect(await readMissing(testApp.context, urn, 'release')).toBeNull()
    })
    expect(await readMissing(testApp.context, urn, 'release')).toMatchObject({ names: ['Tan Ah Lian'] })
  },
)

test('a holder who takes the agreement back and somebody who confirms at the same moment come one after the other', async () => {
  const [confirmed, taken] = await Promise.all([
    confirmSecond(),
    at(recorder).call(rightApi.recordAgreement, { body: takenBack() }),
  ])
  const { place } = await readUrn(clerk, urn)
  if (confirmed.status === 200) expect([taken.refusal.code, place]).toEqual(['NOT_FOUND', 'family'])
  else expect([confirmed.refusal.code, taken.status, place]).toEqual(['HOLDERS_MISSING', 200, 'counter'])
})
