import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { RegisterProblem } from '#contract/registers/problem.ts'
import { record } from '#server/audit/public.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { beneficiaries, bookings, niches, registerEntries, urnMoves, urns } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { loadLocations } from './locations.ts'
import type { OpenRegister } from './open-register.ts'
import { planRegister } from './plan-register.ts'
import type { PlanOptions } from './plan-rows.ts'
import { findSameImport, insertImport, tryToLockImports, updateImport } from './queries.ts'
import { createSummary, type PlanSummary } from './sum-up-plan.ts'
import { createWriter } from './write-register.ts'

export interface RunOptions extends PlanOptions {
  report: (problem: RegisterProblem) => void
  /** Called after each part with the share of everything that was read, from 0 to 1. */
  progress?: ((share: number) => void | Promise<void>) | undefined
  /** Throws if nobody waits for the result any more: then an import is not committed. */
  requireCaller?: (() => void) | undefined
}

export interface RegisterResult extends PlanSummary {
  /** Null if nothing was written: because of problems, or because everything is there already. */
  importID: string | null
  /** When exactly these files were imported before, which makes this import superfluous. */
  importedBefore: Date | null
}

/** A dry run: reports every problem and what an import would add, and writes nothing. */
export async function checkRegister(
  context: Context,
  open: OpenRegister,
  options: RunOptions,
): Promise<RegisterResult> {
  const source = await open(context)
  const before = await findSameImport(context.db, source.hash)
  const summary = createSummary()
  if (before) return { ...summary.finish(), importID: null, importedBefore: before.importedAt }
  await recordComparison(context)
  for await (const part of planRegister(context, source, options, { locations: await loadLocations(context.db) })) {
    summary.add(part).forEach(options.report)
    await options.progress?.(part.share)
  }
  return { ...summary.finish(), importID: null, importedBefore: null }
}

/** Writes everything in one transaction, or nothing if there is any problem; with `leaveOut` all but the rows that have one. */
export async function importRegister(
  context: Context,
  open: OpenRegister,
  options: RunOptions,
): Promise<RegisterResult> {
  const { leaveOut, notRecorded = [], requireCaller } = options
  const importID = randomUUID()
  await recordComparison(context)
  try {
    /** Everything of an import has one time: a later change of a niche means that it was used. */
    const importedAt = context.clock()
    return await inTransaction({ ...context, clock: () => importedAt }, async (context) => {
      await lockImports(context)
      const source = await open(context)
      /** The hash says what was left out, so that the same files can be imported again with more of it. */
      const left = [...(leaveOut ? ['rows with problems'] : []), ...notRecorded]
      const filesHash = `${source.hash}${left.length > 0 ? ` without ${left.join(', ')}` : ''}`
      /** Rows that were left out may fit by now, because Columba was corrected. */
      const before = leaveOut ? undefined : await findSameImport(context.db, filesHash)
      if (before) return { ...createSummary().finish(), importID: null, importedBefore: before.importedAt }

      const created = { buildings: [], levels: [], blocks: [] }
      const row = { importID, filesHash, created, niches: 0, people: 0 }
      await insertImport(context.db, {
        ...row,
        importedByID: context.actor?.userID ?? null,
        importedAt,
      })
      const writer = await createWriter(context, importID)
      const summary = createSummary()
      for await (const part of planRegister(context, source, options, writer)) {
        summary.add(part).forEach(options.report)
        if (leaveOut || summary.counts.problems === 0) await writer.write(part)
        await options.progress?.(part.share)
      }
      const counts = summary.finish()
      const isAccepted = leaveOut || counts.problems === 0
      if (!isAccepted || counts.added.niches + counts.added.people === 0) throw new RolledBack(counts)
      await writer.finish()
      /** Without fresh statistics PostgreSQL reads whole tables to find a block. */
      await context.db.execute(
        sql`analyze ${niches}, ${bookings}, ${beneficiaries}, ${registerEntries}, ${urns}, ${urnMoves}`,
      )
      await updateImport(context.db, importID, {
        ...counts.added,
        created: writer.locations.created,
        urnsEnteredAt: importedAt,
      })
      const leftOut = counts.problems > 0 && { problems: counts.problems }
      const omitted = notRecorded.length > 0 && { notRecorded: notRecorded.join(', ') }
      await record(context, 'register.imported', importID, { ...counts.added, ...leftOut, ...omitted })
      if (requireCaller) {
        await setTimeout(noticeMs)
        requireCaller()
      }
      return { ...counts, importID, importedBefore: null }
    })
  } catch (error) {
    if (error instanceof RolledBack) return { ...error.counts, importID: null, importedBefore: null }
    throw error
  }
}

/** A closed connection is noticed some turns of the event loop later. */
const noticeMs = 20

/** Leaves the transaction without writing anything. */
class RolledBack extends Error {
  readonly counts: PlanSummary
  constructor(counts: PlanSummary) {
    super('The import is rolled back')
    this.counts = counts
  }
}

/** Problems say what Columba has of people, so this is recorded first, and stays if an import is rolled back. */
const recordComparison = (context: Context) => record(context, 'register.compared', 'register')

/** One import or undoing at a time, because both read what is there before they write. */
export async function lockImports({ db }: Pick<Context, 'db'>) {
  if (!(await tryToLockImports(db))) throw new AppError('REGISTER_BUSY')
}
