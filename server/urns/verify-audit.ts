import { type ExpectedHead, type VerificationResult, type VerifyContext, verifyLog } from '#server/audit/public.ts'
import { checkUrnLedger } from './ledger.ts'

/** Checks the audit log, and the ledger of urns against it, in one snapshot of the database. */
export const verifyAudit = (outer: VerifyContext, expected?: ExpectedHead): Promise<VerificationResult> =>
  outer.db.transaction(
    async (db) => {
      const log = await verifyLog({ ...outer, db }, expected)
      return { ...log, problems: [...log.problems, ...(await checkUrnLedger(db))] }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
