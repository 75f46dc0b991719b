import type { Db } from '#server/database/database.ts'
import { chainHash, genesisHash } from './chain.ts'
import { countUnsealed, listSealed } from './queries.ts'

export interface VerificationResult {
  sealed: number
  /** Entries too new to have a seal, or slipped in beside the chain. */
  unsealed: number
  /** The last hash: kept elsewhere, it proves later that nothing was cut off the end. */
  head: string
  problems: string[]
}

/** Walks the whole chain and names each entry that was altered, removed or put out of order. */
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
        problems.push(`Entry ${seal.auditID} has been altered, or what was before it.`)
      position = seal.position
      head = seal.hash
      foundExpectedHead ||= head === expectedHead
    }
  }
  if (!foundExpectedHead)
    problems.push('The chain does not hold the hash that was expected: its end has been cut off or written anew.')
  return { sealed: position, unsealed: await countUnsealed(db), head, problems }
}
