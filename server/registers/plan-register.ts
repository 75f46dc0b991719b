import { setImmediate } from 'node:timers/promises'
import { groupBy } from '#contract/group-by.ts'
import type { NicheRow, PersonRow } from '#contract/registers/columns.ts'
import type { Context } from '#server/core/context.ts'
import { listUndonePlaces } from '#server/niches/public.ts'
import { type loadLocations, openingTimeOf } from './locations.ts'
import type { ReadRow, RegisterSource } from './open-register.ts'
import { createPlanner, type KnownNiche, type KnownPeople, type PlannedRow, type PlanOptions } from './plan-rows.ts'
import { listNichesAt, listNichesByCode, listPeopleIn, listPublished } from './queries.ts'
import { groupByNiche, isUnnamed, toNicheRow, toPersonRow } from './register-rows.ts'

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
  const planner = createPlanner(source.headerOf, options)
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
}

/** What the house has of each row whose own cells are right. */
async function loadNiches(
  { db, clock }: Context,
  locations: Locations,
  reads: readonly ReadRow<'niches'>[],
): Promise<Map<NicheRow, KnownNiche>> {
  const rows = reads.filter(({ problems }) => problems.length === 0).map(({ row }) => row)
  const stored = await listNichesByCode(db, upperCodes(rows))
  const people = groupByNiche(
    await listPeopleIn(
      db,
      stored.map(({ nicheID }) => nicheID),
    ),
  )
  const byCode = new Map(stored.map((niche) => [niche.code.toUpperCase(), niche]))
  const placed = rows.map((row) => ({ row, blockID: locations.find(row)?.blockID }))
  const wanted = placed.flatMap(({ row, blockID }) =>
    blockID ? [{ blockID, row: Number(row.row), column: Number(row.column) }] : [],
  )
  const atDoors = groupBy(await listNichesAt(db, wanted), doorOf)
  const undone = await listUndoneOnSale(db, locations, rows)
  return new Map(
    placed.map(({ row, blockID }) => {
      const niche = byCode.get(row.code.toUpperCase())
      const known: KnownNiche = {
        stored: niche && toNicheRow(niche, people.get(niche.nicheID)),
        atDoor: (blockID && atDoors.get(doorOf({ ...row, blockID }))) || [],
        hadUrn: undone.has(row.code),
        isOpen: openingTimeOf(row, clock()) === null,
      }
      return [row, known]
    }),
  )
}

const doorOf = ({ blockID, row, column }: { blockID: string; row: number | string; column: number | string }) =>
  `${blockID}\t${row}\t${column}`

/** The codes that families could book at once, because their block is published, although an undone import had an urn there. */
async function listUndoneOnSale(db: Context['db'], locations: Locations, rows: readonly NicheRow[]) {
  const free = rows.flatMap((row) => {
    const found = row.status === 'Available' ? locations.find(row) : undefined
    return found ? [{ ...row, ...found }] : []
  })
  const published = await listPublished(db, [...new Set(free.map(({ blockID }) => blockID))])
  const onSale = free.filter(({ blockID }) => published.has(blockID))
  const places = onSale.map(({ code, building, level, block, row, column }) => ({
    code,
    building,
    level: Number(level),
    block,
    row: Number(row),
    column: Number(column),
  }))
  return new Set(await listUndonePlaces(db, places))
}

/** What the house has of the niche of each row, by its code in upper case. */
async function loadPeople(
  { db, vault }: Context,
  reads: readonly ReadRow<'people'>[],
  importID: string | undefined,
): Promise<Map<string, KnownPeople>> {
  const niches = await listNichesByCode(db, upperCodes(reads.map(({ row }) => row)))
  const peopleIn = groupByNiche(
    await listPeopleIn(
      db,
      niches.map(({ nicheID }) => nicheID),
    ),
  )
  return new Map(
    niches.map(({ nicheID, code, status, capacity }) => {
      const inNiche = peopleIn.get(nicheID) ?? []
      const people = inNiche
        .filter(({ entry }) => !entry || entry.importID !== importID)
        .map((person) => ({
          bookingID: person.bookingID,
          row: toPersonRow(person, inNiche, vault),
          isUnnamed: isUnnamed(person),
          isOfAccount: person.account !== null,
          isOfRegister: person.entry !== null,
          beneficiaryName: person.beneficiary.beneficiaryName,
          holderNames: [person.account?.name ?? '', person.entry?.holderName ?? ''],
        }))
      return [code.toUpperCase(), { nicheID, capacity, isReserved: status === 'Reserved', people }]
    }),
  )
}

const upperCodes = (rows: readonly (NicheRow | PersonRow)[]) => rows.map(({ code }) => code.toUpperCase())
