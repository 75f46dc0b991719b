import { sql } from 'drizzle-orm'
import { type Context, inTransaction } from '#server/core/context.ts'
import type { Vault } from '#server/core/vault.ts'
import { lockNumbers } from '#server/database/lock-numbers.ts'
import { auditSeals } from '#server/database/schema.ts'
import { keyedHash, type SealKind } from './chain.ts'
import { type Chain, findChain, moveHead, startChain } from './chain-record.ts'
import { listUnsealed, listUnsealedAfter, type UnsealedEntry } from './queries.ts'
import { isSigned } from './signature.ts'

const batch = 1000

/**
 * Adds newly committed entries to the hash chain; returns how many. Writers do not do this themselves, because they would
 * have to wait for each other. Only one replica seals at a time.
 */
export const sealAudit = (outer: Context, list = listUnsealed): Promise<number> =>
  inTransaction(outer, async (context) => {
    const { db, vault, clock, log } = context
    const { rows } = await db.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${lockNumbers.auditSealing}) as mine`,
    )
    if (!rows[0]?.mine) return 0

    const entries = await list(db, batch)
    const chain = (await findChain(context)) ?? (await startChain(context, entries))
    /** The chain goes on after its recorded head, not after the last seal: if the end of the chain was removed, the gap stays visible. */
    let { head } = chain
    const seals = entries.map((unsealed) => {
      const kind = kindOf(unsealed, chain, vault, clock())
      if (kind === 'rejected') log.error({ entry: unsealed.entry.id }, 'an audit entry was not written by Columba')
      head = { position: head.position + 1, hash: keyedHash(chain.key, head, kind, unsealed.entry) }
      return { ...head, auditID: unsealed.entry.id, kind }
    })
    if (seals.length > 0) {
      await db.insert(auditSeals).values(seals)
      await moveHead(context, head)
    }
    return seals.length
  })

/** Seals one batch; resolves to `true` if there are probably more entries. */
export const sealNextEntries = async (context: Context) => (await sealAudit(context)) === batch

/** The same for entries that an import of tens of thousands of people committed long after entries with higher IDs were sealed. */
export const sealMissedEntries = async (context: Context) =>
  (await sealAudit(context, (db, limit) => listUnsealedAfter(db, 0, limit))) === batch

/** Entries that no server wrote are sealed too, but as such. */
export function kindOf({ entry, isCopied }: UnsealedEntry, chain: Chain, vault: Vault, now: Date): SealKind {
  if (entry.signature === null) return chain.unsignedUntil && now < chain.unsignedUntil ? 'keyed' : 'rejected'
  return isCopied || !isSigned(vault, entry) ? 'rejected' : 'keyed'
}
