import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { defaultLayout } from '#contract/halls/block-layout.ts'
import { loadConfig } from '#server/config.ts'
import { createContext } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { openPGlite } from '#server/database/pglite.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { saveDraft } from '#server/halls/drafts.ts'
import { addHall, addLevel } from '#server/halls/manage-halls.ts'
import { changePrices } from '#server/halls/price-changes.ts'
import { publishDraft } from '#server/halls/publish-draft.ts'
import { retireNiches } from '#server/halls/retire-niches.ts'
import { createLog } from '#server/log.ts'
import { createServices } from '#server/services.ts'
import { makeUser } from '#test/factories.ts'
import type { Bench } from './harness/bench.ts'

const rounds = 3

/** Publishes, reprices and retires blocks of 4,000 niches on both engines, and prints the median of each. */
export const bench: Bench = async ({ databaseUrl, figure }) => {
  await measure('postgres', await openPostgres(databaseUrl, createLog('silent')))
  const folder = mkdtempSync(join(tmpdir(), 'columba-halls-'))
  await measure('embedded', await openPGlite(folder))
  rmSync(folder, { recursive: true })

  async function measure(engine: string, database: Database) {
    await migrate(database)
    const config = loadConfig({ LOG_LEVEL: 'silent', ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') })
    const services = createServices(database, config)
    const { userID } = await makeUser(createContext(services), { role: 'admin' })
    const admin = { userID, name: 'Admin', role: 'admin', sessionHash: 'session' } as const
    const context = { ...createContext(services), actor: admin }
    const { buildingID } = await addHall(context, { buildingName: 'Hall', directions: '' })
    const { levelID } = await addLevel(context, { buildingID, levelNumber: 1 })
    const layout = { ...defaultLayout, rows: 40, columns: 100, basePriceCents: 300_000, priceStepCents: 0 }

    const times = { publish: [] as number[], reprice: [] as number[], retire: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      const codePattern = `B${round}-{column}-{row}`
      const draft = await saveDraft(context, { ...layout, codePattern, levelID, blockName: `B${round}` } as never)
      const { blockID } = await timed('publish', () => publishDraft(context, { ...draft, opensAt: '' }))
      const { rows } = await context.db.execute<{ id: string }>(
        sql`select niche_id as id from niches where block_id = ${blockID}`,
      )
      const nicheIDs = rows.map(({ id }) => id)
      const change = { blockID, nicheIDs, kind: 'percent', value: '5', effectiveOn: '' } as const
      await timed('reprice', () => changePrices(context, change))
      await timed('retire', () => retireNiches(context, { nicheIDs, reason: 'own use' }))
    }
    for (const [name, measured] of Object.entries(times)) figure(`halls.${name}_ms_${engine}`, median(measured))
    await database.close()

    async function timed<T>(name: keyof typeof times, work: () => Promise<T>): Promise<T> {
      const start = performance.now()
      const result = await work()
      times[name].push(Math.round(performance.now() - start))
      return result
    }
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
