import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { bookingApi } from '#contract/bookings/api.ts'
import { cashUpApi } from '#contract/cash-up/api.ts'
import { urnApi } from '#contract/urns/api.ts'
import { stockTakeApi } from '#contract/urns/stock-take-api.ts'
import { seedLoad } from '#server/seed/seed-load.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { makeListedUrn } from '#test/urn-factory.ts'

const testApp = prepareTestApp()
beforeAll(async () => {
  await seedLoad(testApp.context, 2500, 2500, () => undefined)
  /** All bookings are pending, hundreds with the same time, so that pages also break between equal times. */
  await testApp.context.db.execute(sql`
    update bookings set booking_status = 'Pending', booking_type = 'Current', waiting_since = date_trunc('day', waiting_since)`)
})

/** Follows the `Link` headers. Returns all rows and the length of each page. */
async function follow<Row>(cookie: string, url: string, rowsOf = (answer: unknown) => answer as Row[]) {
  const rows: Row[] = []
  const lengths: number[] = []
  let next: string | undefined = url
  while (next !== undefined && lengths.length < 5) {
    const answer: { json: () => unknown; headers: Record<string, unknown> } = await testApp.app.inject({
      url: next,
      headers: { cookie },
    })
    rows.push(...rowsOf(answer.json()))
    lengths.push(rowsOf(answer.json()).length)
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

test('the day book, cash-ups, stock-takes and stopped moves of equal times are read page by page, complete and without duplicates', async () => {
  const { cookie, person } = await testApp.signIn('admin')
  const { tag, nicheID } = await makeListedUrn(testApp.context)
  const { db } = testApp.context
  const day = '2001-01-01'
  const times = sql.raw(`'${day}T12:00:00Z'::timestamptz`)
  await db.execute(sql`
    insert into payment_events (payment_id, kind, moved_cents, method, at)
    select (select min(payment_id) from payments), 'paid', 100, 'Cash', ${times} from generate_series(1, 1200)`)
  await db.execute(sql`
    insert into cash_ups (state, counted_by_id, counted_at, ended_by_id, ended_at, withdrawn_reason)
    select 'withdrawn', ${person.userID}, ${times}, ${person.userID}, ${times}, 'Counted again' from generate_series(1, 250)`)
  await db.execute(sql`
    insert into urn_counts (count_id, block_id, state, first_by_id, started_at, ended_at)
    select gen_random_uuid(), (select min(block_id) from blocks), 'cancelled', ${person.userID}, ${times}, ${times}
    from generate_series(1, 250)`)
  await db.execute(sql`
    insert into urn_attempts (attempt_id, tag, event, niche_id, outcome, details, first_by_id, first_request_id, first_at,
      expires_at, ended_at, mismatch)
    select gen_random_uuid(), ${tag}, 'place', ${nicheID}, 'mismatch', '{}', ${person.userID}, gen_random_uuid(), ${times},
      ${times}, ${times}, 'niche'
    from generate_series(1, 250)`)

  const entries = await follow<{ eventID: number }>(
    cookie,
    `${cashUpApi.dayBook.path}?from=${day}&to=${day}`,
    (answer) => (answer as { entries: { eventID: number }[] }).entries,
  )
  expect(entries.lengths).toEqual([500, 500, 200])
  expect(new Set(entries.rows.map(({ eventID }) => eventID)).size).toBe(1200)
  for (const { path } of [cashUpApi.list, stockTakeApi.list, urnApi.mismatches]) {
    const { rows, lengths } = await follow<object>(cookie, path)
    expect(lengths, path).toEqual([100, 100, 50])
    expect(new Set(rows.map((row) => JSON.stringify(row))).size, path).toBe(250)
  }
})
