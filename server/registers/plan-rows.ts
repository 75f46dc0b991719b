import { correctableFields } from '#contract/bookings/correction.ts'
import { createRegisterCheck, isSaidToBeHere, isSameDoorSide } from '#contract/registers/check-register.ts'
import type { CellProblem } from '#contract/registers/check-row.ts'
import { columnsOf, type NicheRow, optionalDetails, type PersonRow } from '#contract/registers/columns.ts'
import { isDifference, kindOf, type RegisterFile, type RegisterProblem } from '#contract/registers/problem.ts'
import { isSameName } from '#server/database/same-name.ts'
import type { ReadRow, RegisterSource } from './open-register.ts'
import type { StoredNiche, StoredPerson } from './queries.ts'
import { isUnnamed, type StoredCounts } from './register-rows.ts'

export interface PlanOptions {
  /** Rows with problems are left out, and the others are taken. */
  leaveOut?: boolean
  /** Names of columns of people, or kinds of problems: wrong values there count as not recorded. */
  notRecorded?: readonly string[]
  /** Names that nobody in their niche has are those of further people, and no corrected names. */
  furtherPeople?: boolean
  /** Problems say what Columba has of people; otherwise only that it is another value. Whoever sets it records `shownBooking` first. */
  showsStored?: boolean
}

/** What becomes of a row: it is written, it is there already, Columba has something else, or it has problems. */
export interface PlannedRow<File extends RegisterFile> {
  read: ReadRow<File>
  outcome: 'new' | 'same' | 'different' | 'problem'
  problems: RegisterProblem[]
  /** The niche of this row as Columba has it. */
  stored?: KnownNiche['stored']
  /** The booking whose stored values the problems show. */
  shownBooking?: string | undefined
}

/** What the house has of the niche of a row. */
export interface KnownNiche {
  stored: { row: NicheRow; counts: StoredCounts } | undefined
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

/** A row of somebody whom neither name nor identity number recognises. */
interface UnknownPerson {
  read: ReadRow<'people'>
  inNiche: KnownPeople
  found: readonly ComparedPerson[]
}

/**
 * Decides what becomes of the rows of a register, from the rows and from what the house has of them, and without reading or writing anything.
 * Give it all rows of niches, part by part, then those of people, and then ask for the rest of these.
 */
export function createPlanner(
  headerOf: RegisterSource['headerOf'],
  { leaveOut = false, notRecorded = [], furtherPeople = false, showsStored = false }: PlanOptions,
) {
  const check = createRegisterCheck({ leaveOut })
  const hasPlace = createPlaceCount()
  /** The bookings that a row repeats: whoever has a row of their own is nobody else of the same name. */
  const repeated = new Set<string>()
  /** These, and the bookings of which a row says something else. */
  const claimed = new Set<string>()
  const unknown: UnknownPerson[] = []

  function planNiche({ row, place, problems }: ReadRow<'niches'>, known: KnownNiche | undefined): Outcome {
    const wrong = problems.length > 0 ? problems : check.niche(row, place)
    const outcome = wrong.length > 0 ? wrong : compareNiche(row, known)
    if (problems.length > 0 || (wrong.length === 0 && Array.isArray(outcome))) check.wrongNiche(row)
    return outcome
  }

  function planPeople(
    reads: readonly ReadRow<'people'>[],
    known: ReadonlyMap<string, KnownPeople>,
  ): (PlannedPerson | undefined)[] {
    for (const read of reads) omitWrong(read, notRecorded)
    const compared = reads.map((read) => {
      const { row, place, problems } = read
      const wrong = problems.length > 0 ? problems : check.person(row, place)
      const inNiche = known.get(row.code.toUpperCase())
      const named = inNiche?.people.filter(({ stored }) => !isUnnamed(stored)) ?? []
      const found = named.map((person) => comparePerson(row, person, showsStored))
      const same = wrong.length === 0 ? found.find(({ differences }) => differences.length === 0) : undefined
      if (same) repeated.add(same.bookingID)
      return { read, wrong, inNiche, found, isSame: same !== undefined }
    })
    const recognised = compared.map(({ inNiche, found, isSame }) => {
      if (isSame) return undefined
      const others = found.filter(({ bookingID }) => !repeated.has(bookingID))
      const known = others.find(({ isNumbered }) => isNumbered) ?? others.find(({ isNamed }) => isNamed)
      return known ?? (inNiche?.niche.capacity === 1 ? others[0] : undefined)
    })
    for (const one of recognised) if (one) claimed.add(one.bookingID)
    return compared.map(({ read, wrong, inNiche, found, isSame }, at) => {
      if (wrong.length > 0) return { outcome: wrong }
      if (isSame) return { outcome: 'same' }
      const one = recognised[at]
      if (one) return differing(one)
      if (!inNiche || !found.some(isUnclaimed)) return { outcome: planNewPerson(read, inNiche) }
      unknown.push({ read, inNiche, found })
      return undefined
    })
  }

  const isUnclaimed = ({ bookingID }: ComparedPerson) => !repeated.has(bookingID) && !claimed.has(bookingID)

  function planNewPerson({ row }: ReadRow<'people'>, inNiche: KnownPeople | undefined): Outcome {
    const otherRight = inNiche ? compareRight(row, inNiche.people) : []
    if (otherRight.length > 0) return otherRight
    if (inNiche && !hasPlace(inNiche, inNiche.niche.status !== 'Reserved' && isSaidToBeHere(row)))
      return [{ column: 'code', value: row.code, message: 'Columba has no place left in this niche.' }]
    /** A check does not offer the people whom an import leaves out with their niche. */
    return check.isOfWrongNiche(row) ? [] : 'new'
  }

  /** Beside somebody of whom there is no row, a new name may be theirs, corrected. */
  function planUnknown(): PlannedPerson[] {
    const referred = unknown.map(({ found }) => found.find((one) => one.isReferred && isUnclaimed(one)))
    for (const one of referred) if (one) claimed.add(one.bookingID)
    return unknown.map(({ read, inNiche, found }, at) => {
      const one = referred[at]
      if (one) return differing(one)
      const others = found.filter(isUnclaimed)
      const isAsked = others.length > 0 && !furtherPeople
      return { outcome: isAsked ? [askWho(read.row, others)] : planNewPerson(read, inNiche) }
    })
  }

  const planned = <File extends RegisterFile>(file: File, read: ReadRow<File>, outcome: Outcome): PlannedRow<File> => {
    if (!Array.isArray(outcome)) return { read, outcome, problems: [] }
    const { sheet, number: row, person } = read
    const problems = outcome.map((each) => ({
      file,
      sheet,
      row,
      header: headerOf(each.column, person),
      what: 'wrong' as const,
      ...each,
    }))
    const isDifferent = problems.length > 0 && problems.every(isDifference)
    return { read, outcome: isDifferent ? 'different' : 'problem', problems }
  }
  const plannedPerson = (read: ReadRow<'people'>, { outcome, shownBooking }: PlannedPerson) => ({
    ...planned('people', read, outcome),
    shownBooking,
  })
  return {
    niches: (reads: readonly ReadRow<'niches'>[], known: ReadonlyMap<NicheRow, KnownNiche>) =>
      reads.map((read) => {
        const inHouse = known.get(read.row)
        return { ...planned('niches', read, planNiche(read, inHouse)), stored: inHouse?.stored }
      }),
    people(reads: readonly ReadRow<'people'>[], known: ReadonlyMap<string, KnownPeople>) {
      const plans = planPeople(reads, known)
      return reads.flatMap((read, at) => {
        const plan = plans[at]
        return plan ? [plannedPerson(read, plan)] : []
      })
    },
    /** The rows of people that could not be decided before all others were read. */
    rest: () =>
      planUnknown().flatMap((plan, at) => unknown.slice(at, at + 1).map(({ read }) => plannedPerson(read, plan))),
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
    const differences = differencesOf(said, known.stored.row, 'this niche', (known) => known || 'nothing')
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
  const isNamed = isNameOf(person.stored, row)
  const isShown = showsStored && isNamed && !account
  const what = `booking ${bookingID} of this niche`
  const differences = differencesOf(row, person.row, what, isShown ? storedText : () => 'another value')
  const isCorrectable = entry && !account
  const has = (column: keyof PersonRow) =>
    row[column] !== '' && row[column].toUpperCase() === person.row[column].toUpperCase()
  return {
    bookingID,
    isNamed,
    isNumbered: has('identity_number'),
    isReferred: has('reference') && has('deed'),
    shownBooking: isShown ? bookingID : undefined,
    differences: differences.map(
      ({ known, ...problem }): CellProblem =>
        isCorrectable && problem.column in correctableFields
          ? { ...problem, correctable: { bookingID, known } }
          : problem,
    ),
  }
}
type ComparedPerson = ReturnType<typeof comparePerson>

interface PlannedPerson {
  outcome: Outcome
  shownBooking?: string | undefined
}
const differing = ({ differences, shownBooking }: ComparedPerson): PlannedPerson => ({
  outcome: differences,
  shownBooking,
})

/** If it can be the name of only one booking, it can be corrected by the file. */
function askWho(row: PersonRow, others: readonly ComparedPerson[]): CellProblem {
  const column = row.beneficiary_name ? 'beneficiary_name' : 'holder_name'
  const [first] = others
  const difference = others.length === 1 ? first?.differences.find((each) => each.column === column) : undefined
  return {
    column,
    value: row[column],
    what: 'unknown person',
    message: whoIsIt,
    ...(difference?.correctable && { correctable: difference.correctable }),
  }
}

const whoIsIt =
  'Columba has somebody else in this niche, of whom there is no row. Is this their corrected name, or a further person?'

/** Whoever comes to a niche later joins the right that is there, so the row cannot say another one. */
const compareRight = (row: PersonRow, [first]: readonly KnownPerson[]): CellProblem[] =>
  columnsOf.people.flatMap(({ name, of }) => {
    const [value, known] = [row[name], first?.row[name]]
    if (of !== 'right' || known === undefined || value === '' || value === known) return []
    const text = known ? 'another value' : 'nothing'
    const message = `In Columba, the right to this niche has ${text} here.`
    return [{ column: name, value, what: 'different' as const, message }]
  })

/** In a niche for several, the name says whom of them a row is about. Of a linked booking, the holder may have the name of the account. */
function isNameOf({ beneficiary: { beneficiaryName }, account, entry }: StoredPerson, row: PersonRow): boolean {
  if (row.beneficiary_name) return isSameName(row.beneficiary_name, beneficiaryName)
  const holderNames = [account?.name ?? '', entry?.holderName ?? '']
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
    .map((difference) => ({
      ...difference,
      what: 'different' as const,
      message: `In Columba, ${what} has ${difference.known} here.`,
    }))
