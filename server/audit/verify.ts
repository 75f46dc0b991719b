import type { Db } from '#server/database/database.ts'
import { chainHash, genesisHash } from './chain.ts'
import { countUnsealed, listSealed } from './queries.ts'

export interface VerificationResult {
  sealed: number
  /** Entries that are too new to be sealed, or were inserted around the chain. */
  unsealed: number
  /** The last hash. Saved elsewhere, it proves later that the end was not cut off. */
  head: string
  problems: string[]
}

/** Checks the whole chain and reports each entry that was altered, removed or reordered. */
export async function verifyAudit(db: Db, expectedHead?: string): Promise<VerificationResult> {
  const problems: string[] = []
  let position = 0
  let head = genesisHash
  let foundExpectedHead = expectedHead === undefined

  for (;;) {
    const rows = await listSealed(db, position, 1000)
    if (rows.length === 0) break
    for (const { seal, entry } of rows) {
      if (seal.position !== position + 1) problems.push(`Seals ${position + 1} to ${seal.position - 1} are missing.`)
      if (!entry) problems.push(`Entry ${seal.auditID} has been removed.`)
      else if (chainHash(head, entry) !== seal.hash)
        problems.push(`Entry ${seal.auditID} has been altered, or an entry before it.`)
      position = seal.position
      head = seal.hash
      foundExpectedHead ||= head === expectedHead
    }
  }
  if (!foundExpectedHead) problems.push('The expected hash is not in the chain: its end has been cut off or rewritten.')
  return { sealed: position, unsealed: await countUnsealed(db), head, problems }
}
