import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { toCents } from '#contract/money.ts'
import { countCompared } from '#server/accounts/public.ts'
import { record } from '#server/audit/public.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { beneficiaries, bookings, niches, registerEntries, urnMoves, urns } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { blockImported, importNiches, type NewNiche } from '#server/niches/public.ts'
import { loadLocations } from './locations.ts'
import { enterUnnamedUrns, importWithUrns, type OccupiedNiche } from './old-urns.ts'
import type { OpenRegister, ReadRow } from './open-register.ts'
import { type PlannedPart, planRegister } from './plan-register.ts'
import type { PlanOptions } from './plan-rows.ts'
import { findSameImport, insertImport, listNichesByCode, tryToLockImports, updateImport } from './queries.ts'
import { emptySummary, type PlanListeners, type PlanSummary, sumUpPlan } from './sum-up-plan.ts'

export interface RunOptions extends PlanOptions, PlanListeners {
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
  await recordComparison(context)
  const before = await findSameImport(context.db, source.hash)
  if (before) return { ...emptySummary(), importID: null, importedBefore: before.importedAt }
  const locations = await loadLocations(context.db)
  const plan = planRegister(context, source, { ...options, showsStored: true }, { locations })
  const summary = await sumUpPlan(recordShown(context, plan), options)
  return { ...summary, importID: null, importedBefore: null }
}

/** Counts the bookings whose stored values a part shows, before the part is reported: what cannot be recorded is not shown. */
export async function* recordShown(context: Context, plan: AsyncIterable<PlannedPart>): AsyncGenerator<PlannedPart> {
  const { actor } = context
  for await (const part of plan) {
    const shown = part.file === 'people' ? part.rows.flatMap(({ shownBooking }) => shownBooking ?? []) : []
    if (actor && shown.length > 0) await countCompared({ ...context, actor }, shown)
    yield part
  }
}

/** Writes everything in one transaction, or nothing if there is any problem; with `leaveOut` all but the rows that have one. */
export async function importRegister(
  context: Context,
  open: OpenRegister,
  options: RunOptions,
): Promise<RegisterResult> {
  const { leaveOut, requireCaller } = options
  const importID = randomUUID()
  await recordComparison(context)
  try {
    /** Everything of an import has one time: a later change of a niche means that it was used. */
    const importedAt = context.clock()
    return await inTransaction({ ...context, clock: () => importedAt }, async (context) => {
      await lockImports(context)
      const source = await open(context)
      const { notRecorded = [], furtherPeople } = source.answers
      /** The hash says what was left out, so that the same files can be imported again with more of it. */
      const left = [...(leaveOut ? ['rows with problems'] : []), ...notRecorded]
      const added = furtherPeople ? ' with further people' : ''
      const filesHash = `${source.hash}${left.length > 0 ? ` without ${left.join(', ')}` : ''}${added}`
      /** Rows that were left out may fit by now, because Columba was corrected. */
      const before = leaveOut ? undefined : await findSameImport(context.db, filesHash)
      if (before) return { ...emptySummary(), importID: null, importedBefore: before.importedAt }

      await insertImport(context, { importID, filesHash })
      const writer = await createWriter(context, importID)
      const counts = await sumUpPlan(
        planRegister(context, source, options, writer),
        options,
        async (part, problems) => {
          if (!leaveOut && problems > 0) return
          if (part.file === 'niches') await writer.writeNiches(newRows(part.rows))
          else await writer.writePeople(newRows(part.rows))
        },
      )
      const isAccepted = leaveOut || counts.problems === 0
      if (!isAccepted || counts.added.niches + counts.added.people === 0) throw new RolledBack(counts)
      await writer.finish()
      /** Without fresh statistics PostgreSQL reads whole tables to find a block. */
      await context.db.execute(
        sql`analyze ${niches}, ${bookings}, ${beneficiaries}, ${registerEntries}, ${urns}, ${urnMoves}`,
      )
      const { created } = writer.locations
      await updateImport(context.db, importID, { ...counts.added, created, urnsEnteredAt: importedAt })
      const leftOut = counts.problems > 0 && { problems: counts.problems }
      const omitted = notRecorded.length > 0 && { notRecorded: notRecorded.join(', ') }
      await record(context, 'register.imported', importID, {
        ...counts.added,
        ...leftOut,
        ...omitted,
        ...(furtherPeople && { furtherPeople }),
      })
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

const newRows = <Row>(rows: readonly { outcome: string; read: Row }[]): Row[] =>
  rows.flatMap(({ outcome, read }) => (outcome === 'new' ? [read] : []))

/** Leaves the transaction without writing anything. */
class RolledBack extends Error {
  readonly counts: PlanSummary
  constructor(counts: PlanSummary) {
    super('The import is rolled back')
    this.counts = counts
  }
}

/** Problems say where Columba has something else of people, so this is recorded first, and stays if an import is rolled back. */
const recordComparison = (context: Context) => record(context, 'register.compared', 'register')

/** One import or undoing at a time, because both read what is there before they write. */
export async function lockImports({ db }: Pick<Context, 'db'>) {
  if (!(await tryToLockImports(db))) throw new AppError('REGISTER_BUSY')
  /** Rows are compared and reported to the page between the statements. */
  await db.execute(sql`set local idle_in_transaction_session_timeout = '30s'`)
}

/** Writes the new rows of an import in the caller's transaction. */
async function createWriter(context: Context, importID: string) {
  const locations = await loadLocations(context.db)
  const occupied: OccupiedNiche[] = []
  const blocked: Parameters<typeof blockImported>[1][number][] = []

  async function writeNiches(added: readonly ReadRow<'niches'>[]) {
    const rows: NewNiche[] = []
    for (const { row } of added) {
      const nicheID = randomUUID()
      const status = row.status as NonNullable<NewNiche['status']>
      rows.push({
        nicheID,
        blockID: await locations.findOrAdd(row, context.clock()),
        nicheCode: row.code,
        nicheRow: Number(row.row),
        nicheColumn: Number(row.column),
        half: row.half,
        status,
        priceCents: toCents(row.price) ?? 0,
        capacity: Number(row.capacity || 1),
        furtherPriceCents: toCents(row.further_price) ?? 0,
        importID,
        reason: row.is_blocked ? '' : row.reason,
      })
      if (status === 'Occupied') occupied.push({ nicheID, nicheCode: row.code, urns: row.urns })
      if (row.is_blocked) blocked.push({ nicheID, status, reason: row.reason })
    }
    await importNiches(context, rows)
  }

  async function writePeople(added: readonly ReadRow<'people'>[]) {
    const codes = added.map(({ row }) => row.code.toUpperCase())
    const stored = await listNichesByCode(context.db, codes)
    const byCode = new Map(stored.map((niche) => [niche.code.toUpperCase(), niche]))
    const found = added.flatMap(({ row, number, source }) => {
      const niche = byCode.get(row.code.toUpperCase())
      if (!niche) return []
      const isForLater = niche.status === 'Reserved' || row.for_later !== ''
      const nicheStatus = isForLater ? ('Reserved' as const) : ('Occupied' as const)
      return [{ nicheID: niche.nicheID, nicheCode: niche.code, nicheStatus, rowNumber: number, row, source }]
    })
    await importWithUrns(context, importID, found)
  }

  /** Call it once, after all people: from then on the walls are drawn, and every Occupied niche has its urns. */
  async function finish() {
    await locations.drawWalls()
    await enterUnnamedUrns(context, importID, occupied)
    await blockImported(context, blocked)
  }
  return { importID, locations, writeNiches, writePeople, finish }
}
