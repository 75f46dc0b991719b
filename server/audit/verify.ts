import type { Context } from '#server/core/context.ts'
import { auditLog } from '#server/database/schema.ts'
import { keyedHash, unkeyedHash } from './chain.ts'
import { type Chain, findChain } from './chain-record.ts'
import { type ExpectedHead, formatHead, genesis, type Head } from './head.ts'
import { findLastSeal, listSealed, listUnsealedAfter } from './queries.ts'
import { kindOf } from './sealer.ts'

export type VerifyContext = Pick<Context, 'db' | 'vault' | 'clock'>
type SealedRow = Awaited<ReturnType<typeof listSealed>>[number]

export interface VerificationResult {
  sealed: number
  /** Entries that are too new to be sealed. */
  unsealed: number
  /** How many of the sealed entries an earlier version sealed, without a key. */
  unkeyed: number
  /** The head proves later, if it was saved elsewhere, that nothing up to here was changed or cut off. */
  head: Head
  problems: string[]
}

const batch = 1000

/** Checks the whole log: reports what was altered, removed, inserted or reordered. Call it in a transaction that sees one moment. */
export async function verifyLog(context: VerifyContext, expected?: ExpectedHead): Promise<VerificationResult> {
  const { chain, problems } = await readChain(context)
  if (!chain) {
    const isMissing = expected !== undefined && expected.hash !== genesis.hash
    const missing = isMissing ? ['The expected head is not in the chain: there is no chain, it was removed.'] : []
    const unsealed = await context.db.$count(auditLog)
    return { sealed: 0, unsealed, unkeyed: 0, head: genesis, problems: [...problems, ...missing] }
  }
  const sealed = await checkSealed(context, chain, expected)
  const unsealed = await checkUnsealed(context, chain)
  return {
    sealed: sealed.head.position,
    unsealed: unsealed.count,
    unkeyed: chain.start.position,
    head: sealed.head,
    problems: [...sealed.problems, ...unsealed.problems],
  }
}

/** Without a record of the chain nothing has been sealed, unless it was removed. */
async function readChain(context: VerifyContext): Promise<{ chain?: Chain; problems: string[] }> {
  try {
    const chain = await findChain(context)
    if (chain) return { chain, problems: [] }
  } catch {
    return {
      problems: ['The record of the chain has been altered, or ENCRYPTION_KEY is not the one of this database.'],
    }
  }
  const isLost = (await findLastSeal(context.db)) !== undefined
  const problem = 'The record of the chain is missing: it was removed, or no server of this version has run yet.'
  return { problems: isLost ? [problem] : [] }
}

async function checkSealed({ db }: VerifyContext, chain: Chain, expected: ExpectedHead | undefined) {
  const problems: string[] = []
  let head = genesis
  const isExpected = ({ position, hash }: Head) =>
    position === (expected?.position ?? position) && hash === expected?.hash
  let foundExpected = expected === undefined || isExpected(head)
  let foundStart = chain.start.position === 0
  for (;;) {
    const rows = await listSealed(db, head.position, batch)
    if (rows.length === 0) break
    for (const row of rows) {
      problems.push(...problemsOf(row, head, chain))
      head = { position: row.seal.position, hash: row.seal.hash }
      foundExpected ||= isExpected(head)
      foundStart ||= formatHead(head) === formatHead(chain.start)
    }
  }
  if (!foundStart)
    problems.push(`The first ${chain.start.position} seals, made before the chain had a key, were rewritten.`)
  problems.push(...problemsOfEnd(head, chain.head))
  if (!foundExpected) problems.push('The expected head is not in the chain: its end has been cut off or rewritten.')
  return { head, problems }
}

function problemsOf({ seal, entry }: SealedRow, previous: Head, chain: Chain): string[] {
  const problems: string[] = []
  const next = previous.position + 1
  if (seal.position !== next) problems.push(`Seals ${next} to ${seal.position - 1} are missing.`)
  if (!entry) return [...problems, `Entry ${seal.auditID} has been removed.`]
  const isUnkeyed = seal.position <= chain.start.position
  const hash = isUnkeyed ? unkeyedHash(previous, entry) : keyedHash(chain.key, previous, seal.kind, entry)
  if (hash !== seal.hash) problems.push(`Entry ${seal.auditID} has been altered, or an entry before it.`)
  else if (seal.kind === 'rejected') problems.push(insertedEntry(entry.id))
  return problems
}

function problemsOfEnd(found: Head, { position, hash }: Head): string[] {
  if (found.position < position)
    return [
      `The end of the log has been cut off: ${position} entries were sealed, and seals after ${found.position} are missing.`,
    ]
  return found.position > position || found.hash !== hash ? ['The end of the chain was not made by Columba.'] : []
}

async function checkUnsealed({ db, vault, clock }: VerifyContext, chain: Chain) {
  const problems: string[] = []
  let count = 0
  let last = 0
  for (;;) {
    const rows = await listUnsealedAfter(db, last, batch)
    if (rows.length === 0) return { count, problems }
    for (const row of rows) {
      if (kindOf(row, chain, vault, clock()) === 'rejected') problems.push(insertedEntry(row.entry.id))
      last = row.entry.id
    }
    count += rows.length
  }
}

const insertedEntry = (id: number) =>
  `Entry ${id} was inserted, or altered before it was sealed: Columba did not write it like this.`
