import type { Db } from '#server/database/database.ts'
import { beginning, sealOf } from './chain.ts'
import { countUnsealed, listSealed } from './queries.ts'

export interface Verdict {
  sealed: number
  /** Entries too new to have a seal, or slipped in beside the chain. */
  unsealed: number
  /** The last hash: kept elsewhere, it proves later that nothing was cut off the end. */
  head: string
  faults: string[]
}

/** Walks the whole chain and names each entry that was altered, removed or put out of order. */
export async function verifyAudit(db: Db, expectedHead?: string): Promise<Verdict> {
  const faults: string[] = []
  let position = 0
  let head = beginning
  let seen = expectedHead === undefined

  for (;;) {
    const rows = await listSealed(db, position, 1000)
    if (rows.length === 0) break
    for (const { seal, entry } of rows) {
      if (seal.position !== position + 1) faults.push(`Seals ${position + 1} to ${seal.position - 1} are missing.`)
      if (!entry) faults.push(`Entry ${seal.auditID} has been removed.`)
      else if (sealOf(head, entry) !== seal.hash)
        faults.push(`Entry ${seal.auditID} has been altered, or what was before it.`)
      position = seal.position
      head = seal.hash
      seen ||= head === expectedHead
    }
  }
  if (!seen)
    faults.push('The chain does not hold the hash that was expected: its end has been cut off or written anew.')
  return { sealed: position, unsealed: await countUnsealed(db), head, faults }
}
