import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { bookingApi } from '#contract/bookings/api.ts'
import { seedLoad } from '#server/seed/seed-load.ts'
import { prepareTestApp } from '#test/test-app.ts'

const testApp = prepareTestApp()
beforeAll(async () => {
  await seedLoad(testApp.context, 2500, 2500, () => undefined)
  /** All bookings are pending, hundreds with the same time, so that pages also break between equal times. */
  await testApp.context.db.execute(sql`
    update bookings set booking_status = 'Pending', booking_type = 'Current', waiting_since = date_trunc('day', waiting_since)`)
})

/** Follows the `Link` headers. Returns all rows and the length of each page. */
async function follow<Row>(cookie: string, url: string) {
  const rows: Row[] = []
  const lengths: number[] = []
  let next: string | undefined = url
  while (next !== undefined && lengths.length < 5) {
    const answer: { json: () => Row[]; headers: Record<string, unknown> } = await testApp.app.inject({
      url: next,
      headers: { cookie },
    })
    rows.push(...answer.json())
    lengths.push(answer.json().length)
    next = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers.link))?.[1]
  }
  return { rows, lengths }
}

test.each(['', '?kind=Current'])(
  'the pending queue with the query %j is read in pages of 1,000, complete and without duplicates',
  async (kind) => {
    const clerk = await testApp.signIn('staff')
    const url = `${bookingApi.pending.path}${kind}`
    const { rows, lengths } = await follow<{ bookingID: string; waitingSince: string }>(clerk.cookie, url)
    expect(lengths).toEqual([1000, 1000, 500])
    expect(new Set(rows.map(({ bookingID }) => bookingID)).size).toBe(2500)
    expect(rows.map(({ waitingSince }) => waitingSince)).toEqual(
      rows.map(({ waitingSince }) => waitingSince).toSorted(),
    )
  },
)

test('a user list with equal names is read in pages of 1,000, complete and without duplicates', async () => {
  const admin = await testApp.signIn('admin')
  const { rows, lengths } = await follow<{ userID: string }>(
    admin.cookie,
    `${accountApi.all.path}?search=load&role=applicant`,
  )
  expect(lengths).toEqual([1000, 562])
  expect(new Set(rows.map(({ userID }) => userID)).size).toBe(1562)
})
