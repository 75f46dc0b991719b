import { expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { hallApi } from '#contract/halls/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { application, certificateFiles } from '#test/booking-forms.ts'
import { createCaller } from '#test/caller.ts'
import { publishBlock } from '#test/hall-factory.ts'
import { expectInvariants } from '#test/invariants.ts'
import { createSignedInApplicants } from './many-applicants.ts'
import { prepareReplicas } from './replicas.ts'

const [rows, columns] = [30, 10]
/**
 * A retirement of a row starts when the booking this many rows before is answered, so mostly some rows are booked first and some retired.
 * Where one side wins all rows, the test passes without having seen that race; the two admins still compete.
 */
const lead = 3

const { testApp, replicas } = prepareReplicas()

test('when a niche of a row is booked while two admins retire the row, one of the three succeeds and nothing is lost', {
  timeout: 120_000,
}, async () => {
  const admin = await testApp.signIn('admin')
  const { blockID } = await publishBlock(admin, { rows, columns })
  const readNiches = async () => (await admin.call(nicheApi.niches, { params: { blockID } })).body
  const niches = await readNiches()
  const rowsOfIDs = Array.from({ length: rows }, (_, at) =>
    niches.filter(({ nicheRow }) => nicheRow === at + 1).map(({ nicheID }) => nicheID),
  )
  const wanted = rowsOfIDs.map((ids, at) => ids[at % columns] ?? '')
  const cookies = await createSignedInApplicants(testApp.context, rows)

  const answerOf = ({ status, refusal }: { status: number; refusal: { code: string } }) =>
    status === 200 ? '200' : `${status} ${refusal.code}`
  const bookings = wanted.map(async (nicheID, at) => {
    const input = { body: application(nicheID, 'PreOrder'), files: certificateFiles('PreOrder') }
    return answerOf(await createCaller(replicas.next(), cookies[at]).call(bookingApi.submit, input))
  })
  const retire = async (nicheIDs: string[]) => {
    const body = { nicheIDs, reason: 'own use' } as const
    return answerOf(await createCaller(replicas.next(), admin.cookie).call(hallApi.retire, { body }))
  }
  const retirements = rowsOfIDs.map(async (ids, at) => {
    await bookings[at - lead]
    return Promise.all([retire(ids), retire(ids.toReversed())])
  })

  const [booked, retired] = await Promise.all([Promise.all(bookings), Promise.all(retirements)])
  const answers = booked.map((answer, at) => [answer, ...(retired[at] ?? []).toSorted()].join(', '))
  const winners = ['200, 409 NICHES_NOT_FREE, 409 NICHES_NOT_FREE', '409 NICHE_TAKEN, 200, 409 NICHES_NOT_FREE']
  expect(answers.filter((answer) => !winners.includes(answer))).toEqual([])

  const statusOf = new Map((await readNiches()).map(({ nicheID, status }) => [nicheID, status]))
  for (const [at, ids] of rowsOfIDs.entries()) {
    const isBooked = booked[at] === '200'
    const expected = ids.map((id) => (!isBooked ? 'Blocked' : id === wanted[at] ? 'Pending' : 'Available'))
    expect(ids.map((id) => statusOf.get(id))).toEqual(expected)
  }
  await expectInvariants(testApp.context.db)
})
