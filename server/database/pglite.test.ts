import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openEmbeddedDatabase } from '#test/test-database.ts'

test('others have their turn while many statements wait for the embedded engine', async () => {
  const { db, close } = await openEmbeddedDatabase()
  let done = 0
  const statements = Array.from({ length: 20 }, () =>
    db.execute(sql`select count(*) from generate_series(1, 100000)`).then(() => done++),
  )
  for (let turn = 0; turn < 3; turn++) await setImmediate()
  expect(done).toBeLessThan(20)
  await Promise.all(statements)
  await close()
})
