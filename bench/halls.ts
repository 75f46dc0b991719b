import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { DraftForm } from '#contract/halls/api.ts'
import { defaultLayout } from '#contract/halls/block-layout.ts'
import { loadConfig } from '#server/core/config.ts'
import { createContext } from '#server/core/context.ts'
import { createLog } from '#server/core/log.ts'
import { migrate } from '#server/database/migrate.ts'
import { openPGlite } from '#server/database/pglite.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { saveDraft } from '#server/halls/drafts.ts'
import { addHall, addLevel } from '#server/halls/manage-halls.ts'
import { changePrices } from '#server/halls/price-changes.ts'
import { publishDraft } from '#server/halls/publish.ts'
import { listHallOverviews } from '#server/halls/queries.ts'
import { retireNiches } from '#server/halls/retire-niches.ts'
import { listNiches } from '#server/niches/queries.ts'
import type { Database } from '#server/ports/database.ts'
import { createServices } from '#server/start/services.ts'
import { makeUser } from '#test/factories.ts'
import { sampleKey } from '#test/sample-key.ts'
import type { Bench } from './harness/bench.ts'
import { timed } from './harness/ratio.ts'

const rounds = 3
const rowsOfBlock = 40
const columns = 100

/** Publishes, reprices and retires blocks of 4,000 niches on both engines. A bare update of the same rows shows how fast the machine is. */
export const bench: Bench = async ({ databaseUrl, figure }) => {
  await measure('postgres', await openPostgres(databaseUrl, createLog('silent')))
  const folder = mkdtempSync(join(tmpdir(), 'columba-halls-'))
  await measure('embedded', await openPGlite(folder))
  rmSync(folder, { recursive: true })

  async function measure(engine: 'postgres' | 'embedded', database: Database) {
    await migrate(database)
    const config = loadConfig({ LOG_LEVEL: 'silent', ENCRYPTION_KEY: sampleKey })
    const system = createContext(createServices(database, config))
    const { userID, role } = await makeUser(system, { role: 'admin' })
    const context = { ...system, actor: { userID, name: 'Admin', role, sessionHash: 'session' } }
    const { buildingID } = await addHall(context, { buildingName: 'Hall', directions: '' })
    const { levelID } = await addLevel(context, { buildingID, levelNumber: 1 })

    for (let round = 1; round <= rounds; round++) {
      const layout = DraftForm.parse({
        ...defaultLayout,
        levelID,
        blockName: `B${round}`,
        rows: rowsOfBlock,
        columns,
        basePrice: '3000',
        codePattern: `B${round}-{column}-{row}`,
      })
      const { draftID } = await saveDraft(context, layout)
      const [draft] = (await listHallOverviews(context.db))[0]?.levels[0]?.drafts ?? []
      if (!draft) throw new Error('The draft is not listed.')
      const { firstCode, lastCode, savedAt } = draft
      const seen = { firstCode, lastCode, savedAt: savedAt.toISOString() }
      const publish = await timed(() => publishDraft(context, { draftID, opensAt: '', opensHouse: true, seen }))
      const niches = await listNiches(context.db, draftID)
      const nicheIDs = niches.map(({ nicheID }) => nicheID)
      /** A connection that has changed single niches keeps the plans for them, also in triggers. */
      for (const nicheID of nicheIDs.splice(0, 10))
        await retireNiches(context, { nicheIDs: [nicheID], reason: 'own use' })
      const change = { requestID: randomUUID(), kind: 'percent', value: '5', effectiveOn: '' } as const
      const prices = { ...change, blockID: draftID, nicheIDs }
      const reprice = await timed(() => changePrices(context, prices))
      const retire = await timed(() => retireNiches(context, { nicheIDs, reason: 'own use' }))
      const bare = await timed(() =>
        context.db.execute(sql`update niches set price_cents = 0 where block_id = ${draftID}`),
      )
      console.log(`${engine}, round ${round}: the bare update took ${Math.round(bare)} ms`)
      figure(`halls.publish_ms_${engine}`, Math.round(publish))
      figure(`halls.reprice_ms_${engine}`, Math.round(reprice))
      figure(`halls.retire_ms_${engine}`, Math.round(retire))
    }
    await database.close()
  }
}
