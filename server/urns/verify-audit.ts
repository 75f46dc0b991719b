import { type ExpectedHead, type VerificationResult, type VerifyContext, verifyLog } from '#server/audit/public.ts'
import type { Context } from '#server/core/context.ts'
import type { Db } from '#server/ports/database.ts'
import { checkUrnLedger } from './ledger.ts'
import { findMissingTraces } from './missing-traces.ts'

/** Checks the audit log, and the ledger of urns against it, in one snapshot of the database. */
export const verifyLedgers = (
  outer: VerifyContext,
  expected?: ExpectedHead,
  findMore: (db: Db) => Promise<string[]> = async () => [],
): Promise<VerificationResult> =>
  outer.db.transaction(
    async (db) => {
      const log = await verifyLog({ ...outer, db }, expected)
      return { ...log, problems: [...(await findMore(db)), ...log.problems, ...(await checkUrnLedger(db))] }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

/** The same, and whether everything that exists has left its traces there. */
export const verifyAudit = (context: VerifyContext & Pick<Context, 'config'>, expected?: ExpectedHead) =>
  verifyLedgers(context, expected, (db) => findMissingTraces(db, context.config.mode))
