import { eq, sql } from 'drizzle-orm'
import type { PgDialect } from 'drizzle-orm/pg-core'
import { expect, test, vi } from 'vitest'
import { niches } from '#server/database/schema.ts'
import { bookUnpaid } from '#test/booking-forms.ts'
import { makeNiche } from '#test/factories.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { preparedStatement } from './prepared.ts'

const testApp = prepareTestApp()

test('a prepared statement is built once, and sees what its transaction has changed', async () => {
  const { db } = testApp.context
  const { nicheID } = await makeNiche(testApp.context)
  let built = 0
  const statusOf = preparedStatement((db) => {
    built += 1
    return db
      .select({ status: niches.status })
      .from(niches)
      .where(eq(niches.nicheID, sql.placeholder('nicheID')))
      .prepare('status_of_niche')
  })
  await db.transaction(async (tx) => {
    await tx.update(niches).set({ status: 'Blocked' }).where(eq(niches.nicheID, nicheID))
    expect(await statusOf(tx).execute({ nicheID })).toEqual([{ status: 'Blocked' }])
    await expect(
      tx.transaction(async (inner) => {
        await inner.update(niches).set({ status: 'Occupied' }).where(eq(niches.nicheID, nicheID))
        expect(await statusOf(inner).execute({ nicheID })).toEqual([{ status: 'Occupied' }])
        inner.rollback()
      }),
    ).rejects.toThrow()
  })
  expect(await statusOf(db).execute({ nicheID })).toEqual([{ status: 'Blocked' }])
  expect(built).toBe(1)
})

test('a submission after the first builds no statement that only reads', async () => {
  const [first, second] = [await testApp.signIn('user'), await testApp.signIn('user')]
  await bookUnpaid(testApp.context, first)
  /** The dialect builds every statement, also in transactions. */
  const { dialect } = testApp.services.database.db as unknown as { dialect: PgDialect }
  const building = vi.spyOn(dialect, 'sqlToQuery')
  await bookUnpaid(testApp.context, second)
  const built = building.mock.results.map(({ value }) => (value as { sql: string }).sql)
  building.mockRestore()
  expect(built).toContainEqual(expect.stringContaining('insert into "bookings"'))
  expect(built.filter((text) => text.startsWith('select'))).toEqual([])
})
