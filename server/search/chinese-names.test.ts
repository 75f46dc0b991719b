import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { beforeAll, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { auditApi } from '#contract/audit/api.ts'
import { rightApi } from '#contract/rights/api.ts'
import { searchApi } from '#contract/search/api.ts'
import { urnApi } from '#contract/urns/api.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction } from '#server/core/context.ts'
import { nameMatches } from '#server/database/name-search.ts'
import {
  beneficiaries,
  registerEntries,
  rightContacts,
  rightHolders,
  users,
  userText,
} from '#server/database/schema.ts'
import { seedLoad } from '#server/seed/seed-load.ts'
import { makeUser, type Person } from '#test/factories.ts'
import { makeImportedBooking } from '#test/imported-booking.ts'
import { makeRestingPerson } from '#test/resting-person.ts'
import { makeRight } from '#test/right-factory.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { makeListedUrn } from '#test/urn-factory.ts'

const testApp = prepareTestApp()
const clerk = prepareCaller(testApp, 'staff')
const admin = prepareCaller(testApp, 'admin')

/** One surname for each test, in the form that is stored and in the one that is typed. */
let holder: Person
beforeAll(async () => {
  await seedLoad(testApp.context, 500, 500, () => undefined)
  holder = await makeUser(testApp.context, { fullName: 'Tan Mei Ling 陳美玲' })
  await testApp.context.db.execute(sql`analyze`)
})

const quickFind = async (query: string) => (await clerk.call(searchApi.all, { query: { query } })).body
const rightsNamed = async (text: string) =>
  (await clerk.call(rightApi.list, { query: { text } })).body.map((right) => right.number)

test.each(['陈', '陳', '陈美玲', 'Tan 陈美', '陈美玲 Mei'])(
  'quick find finds the account of 陳美玲 by %s',
  async (text) => {
    expect((await quickFind(text)).people.rows.map(({ userID }) => userID)).toEqual([holder.userID])
  },
)

test.each(['美', '陈丽', 'Lim 陈', '臣'])('quick find does not find 陳美玲 by %s', async (text) => {
  expect((await quickFind(text)).people.rows).toEqual([])
})

test('a name in Chinese characters is found by its Latin letters as before', async () => {
  expect((await quickFind('mei tan ling')).people.rows.map(({ userID }) => userID)).toContain(holder.userID)
})

test('quick find finds a booking by the other form of the name of its beneficiary, and shows the name as it was written', async () => {
  const { bookingID } = await makeRestingPerson(testApp.context, { name: '林國榮' })
  const { bookings } = await quickFind('林国荣')
  expect(bookings.rows.map((row) => [row.bookingID, row.beneficiaryName])).toEqual([[bookingID, '林國榮']])
})

test('a name that was written in simplified characters is found by traditional ones', async () => {
  const { bookingID } = await makeRestingPerson(testApp.context, { name: 'Goh Chin Kee 吴振基' })
  expect((await quickFind('吳振基')).bookings.rows.map((row) => row.bookingID)).toEqual([bookingID])
})

test('quick find finds a booking from a register by the other form of the name of its holder', async () => {
  const bookingID = await makeImportedBooking(testApp.context)
  await testApp.context.db.update(registerEntries).set({ holderName: '黃永強' })
  expect((await quickFind('黄永强')).bookings.rows.map((row) => row.bookingID)).toEqual([bookingID])
})

test('the list of urns is searched by either form of a name', async () => {
  const { tag } = await makeListedUrn(testApp.context, { person: { beneficiaryName: '劉麗華' } })
  expect((await clerk.call(urnApi.list, { query: { query: '刘丽华' } })).body.map((urn) => urn.tag)).toEqual([tag])
})

test('rights are searched by either form of the name of a holder or a contact', async () => {
  const { rightID, number } = await makeRight(testApp.context, await makeUser(testApp.context, { fullName: '張志偉' }))
  const addedAt = testApp.time.now
  await testApp.context.db.insert(rightHolders).values({ rightID, name: '鄭淑貞', addedAt })
  await testApp.context.db
    .insert(rightContacts)
    .values({ contactID: crypto.randomUUID(), rightID, kind: 'notices', name: '趙雲龍', addedAt })
  for (const text of ['张志伟', '郑淑贞', '赵云龙']) expect(await rightsNamed(text), text).toEqual([number])
})

test('the audit log is filtered by either form of the name of a person or a beneficiary', async () => {
  const applicant = await makeUser(testApp.context, { fullName: '許慧嫻' })
  const { bookingID } = await makeRestingPerson(testApp.context, { name: '蔡寶珠' })
  await record(testApp.context, 'lookup.user', applicant.userID)
  await record(testApp.context, 'export', bookingID)
  const subjects = async (query: { person?: string; booking?: string }) =>
    (await admin.call(auditApi.list, { query })).body.entries.map(({ subject }) => subject)
  expect(await subjects({ person: '许慧娴' })).toEqual([applicant.userID])
  expect(await subjects({ booking: '蔡宝珠' })).toContain(bookingID)
})

test('admins search the list of users by either form of a name, together with an e-mail', async () => {
  const found = async (search: string) =>
    (await admin.call(accountApi.all, { query: { search } })).body.map(({ userID }) => userID)
  expect(await found('陈美玲')).toEqual([holder.userID])
  expect(await found(`陈 ${holder.email.split('@')[0]}`)).toEqual([holder.userID])
  expect(await found('陈 nobody')).toEqual([])
})

const explain = (build: (text: string) => SQLWrapper, text: string) =>
  inTransaction(testApp.context, async ({ db }) => {
    await db.execute(sql`set local enable_seqscan = off`)
    const { rows } = await db.execute(sql`explain (costs off) ${build(text)}`)
    return rows.map((row) => String(row['QUERY PLAN'])).join('\n')
  })

const searches: [index: string, table: SQLWrapper, name: AnyPgColumn | SQL][] = [
  ['beneficiaries_by_folded_name', beneficiaries, beneficiaries.beneficiaryName],
  ['users_by_folded_name', users, users.fullName],
  ['users_by_folded_words', users, userText(users)],
  ['register_entries_by_folded_holder', registerEntries, registerEntries.holderName],
  ['right_holders_by_folded_name', rightHolders, rightHolders.name],
  ['right_contacts_by_folded_name', rightContacts, rightContacts.name],
]

test.each(searches)(
  'a search in Chinese characters uses %s, and one in Latin letters does not',
  async (index, table, name) => {
    const build = (text: string) => sql`select from ${table} where ${nameMatches(name, text)}`
    expect(await explain(build, '陈美')).toContain(index)
    expect(await explain(build, 'tan mei')).not.toContain(index)
  },
)
