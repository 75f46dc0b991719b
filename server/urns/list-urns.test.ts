import { randomUUID } from 'node:crypto'
import { desc, type SQLWrapper, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { urnApi } from '#contract/urns/api.ts'
import { tagFrom } from '#contract/urns/tag.ts'
import { inTransaction } from '#server/core/context.ts'
import { auditLog, urnMoves, urns } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'
import { seedLoad } from '#server/seed/seed-load.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { makeUser } from '#test/factories.ts'
import { addLoadUrns } from '#test/load-urns.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { type MadeUrn, makeUrn, putOnShelf } from '#test/urn-factory.ts'
import { selectPage } from './list-queries.ts'
import { toUrnTerms } from './search-terms.ts'

const testApp = prepareTestApp()
const clerk = prepareCaller(testApp, 'staff')
let urn: MadeUrn
beforeAll(async () => {
  const { context } = testApp
  await seedLoad(context, 600, 600, () => undefined)
  await addLoadUrns(context.db)
  urn = await makeUrn(context, clerk, {
    person: { beneficiaryName: 'Quek Siew-Hong Margaret' },
    facts: { cremationNumber: 'CR 0815/26' },
  })
  await context.db.execute(sql`analyze`)
})

const search = async (query?: string, cursor?: string) => {
  const { status, body, headers } = await clerk.call(urnApi.list, { query: { query, cursor } })
  expect(status).toBe(200)
  return { tags: body.map(({ tag }) => tag), next: /cursor=([^>&]+)/.exec(String(headers.link ?? ''))?.[1] }
}
const lastAudited = async () =>
  (await testApp.context.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0]

test.each([
  ['its tag', () => urn.tag],
  ['its tag in small letters, without hyphen', () => urn.tag.toLowerCase().replace('-', ' ')],
  ['its booking', () => urn.bookingID.toLowerCase()],
  ['the code of its niche', () => urn.nicheCode.toLowerCase()],
  ['the code of its niche, written with dots and spaces', () => urn.nicheCode.replace('-', '.').replaceAll('-', ' ')],
  ['the number of its cremation certificate, in any case', () => 'cr 0815/26'],
  ['a part of the name', () => 'marg'],
  ['words of the name in any order', () => 'hong QUEK'],
])('the list of urns finds an urn by %s', async (_what, text) => {
  expect((await search(text())).tags).toEqual([urn.tag])
})

test('the list of urns is empty for a text that no urn has', async () => {
  for (const text of [tagFrom('2222222'), 'B-ZZZZZZZZZZ', 'ZZ-99', 'CR 0815/27', 'Nobody', '%', "'", '&']) {
    expect((await search(text)).tags, text).toEqual([])
  }
})

test('the pages of the list of urns have every urn once, the last to move first, also if one moves meanwhile', async () => {
  const first = await search()
  expect(first.tags[0]).toBe(urn.tag)
  expect(first.tags).toHaveLength(50)
  await putOnShelf(clerk, { ...urn, tag: first.tags[20] ?? '' })
  const seen = [...first.tags]
  for (let { next } = first; next; ) {
    const page = await search(undefined, next)
    seen.push(...page.tags)
    next = page.next
  }
  const all = await testApp.context.db.select({ tag: urns.tag }).from(urns)
  expect(seen.toSorted()).toEqual(all.map(({ tag }) => tag).toSorted())
})

test('a search in the list of urns has pages too', async () => {
  const { tags, next } = await search('load')
  const second = await search('load', next)
  expect(tags).toHaveLength(50)
  expect(second.tags.filter((tag) => tags.includes(tag))).toEqual([])
})

test('a search in the list of urns is audited with what it was by and what it found, without the text; the list alone is not', async () => {
  await search('marg')
  const entry = await lastAudited()
  expect(entry).toMatchObject({
    action: 'urn.searched',
    actorID: clerk.person.userID,
    subject: urn.tag,
    details: { attr: 'nameOrCertificate', found: 1 },
  })
  await search()
  expect((await lastAudited())?.id).toBe(entry?.id)
  await search('load')
  expect((await lastAudited())?.details).toMatchObject({ found: 'more than 50' })
})

test('the export of urns contains all urns found, as text that no spreadsheet runs, and is audited', async () => {
  const formula = await makeUrn(testApp.context, clerk, {
    person: { beneficiaryName: '=HYPERLINK("x") Quek' },
    facts: { widthMm: '200', heightMm: '260' },
  })
  const { status, body, headers } = await clerk.call(urnApi.csv, { query: { query: 'quek' } })
  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  const lines = String(body).trim().split('\r\n')
  expect(lines[0]).toContain('Tag,Name,Niche,Booking,Where it is,Since,Width (mm)')
  expect(lines).toHaveLength(3)
  expect(lines).toContainEqual(expect.stringContaining(`${formula.tag},"'=HYPERLINK(""x"") Quek"`))
  const plain = `${urn.tag},Quek Siew-Hong Margaret,${urn.nicheCode},${urn.bookingID},At the counter,`
  expect(lines).toContainEqual(expect.stringContaining(plain))
  expect(await lastAudited()).toMatchObject({ action: 'urn.exported', details: { attr: 'nameOrCertificate' } })
})

test('the export of many urns is streamed over several pages', async () => {
  const { body } = await clerk.call(urnApi.csv, { query: {} })
  const all = await testApp.context.db.select({ tag: urns.tag }).from(urns)
  expect(String(body).trim().split('\r\n')).toHaveLength(all.length + 1)
})

test('an export whose search contains a zero byte is refused before anything is sent', async () => {
  const { status, refusal } = await clerk.call(urnApi.csv, { query: { query: 'quek\0' } })
  expect([status, refusal.code]).toEqual([400, 'MALFORMED'])
})

/** The planner then scans a whole table only where no index can serve the query. */
const explain = (build: (db: Db) => SQLWrapper) =>
  inTransaction(testApp.context, async ({ db }) => {
    await db.execute(sql`set local enable_seqscan = off`)
    const { rows } = await db.execute(sql`explain ${build(db)}`)
    return rows.map((row) => String(row['QUERY PLAN'])).join('\n')
  })

test.each([
  ['tag', 'urns_pkey', tagFrom('2345678')],
  ['booking', 'urns_one_per_booking', 'B-7K2M9QX4TR'],
  ['niche', 'niches_by_bare_code', 'L0-1A-03'],
  ['niche with a dot', 'niches_by_bare_code', 'L0-1A.03'],
  ['name', 'beneficiaries_by_name_words', 'tan mei'],
  ['certificate number', 'urns_by_cremation_number', 'CR 0815/26'],
])('a search by %s uses the index %s, and scans no table', async (_what, index, text) => {
  const plan = await explain((db) => selectPage(db, { terms: toUrnTerms(text) }, 51))
  expect(plan).toContain(index)
  expect(plan).not.toContain('Seq Scan')
})

test('a page of all urns is read in the order of an index', async () => {
  const after = randomUUID()
  const plan = await explain((db) => selectPage(db, { after }, 51))
  expect(plan).toContain('urn_moves_by_time')
  expect(plan).not.toContain('Seq Scan')
})

test.each([{ cursor: 'x' }, { query: 'S1234567D' }, { query: 's1234567d' }])(
  'the list refuses %j: a cursor is an ID, and an NRIC cannot be searched for',
  async (query) => {
    expect((await clerk.call(urnApi.list, { query })).status).toBe(400)
  },
)

test('a tag of letters only is found without its beginning, as a name would be', async () => {
  const { db } = testApp.context
  const owner = await makeUser(testApp.context)
  const { bookingID } = await makeBooking(testApp.context, owner, { status: 'Confirmed' })
  const tag = tagFrom('HPAMMMH')
  expect(tag).toBe('U-HPAMMMHJ')
  await db.insert(urns).values({ tag, bookingID, cremationNumber: '', createdAt: testApp.time.now })
  await db.insert(urnMoves).values({
    moveID: randomUUID(),
    tag,
    position: 1,
    event: 'receive',
    requestID: randomUUID(),
    actorID: clerk.person.userID,
    at: testApp.time.now,
  })
  expect((await search('hpammmhj')).tags).toEqual([tag])
})
