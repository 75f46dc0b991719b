import { correctableFields } from '#contract/bookings/correction.ts'
import { createRegisterCheck, isSaidToBeHere, isSameDoorSide } from '#contract/registers/check-register.ts'
import type { CellProblem } from '#contract/registers/check-row.ts'
import { columnsOf, type NicheRow, optionalDetails, type PersonRow } from '#contract/registers/columns.ts'
import { kindOf, type RegisterFile, type RegisterProblem } from '#contract/registers/problem.ts'
import { isSameName } from '#server/database/same-name.ts'
import type { ReadRow, RegisterSource } from './open-register.ts'
import type { StoredNiche, StoredPerson } from './queries.ts'
import { isUnnamed } from './register-rows.ts'

export interface PlanOptions {
  /** Rows with problems are left out, and the others are taken. */
  leaveOut?: boolean
  /** Names of columns of people, or kinds of problems: wrong values there count as not recorded. */
  notRecorded?: readonly string[]
  /** Problems say what Columba has of people; otherwise only that it is another value. Whoever sets it records `shownBooking` first. */
  showsStored?: boolean
}

/** What becomes of a row: it is written, it is there already, or it has problems. */
export interface PlannedRow<File extends RegisterFile> {
  read: ReadRow<File>
  outcome: 'new' | 'same' | 'problem'
  problems: RegisterProblem[]
  /** The booking whose stored values the problems show. */
  shownBooking?: string | undefined
}

/** What the house has of the niche of a row. */
export interface KnownNiche {
  stored: NicheRow | undefined
  /** The niches behind the same door. */
  atDoor: readonly { half: string; code: string }[]
  /** An import that was undone had an urn there, and families could book it at once. */
  hadUrn: boolean
  /** The opening time of the row has come. Columba forgets it then. */
  isOpen: boolean
}

/** A niche, and who has it now, without those whom this import has written. */
export interface KnownPeople {
  niche: StoredNiche
  people: readonly KnownPerson[]
}

interface KnownPerson {
  stored: StoredPerson
  row: PersonRow
}

type Outcome = CellProblem[] | 'same' | 'new'

/**
 * Decides what becomes of the rows of a register, from the rows and from what the house has of them, and without reading or writing anything.
 * Give it all rows of niches, part by part, and then those of people.
 */
export function createPlanner(
  headerOf: RegisterSource['headerOf'],
  { leaveOut = false, notRecorded = [], showsStored = false }: PlanOptions,
) {
  const check = createRegisterCheck({ leaveOut })
  const hasPlace = createPlaceCount()

  function planNiche({ row, place, problems }: ReadRow<'niches'>, known: KnownNiche | undefined): Outcome {
    const wrong = problems.length > 0 ? problems : check.niche(row, place)
    const outcome = wrong.length > 0 ? wrong : compareNiche(row, known)
    if (problems.length > 0 || (wrong.length === 0 && Array.isArray(outcome))) check.wrongNiche(row)
    return outcome
  }

  function planPeople(
    reads: readonly ReadRow<'people'>[],
    known: ReadonlyMap<string, KnownPeople>,
  ): { outcome: Outcome; shownBooking?: string | undefined }[] {
    for (const read of reads) omitWrong(read, notRecorded)
    const compared = reads.map((read) => {
      const { row, place, problems } = read
      const wrong = problems.length > 0 ? problems : check.person(row, place)
      const inNiche = known.get(row.code.toUpperCase())
      const found =
        wrong.length > 0 ? [] : (inNiche?.people ?? []).map((person) => comparePerson(row, person, showsStored))
      return { row, wrong, inNiche, found, same: found.find(({ differences }) => differences.length === 0)?.person }
    })
    /** Whoever has a row of their own is nobody else of the same name. */
    const matched = new Set(compared.map(({ same }) => same))
    return compared.map(({ row, wrong, inNiche, found, same }) => {
      if (wrong.length > 0) return { outcome: wrong }
      if (same) return { outcome: 'same' }
      const others = found.filter(({ person }) => !matched.has(person) && !isUnnamed(person.stored))
      const recognised =
        others.find(({ isNamed }) => isNamed) ?? (inNiche?.niche.capacity === 1 ? others[0] : undefined)
      if (recognised) return { outcome: recognised.differences, shownBooking: recognised.shownBooking }
      const otherRight = inNiche ? compareRight(row, inNiche.people) : []
      if (otherRight.length > 0) return { outcome: otherRight }
      if (inNiche && !hasPlace(inNiche, inNiche.niche.status !== 'Reserved' && isSaidToBeHere(row)))
        return {
          outcome: [{ column: 'code', value: row.code, message: 'Columba has no place left in this niche.' }],
        }
      /** A check does not offer the people whom an import leaves out with their niche. */
      return { outcome: check.isOfWrongNiche(row) ? [] : 'new' }
    })
  }

  const planned = <File extends RegisterFile>(file: File, read: ReadRow<File>, outcome: Outcome): PlannedRow<File> => {
    if (!Array.isArray(outcome)) return { read, outcome, problems: [] }
    const { sheet, number: row, person } = read
    const problems = outcome.map((each) => ({ file, sheet, row, header: headerOf(each.column, person), ...each }))
    return { read, outcome: 'problem', problems }
  }
  return {
    niches: (reads: readonly ReadRow<'niches'>[], known: ReadonlyMap<NicheRow, KnownNiche>) =>
      reads.map((read) => planned('niches', read, planNiche(read, known.get(read.row)))),
    people(reads: readonly ReadRow<'people'>[], known: ReadonlyMap<string, KnownPeople>) {
      const plans = planPeople(reads, known)
      return reads.map((read, at) => {
        const { outcome = [], shownBooking } = plans[at] ?? {}
        return { ...planned('people', read, outcome), shownBooking }
      })
    },
  }
}

/** Empties wrong values that may be missing, and forgets their problems. */
function omitWrong(read: ReadRow<'people'>, notRecorded: readonly string[]) {
  const isOmitted = (problem: CellProblem) =>
    notRecorded.includes(problem.column) || notRecorded.includes(kindOf({ file: 'people', ...problem }))
  const omitted = read.problems.filter((problem) => isOmitted(problem) && optionalDetails.includes(problem.column))
  for (const { column } of omitted) read.row[column as keyof typeof read.row] = ''
  read.problems = read.problems.filter((problem) => !omitted.includes(problem))
}

/** Counts whom the file adds to each niche, so that a row without a place is a problem and no failure of the database. */
function createPlaceCount() {
  const added = new Map<string, { here: number; others: number }>()
  /** Takes a place beside those who are stored. False if there is none left. */
  return ({ niche: { nicheID, capacity }, people }: KnownPeople, isHere: boolean): boolean => {
    const { here, others } = added.get(nicheID) ?? { here: 0, others: 0 }
    const now = isHere ? { here: here + 1, others } : { here, others: others + 1 }
    const unnamed = people.filter(({ stored }) => isUnnamed(stored)).length
    /** Bookings without a name become those of the first who rest there. */
    const taken = people.length - unnamed + Math.max(unnamed, now.here) + now.others
    if (taken > capacity) return false
    added.set(nicheID, now)
    return true
  }
}

function compareNiche(row: NicheRow, known: KnownNiche | undefined): Outcome {
  if (known?.stored) {
    const said = known.isOpen ? { ...row, opens_at: '' } : row
    const differences = differencesOf(said, known.stored, 'this niche', (known) => known || 'nothing')
    return differences.length > 0 ? differences : 'same'
  }
  const other = known?.atDoor.find((stored) => isSameDoorSide(stored, row))
  if (other)
    return [{ column: 'column', value: row.column, message: `Columba already has niche ${other.code} at this place.` }]
  return known?.hadUrn ? [{ column: 'status', value: row.status, message: hadUrn }] : 'new'
}

const hadUrn =
  'An import that was undone had an urn here. Import this niche as Blocked, and make it available in Niche Management.'

/**
 * What a register said of somebody, and the file says otherwise, can be corrected by the file, as by a clerk. What Columba has is only shown to
 * whoever knows the name, and nothing of what a family entered: whoever needs it exports the register.
 */
function comparePerson(row: PersonRow, person: KnownPerson, showsStored: boolean) {
  const { bookingID, account, entry } = person.stored
  const isNamed = isNameOf(person, row)
  const isShown = showsStored && isNamed && !account
  const what = `booking ${bookingID} of this niche`
  const differences = differencesOf(row, person.row, what, isShown ? storedText : () => 'another value')
  const isCorrectable = entry && !account
  /** Somebody else may hold the right, or under another name. Staff correct that on the page of the right. */
  const isHolderOfEntry = entry?.holderName === person.row.holder_name
  return {
    person,
    isNamed,
    shownBooking: isShown ? bookingID : undefined,
    differences: differences.map(
      ({ known, ...problem }): CellProblem =>
        isCorrectable && problem.column in correctableFields && (isHolderOfEntry || !isOfHolder(problem.column))
          ? { ...problem, correctable: { bookingID, known } }
          : problem,
    ),
  }
}

const isOfHolder = (column: string) => column.startsWith('holder_')

/** Whoever comes to a niche later joins the right that is there, so the row cannot say another one. */
const compareRight = (row: PersonRow, [first]: readonly KnownPerson[]): CellProblem[] =>
  columnsOf.people.flatMap(({ name, of }) => {
    const [value, known] = [row[name], first?.row[name]]
    if (of !== 'right' || known === undefined || value === '' || value === known) return []
    const text = known ? 'another value' : 'nothing'
    return [{ column: name, value, message: `In Columba, the right to this niche has ${text} here.` }]
  })

/** In a niche for several, the name says whom of them a row is about. Of a linked booking, the holder may have the name of the account. */
function isNameOf({ stored, row: known }: KnownPerson, row: PersonRow): boolean {
  const { beneficiary, account, entry } = stored
  const { beneficiaryName } = beneficiary
  if (row.beneficiary_name) return isSameName(row.beneficiary_name, beneficiaryName)
  const holderNames = [account?.name ?? '', entry?.holderName ?? '', known.holder_name]
  return beneficiaryName === '' && holderNames.some((name) => isSameName(row.holder_name, name))
}

/** Identity numbers are not shown, and neither is anything to a file that says nothing there. */
function storedText(known: string, column: string, value: string): string {
  if (known && value === '') return 'another value'
  return known && column === 'identity_number' ? 'another number' : known || 'nothing'
}

const mayBeUnsaid = new Set<string>(
  [...columnsOf.niches, ...columnsOf.people].flatMap(({ name, of, mayBeUnsaid }) => (of || mayBeUnsaid ? [name] : [])),
)

/** Names of places and codes are the same in any case. */
const caseless = new Set(['building', 'block', 'code'])
const isSame = (column: string, value: string, known: string) =>
  value === known || (caseless.has(column) && value.toLowerCase() === known.toLowerCase())

const differencesOf = <Row extends object>(
  row: Row,
  stored: Row,
  what: string,
  textOf: (known: string, column: string, value: string) => string,
) =>
  Object.entries(row)
    .map(([column, value]) => ({ column, value: String(value), known: String(stored[column as keyof Row]) }))
    .filter(({ column, value, known }) => !isSame(column, value, known) && !(value === '' && mayBeUnsaid.has(column)))
    .map(({ column, value, known }) => ({ column, value, known: textOf(known, column, value) }))
    .map((difference) => ({ ...difference, message: `In Columba, ${what} has ${difference.known} here.` }))
