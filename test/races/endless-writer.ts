import { randomUUID } from 'node:crypto'
import { loadConfig } from '#server/core/config.ts'
import { createContext, inTransaction } from '#server/core/context.ts'
import { throttles } from '#server/database/schema.ts'
import { openServices } from '#server/start/services.ts'

/** Prints the keys found at the start, then writes for ever and prints each key only after its commit. */
const context = createContext(await openServices(loadConfig()))
const kept = await context.db.select({ key: throttles.key }).from(throttles)
process.stdout.write(`kept ${kept.map(({ key }) => key).join(' ')} \n`)
for (;;) {
  const [one, two] = [randomUUID(), randomUUID()]
  await inTransaction(context, async ({ db }) => {
    await db.insert(throttles).values({ key: one, count: 1, resetsAt: new Date() })
    await db.insert(throttles).values({ key: two, count: 1, resetsAt: new Date() })
  })
  process.stdout.write(`wrote ${one} ${two} \n`)
}
