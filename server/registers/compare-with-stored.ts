import { correctableFields } from '#contract/bookings/correction.ts'
import { groupBy } from '#contract/group-by.ts'
import { isSaidToBeHere, isSameDoorSide } from '#contract/registers/check-register.ts'
import type { CellProblem } from '#contract/registers/check-row.ts'
import { blockColumns, hallColumns, type PersonRow } from '#contract/registers/columns.ts'
import type { Context } from '#server/core/context.ts'
import { isSameName } from '#server/database/same-name.ts'
import { listUndonePlaces } from '#server/niches/public.ts'
import type { Db } from '#server/ports/database.ts'
import type { PlaceCount } from './count-places.ts'
import { type loadLocations, openingTimeOf } from './locations.ts'
import { listNichesAt, listNichesByCode, listPeopleIn, listPublished, type StoredPerson } from './queries.ts'
import type { ReadRow } from './read-csv.ts'
import { groupByNiche, isUnnamed, toNicheRow, toPersonRow, withStatusOf } from './register-rows.ts'

type Locations = Pick<Awaited<ReturnType<typeof loadLocations>>, 'find'>

/** What the database says about each row: new, the same, or what contradicts it. */
type Comparison = CellProblem[] | 'same' | 'new'

export async function compareNiches(
  { db, clock }: Context,
  locations: Locations,
  reads: ReadRow<'niches'>[],
): Promise<Comparison[]> {
  const stored = await listNichesByCode(db, upperCodes(reads))
  const byCode = new Map(stored.map((niche) => [niche.code.toUpperCase(), niche]))
  const people = await listPeopleIn(
    db,
    stored.map(({ nicheID }) => nicheID),
  )
  const peopleIn = groupByNiche(people)
  const atDoors = await listAtDoors(db, locations, reads)
  const undone = await listUndoneOnSale(db, locations, reads)
  return reads.map(({ row }) => {
    const niche = byCode.get(row.code.toUpperCase())
    if (niche) {
      /** Columba forgets an opening time once it has come. */
      const said = openingTimeOf(row, clock()) ? row : { ...row, opens_at: '' }
      return differences(said, withStatusOf(toNicheRow(niche), peopleIn.get(niche.nicheID)), 'this niche')
    }
    const atDoor = atDoors.get(`${locations.find(row)?.blockID}\t${row.row}\t${row.column}`) ?? []
    const other = atDoor.find((stored) => isSameDoorSide(stored, row))
    if (!other && undone.has(row.code)) return [{ column: 'status', value: row.status, message: hadUrn }]
    if (!other) return 'new'
    return [{ column: 'column', value: row.column, message: `Columba already has niche ${other.code} at this place.` }]
  })
}

const hadUrn =
  'An import that was undone had an urn here. Import this niche as Blocked, and make it available in Niche Management.'

/** The codes that families could book at once, because their block is published, although an undone import had an urn there. */
async function listUndoneOnSale(db: Db, locations: Locations, reads: ReadRow<'niches'>[]) {
  const free = reads.flatMap(({ row }) => {
    const found = row.status === 'Available' ? locations.find(row) : undefined
    return found ? [{ ...row, ...found }] : []
  })
  const published = await listPublished(db, [...new Set(free.map(({ blockID }) => blockID))])
  const onSale = free.filter(({ blockID }) => published.has(blockID))
  const places = onSale.map(({ code, building, level, block, row, column }) => ({
    ...{ code, building, level: Number(level), block, row: Number(row), column: Number(column) },
  }))
  return new Set(await listUndonePlaces(db, places))
}

async function listAtDoors(db: Db, locations: Locations, reads: ReadRow<'niches'>[]) {
  const wanted = reads.flatMap(({ row }) => {
    const blockID = locations.find(row)?.blockID
    return blockID ? [{ blockID, row: Number(row.row), column: Number(row.column) }] : []
  })
  const taken = await listNichesAt(db, wanted)
  return groupBy(taken, ({ blockID, row, column }) => `${blockID}\t${row}\t${column}`)
}

/** `importID`: people whom this import has already written from the same file are not compared with its other rows. */
export async function comparePeople(
  { db, vault }: Context,
  reads: ReadRow<'people'>[],
  places: PlaceCount,
  importID: string | undefined,
): Promise<Comparison[]> {
  const niches = await listNichesByCode(db, upperCodes(reads))
  const people = await listPeopleIn(
    db,
    niches.map(({ nicheID }) => nicheID),
  )
  const byCode = new Map(niches.map((niche) => [niche.code.toUpperCase(), niche]))
  const peopleIn = groupByNiche(people)
  const compared = reads.map(({ row }) => {
    const niche = byCode.get(row.code.toUpperCase())
    const inNiche = peopleIn.get(niche?.nicheID ?? '') ?? []
    const stored = inNiche.filter(({ entry }) => !entry || entry.importID !== importID)
    const found = stored.map((person) => ({
      person,
      result: differences(
        row,
        toPersonRow(person, inNiche, vault),
        `booking ${person.bookingID} of this niche`,
        person.account ? withheldText : personText,
      ),
    }))
    return { row, niche, stored, found, same: found.find(({ result }) => result === 'same')?.person }
  })
  /** Whoever has a row of their own is nobody else of the same name. */
  const matched = new Set(compared.map(({ same }) => same))
  return compared.map(({ row, niche, stored, found, same }) => {
    if (same) return 'same'
    if (!niche) return 'new'
    const others = found.filter(({ person }) => !matched.has(person) && !isUnnamed(person))
    const recognised =
      others.find(({ person }) => isNameOf(person, row)) ?? (niche.capacity === 1 ? others[0] : undefined)
    if (recognised) return withCorrectable(recognised)
    if (places.take(niche, stored, niche.status !== 'Reserved' && isSaidToBeHere(row))) return 'new'
    return [{ column: 'code', value: row.code, message: 'Columba has no place left in this niche.' }]
  })
}

/** What a register said of somebody, and the file says otherwise, can be corrected by the file, as by a clerk. */
function withCorrectable({ person: { bookingID, entry, account }, result }: Recognised): Comparison {
  if (!Array.isArray(result) || !entry || account) return result
  return result.map(({ known = '', ...problem }) =>
    problem.column in correctableFields ? { ...problem, correctable: { bookingID, known } } : problem,
  )
}

/** In a niche for several, the name says whom of them a row is about. Of a linked booking, the holder may have the name of the account. */
function isNameOf({ beneficiary, account, entry }: StoredPerson, row: PersonRow): boolean {
  if (row.beneficiary_name) return isSameName(row.beneficiary_name, beneficiary.beneficiaryName)
  const holders = [account?.name ?? '', entry?.holderName ?? '']
  return beneficiary.beneficiaryName === '' && holders.some((name) => isSameName(row.holder_name, name))
}

const upperCodes = (reads: ReadRow<'niches' | 'people'>[]) => reads.map(({ row }) => row.code.toUpperCase())

/** What is stored of a cell that differs. */
type Difference = CellProblem & { known?: string }

interface Recognised {
  person: StoredPerson
  result: Difference[] | 'same'
}

type StoredText = (known: string, column: string) => string

const storedText: StoredText = (known) => known || 'nothing'

/** Identity numbers are not shown. */
const personText: StoredText = (known, column) =>
  known && column === 'identity_number' ? 'another number' : storedText(known, column)

/** What a family entered is no part of an old register: whoever needs it exports the register. */
const withheldText: StoredText = () => 'another value'

/** An empty value in these columns never contradicts what is stored: an export leaves out the identity numbers of the living. */
const mayBeEmpty = new Set<string>([...blockColumns, ...hallColumns, 'identity_number', 'urns', 'is_here'])

/** Names of places and codes are the same in any case. */
const caseless = new Set(['building', 'block', 'code'])
const isSame = (column: string, value: string, known: string) =>
  value === known || (caseless.has(column) && value.toLowerCase() === known.toLowerCase())

function differences<Row extends object>(
  row: Row,
  stored: Row,
  what: string,
  textOf = storedText,
): Difference[] | 'same' {
  const problems = Object.entries(row)
    .map(([column, value]) => ({ column, value: String(value), known: String(stored[column as keyof Row]) }))
    .filter(({ column, value, known }) => !isSame(column, value, known) && !(value === '' && mayBeEmpty.has(column)))
    .map(({ column, value, known }) => ({
      column,
      value,
      message: `In Columba, ${what} has ${textOf(known, column)} here.`,
      known: textOf(known, column),
    }))
  return problems.length > 0 ? problems : 'same'
}
