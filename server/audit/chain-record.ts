import { randomBytes } from 'node:crypto'
import { dayMs } from '#contract/dates.ts'
import type { Context } from '#server/core/context.ts'
import type { Vault } from '#server/core/vault.ts'
import { auditChain } from '#server/database/schema.ts'
import { formatHead, genesis, type Head } from './head.ts'
import { findLastSeal, type UnsealedEntry } from './queries.ts'

type ChainContext = Pick<Context, 'db' | 'vault'>

/** What continues the chain. Its key is random and stored encrypted, so that it survives changes of the encryption key. */
export interface Chain {
  key: Buffer
  /** The last hash without a key, made by an earlier version. Everything after it is keyed. */
  start: Head
  /** The time until which entries without a signature are accepted, because replicas of an earlier version may still run. */
  unsignedUntil: Date | undefined
  head: Head
}

const upgradeMs = dayMs

export async function findChain({ db, vault }: ChainContext): Promise<Chain | undefined> {
  const [row] = await db.select().from(auditChain)
  if (!row) return undefined
  const { key, start, unsignedUntil } = open(vault, row.keySealed)
  return {
    key: Buffer.from(key, 'base64'),
    start,
    unsignedUntil: unsignedUntil ? new Date(unsignedUntil) : undefined,
    head: open(vault, row.headSealed),
  }
}

/** Begins the keyed part, after what earlier versions have sealed. The log says so, because it happens once in the life of a database. */
export async function startChain(context: Context, waiting: readonly UnsealedEntry[]): Promise<Chain> {
  const last = await findLastSeal(context.db)
  const start: Head = last ? { position: last.position, hash: last.hash } : genesis
  const isUpgrade = last !== undefined || waiting.some(({ entry }) => entry.signature === null)
  const unsignedUntil = isUpgrade ? new Date(context.clock().getTime() + upgradeMs) : undefined
  const key = randomBytes(32)
  await context.db.insert(auditChain).values({
    keySealed: seal(context.vault, { key: key.toString('base64'), start, unsignedUntil }),
    headSealed: seal(context.vault, start),
  })
  /** In a new database this is expected; the log of a demo leaves it out. */
  const level = isUpgrade ? 'warn' : 'info'
  context.log[level]({ head: formatHead(start) }, 'the audit log is sealed with a new key after this head')
  return { key, start, unsignedUntil, head: start }
}

export async function moveHead({ db, vault }: ChainContext, { position, hash }: Head) {
  await db.update(auditChain).set({ headSealed: seal(vault, { position, hash }) })
}

const seal = (vault: Vault, value: object) => vault.forAudit.seal(JSON.stringify(value))
const open = (vault: Vault, sealed: Buffer) => JSON.parse(vault.forAudit.openText(sealed))
