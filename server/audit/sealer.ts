import { sql } from 'drizzle-orm'
import { type Context, inTransaction } from '#server/context.ts'
import { lockNumbers } from '#server/database/lock-numbers.ts'
import { auditSeals } from '#server/database/schema.ts'
import { chainHash, genesisHash } from './chain.ts'
import { findLastSeal, listUnsealed } from './queries.ts'

const batch = 1000

/**
 * Adds newly committed entries to the hash chain; returns how many. Writers do not do this themselves, because they would
 * have to wait for each other. Only one replica seals at a time.
 */
export const sealAudit = (outer: Context): Promise<number> =>
  inTransaction(outer, async ({ db }) => {
    const { rows } = await db.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${lockNumbers.auditSealing}) as mine`,
    )
    if (!rows[0]?.mine) return 0

    const entries = await listUnsealed(db, batch)
    const last = await findLastSeal(db)
    let { position, hash } = last ?? { position: 0, hash: genesisHash }
    const seals = entries.map((entry) => {
      position += 1
      hash = chainHash(hash, entry)
      return { position, auditID: entry.id, hash }
    })
    if (seals.length > 0) await db.insert(auditSeals).values(seals)
    return seals.length
  })

/** Seals one batch; resolves to `true` if there are probably more entries. */
export const sealNextEntries = async (context: Context) => (await sealAudit(context)) === batch
