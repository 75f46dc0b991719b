import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { niches } from '#server/database/schema.ts'
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
