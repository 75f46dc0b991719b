import { beforeAll, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { createByteBudget } from '#server/documents/byte-budget.ts'
import { bookUnpaid } from '#test/booking-forms.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'

/** The memory is enough for one reply at a time. */
const memory = createByteBudget(1, 0)

const testApp = prepareTestApp({ replace: { memory } })
const clerk = prepareCaller(testApp, 'staff')
let params: { bookingID: string }
beforeAll(async () => {
  params = { bookingID: (await bookUnpaid(testApp.context, await testApp.signIn('user'))).bookingID }
})

test('an approval with certificates waits while their memory is used up, and other calls do not', async () => {
  const release = await memory.forReply(1)
  const answers: string[] = []
  const approval = clerk.call(bookingApi.approval, { params }).then((answer) => {
    answers.push('approval')
    return answer
  })
  for (let call = 0; call < 5; call++) {
    await clerk.call(bookingApi.pending, { query: {} })
    answers.push('pending')
  }
  expect(answers).toEqual(Array(5).fill('pending'))
  release()
  const { status, body } = await approval
  expect([status, body.birthCertMime, body.deathCertMime]).toEqual([200, 'application/pdf', 'image/png'])
})

test('an approval releases its memory when it was sent, also after an error', async () => {
  for (let round = 0; round < 3; round++) {
    expect((await clerk.call(bookingApi.approval, { params: { bookingID: 'B-0000000000' } })).status).toBe(404)
    const two = await Promise.all([params, params].map((each) => clerk.call(bookingApi.approval, { params: each })))
    expect(two.map(({ status }) => status)).toEqual([200, 200])
  }
})
