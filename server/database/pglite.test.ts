import { type AddressInfo, connect, createServer } from 'node:net'
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

test('the connections of a crowd are accepted while many statements wait for the embedded engine', async () => {
  const { db, close } = await openEmbeddedDatabase()
  let accepted = 0
  const server = createServer(() => accepted++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const clients = Array.from({ length: 60 }, () => connect(port, '127.0.0.1'))
  let done = 0
  while (accepted < 60 && done < 60) {
    await db.execute(sql`select count(*) from generate_series(1, 300000)`)
    done++
  }
  expect(done).toBeLessThan(30)
  for (const client of clients) client.destroy()
  server.close()
  await close()
})
