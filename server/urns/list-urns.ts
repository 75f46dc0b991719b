import { inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { formatDateTime } from '#contract/dates.ts'
import { urnName } from '#contract/registers/partial-date.ts'
import type { LabelledUrn, urnApi } from '#contract/urns/api.ts'
import { describeLocation, whereaboutsAfter } from '#contract/urns/moves.ts'
import { record, recordFurtherReads } from '#server/audit/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { urns } from '#server/database/schema.ts'
import { type CsvColumns, streamCsv } from '#server/http/csv.ts'
import { toPage } from '#server/http/paged.ts'
import type { Db } from '#server/ports/database.ts'
import { listUrnRows, type UrnListRow } from './list-queries.ts'
import { toUrnTerms } from './search-terms.ts'
import { listWhereabouts } from './whereabouts.ts'

const pageLength = 50
/** The audit log names this many of the urns that a search found, and counts the rest. */
const maxAuditedTags = 8

/**
 * One page of all urns or of those found, the last to move first. The audit log records the kind of a search and what
 * it found, but not its text.
 */
export async function listUrns(context: SignedInContext, { query, cursor }: z.output<(typeof urnApi.list)['query']>) {
  const terms = query ? toUrnTerms(query) : undefined
  const rows = await listUrnRows(context.db, { terms, after: cursor }, pageLength + 1)
  if (terms && !cursor) {
    const tags = rows.slice(0, maxAuditedTags).map(({ tag }) => tag)
    const found = rows.length > pageLength ? `more than ${pageLength}` : rows.length
    await record(context, 'urn.searched', tags.join(' ') || 'nothing', { attr: terms.kind, found })
  }
  const page = rows.slice(0, pageLength)
  return toPage(page.map(presentUrn), rows.length > pageLength ? page.at(-1)?.move.moveID : undefined)
}

/** The urn with this tag, as a list of one or none. */
export const listUrnsByTag = async (db: Db, tag: string) =>
  (await listUrnRows(db, { terms: { kind: 'tag', tag } }, 1)).map(presentUrn)

/** A reading is recorded for each urn: whoever has seen a label may have printed it. */
export async function listLabels(context: SignedInContext, tags: readonly string[]): Promise<LabelledUrn[]> {
  const found = await listWhereabouts(context.db, inArray(urns.tag, tags))
  const labelled = new Map(
    found.map(({ tag, beneficiary: { beneficiaryName }, nicheCode }) => [tag, { tag, beneficiaryName, nicheCode }]),
  )
  await recordFurtherReads(context, 'labels', [...labelled.keys()])
  return tags.flatMap((tag) => labelled.get(tag) ?? [])
}

function presentUrn({ move, placedIn, ...urn }: UrnListRow) {
  const whereabouts = whereaboutsAfter(move.event)
  const where = describeLocation({ whereabouts, nicheCode: placedIn ?? '', shelf: move.shelf })
  return { ...urn, place: whereabouts, where, movedAt: move.at }
}

const urnColumns: CsvColumns<UrnListRow> = {
  Tag: (row) => row.tag,
  Name: (row) => urnName(row.beneficiaryName),
  Niche: (row) => row.nicheCode,
  Booking: (row) => row.bookingID,
  'Where it is': (row) => presentUrn(row).where,
  Since: (row) => formatDateTime(row.move.at),
  'Width (mm)': (row) => row.widthMm,
  'Height (mm)': (row) => row.heightMm,
  'Cremation certificate': (row) => row.cremationNumber,
}

/** The urns that the list would show, on all its pages. */
export async function exportUrnsCsv(context: SignedInContext, query: string | undefined) {
  const terms = query ? toUrnTerms(query) : undefined
  await record(context, 'urn.exported', 'urns', { attr: terms?.kind ?? 'all' })
  return streamCsv(urnColumns, (last, limit) => listUrnRows(context.db, { terms, after: last?.move.moveID }, limit))
}
