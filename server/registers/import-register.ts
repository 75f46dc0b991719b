import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { record } from '#server/audit/public.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { beneficiaries, bookings, niches, registerEntries, urnMoves, urns } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { inspectFile, type OpenFile } from './inspect-file.ts'
import {
  type InspectedRegister,
  isAccepted,
  type ProcessOptions,
  processRegister,
  type RegisterCounts,
} from './process-register.ts'
import { findSameImport, insertImport, tryToLockImports, updateImport } from './queries.ts'
import { createWriter } from './write-register.ts'

export interface RegisterFiles {
  niches: OpenFile
  people?: OpenFile | undefined
}

export interface RegisterResult extends RegisterCounts {
  /** Null if nothing was written: because of problems, or because everything is there already. */
  importID: string | null
  /** When exactly these files were imported before, which makes this import superfluous. */
  importedBefore: Date | null
}

const nothing: RegisterCounts = {
  problems: 0,
  kinds: [],
  isUnreadable: false,
  added: { niches: 0, people: 0 },
  unchanged: { niches: 0, people: 0 },
}

/** A dry run: reports every problem and what an import would add, and writes nothing. */
export async function checkRegister(
  context: Context,
  files: RegisterFiles,
  options: ProcessOptions,
): Promise<RegisterResult> {
  const inspected = await inspect(files)
  const before = await findSameImport(context.db, hashOf(inspected))
  if (before) return { ...nothing, importID: null, importedBefore: before.importedAt }
  await recordComparison(context)
  return { ...(await processRegister(context, inspected, options)), importID: null, importedBefore: null }
}

/** Writes everything in one transaction, or nothing if there is any problem; with `leaveOut` all but the rows that have one. */
export async function importRegister(
  context: Context,
  files: RegisterFiles,
  options: ProcessOptions,
): Promise<RegisterResult> {
  const inspected = await inspect(files)
  /** The hash says what was left out, so that the same files can be imported again with more of it. */
  const { leaveOut, notRecorded = [], requireCaller } = options
  const left = [...(leaveOut ? ['rows with problems'] : []), ...notRecorded]
  const filesHash = `${hashOf(inspected)}${left.length > 0 ? ` without ${left.join(', ')}` : ''}`
  const importID = randomUUID()
  await recordComparison(context)
  try {
    /** Everything of an import has one time: a later change of a niche means that it was used. */
    const importedAt = context.clock()
    return await inTransaction({ ...context, clock: () => importedAt }, async (context) => {
      await lockImports(context)
      /** Rows that were left out may fit by now, because Columba was corrected. */
      const before = leaveOut ? undefined : await findSameImport(context.db, filesHash)
      if (before) return { ...nothing, importID: null, importedBefore: before.importedAt }

      const created = { buildings: [], levels: [], blocks: [] }
      const row = { importID, filesHash, created, niches: 0, people: 0 }
      await insertImport(context.db, {
        ...row,
        importedByID: context.actor?.userID ?? null,
        importedAt,
      })
      const writer = await createWriter(context, importID)
      const counts = await processRegister(context, inspected, options, writer)
      if (!isAccepted(counts, leaveOut)) throw new RolledBack(counts)
      if (counts.added.niches + counts.added.people === 0) throw new RolledBack(counts)
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
  readonly counts: RegisterCounts
  constructor(counts: RegisterCounts) {
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

const inspect = async ({ niches, people }: RegisterFiles): Promise<InspectedRegister> => ({
  niches: await inspectFile(niches),
  people: people && (await inspectFile(people)),
})

const hashOf = ({ niches, people }: InspectedRegister) => [niches.hash, people?.hash].filter(Boolean).join(' ')
