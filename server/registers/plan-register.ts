import { setImmediate } from 'node:timers/promises'
import { groupBy } from '#contract/group-by.ts'
import type { NicheRow } from '#contract/registers/columns.ts'
import type { Context } from '#server/core/context.ts'
import { listUndonePlaces } from '#server/niches/public.ts'
import type { KnownNiche, KnownPeople } from './compare-rows.ts'
import { type loadLocations, openingTimeOf } from './locations.ts'
import type { ReadRow, RegisterSource } from './open-register.ts'
import { createPlanner, type PlannedRow, type PlanOptions } from './plan-rows.ts'
import { listNichesAt, listNichesByCode, listPeopleIn, listPublished } from './queries.ts'
import { countStored, groupByNiche, toNicheRow, toPersonRow } from './register-rows.ts'

export type PlannedPart = { share: number } & (
  | { file: 'niches'; rows: PlannedRow<'niches'>[] }
  | { file: 'people'; rows: PlannedRow<'people'>[] }
)

type Locations = Pick<Awaited<ReturnType<typeof loadLocations>>, 'find'>

/**
 * Says part by part what becomes of each row, first of the niches and then of the people: loads what the house has of them, and plans. Whoever
 * imports writes a part before asking for the next. `importID`: people whom this import has written are not compared with its other rows.
 */
export async function* planRegister(
  context: Context,
  source: RegisterSource,
  options: PlanOptions,
  { locations, importID }: { locations: Locations; importID?: string },
): AsyncGenerator<PlannedPart> {
  const planner = createPlanner(source.headerOf, { ...options, ...source.answers })
  for await (const { rows, share } of source.read('niches')) {
    const known = await loadNiches(context, locations, rows)
    yield { share, file: 'niches', rows: planner.niches(rows, known) }
    await setImmediate()
  }
  for await (const { rows, share } of source.read('people')) {
    const known = await loadPeople(context, rows, importID)
    yield { share, file: 'people', rows: planner.people(rows, known) }
    await setImmediate()
  }
  for (const rows of planner.rest()) {
    yield { share: 1, file: 'people', rows }
    await setImmediate()
  }
}

/** What the house has of each row whose own cells are right. */
async function loadNiches(
  { db, clock }: Context,
  locations: Locations,
  reads: readonly ReadRow<'niches'>[],
): Promise<Map<NicheRow, KnownNiche>> {
  const rows = reads.filter(({ problems }) => problems.length === 0).map(({ row }) => row)
  const stored = await loadStored(db, rows)
  const placed = rows.map((row) => ({ row, block: locations.find(row) }))
  const inBlocks = placed.flatMap(({ row, block }) =>
    block ? [{ ...placeOf(row), ...block, status: row.status }] : [],
  )
  const atDoors = groupBy(await listNichesAt(db, inBlocks), doorOf)
  const free = inBlocks.filter(({ status }) => status === 'Available')
  const published = await listPublished(db, [...new Set(free.map(({ blockID }) => blockID))])
  /** The codes that families could book at once, because their block is published, although an undone import had an urn there. */
  const undone = new Set(
    await listUndonePlaces(
      db,
      free.filter(({ blockID }) => published.has(blockID)),
    ),
  )
  return new Map(
    placed.map(({ row, block }) => {
      const found = stored.get(row.code.toUpperCase())
      const known: KnownNiche = {
        stored: found && { row: toNicheRow(found.niche, found.people), counts: countStored(found.people) },
        atDoor: (block && atDoors.get(doorOf({ ...placeOf(row), ...block }))) || [],
        hadUrn: undone.has(row.code),
        isOpen: openingTimeOf(row, clock()) === null,
      }
      return [row, known]
    }),
  )
}

const placeOf = ({ code, level, row, column }: NicheRow) => ({
  code,
  level: Number(level),
  row: Number(row),
  column: Number(column),
})

const doorOf = ({ blockID, row, column }: { blockID: string; row: number; column: number }) =>
  `${blockID}\t${row}\t${column}`

/** What the house has of the niche of each row, by its code in upper case. */
async function loadPeople(
  { db, vault }: Context,
  reads: readonly ReadRow<'people'>[],
  importID: string | undefined,
): Promise<Map<string, KnownPeople>> {
  const stored = await loadStored(
    db,
    reads.map(({ row }) => row),
  )
  return new Map(
    [...stored].map(([code, { niche, people }]) => {
      const others = people.filter(({ entry }) => !entry || entry.importID !== importID)
      const known = others.map((person) => ({ stored: person, row: toPersonRow(person, people, vault) }))
      return [code, { niche, people: known }]
    }),
  )
}

/** The stored niches of these rows with the people in each, by code in upper case. */
async function loadStored(db: Context['db'], rows: readonly { code: string }[]) {
  const codes = rows.map(({ code }) => code.toUpperCase())
  const niches = await listNichesByCode(db, codes)
  const nicheIDs = niches.map(({ nicheID }) => nicheID)
  const people = groupByNiche(await listPeopleIn(db, nicheIDs))
  return new Map(
    niches.map((niche) => [niche.code.toUpperCase(), { niche, people: people.get(niche.nicheID) ?? [] }] as const),
  )
}
