import { groupBy } from '#contract/group-by.ts'
import { createRegisterCheck, isSaidToBeHere } from '#contract/registers/check-register.ts'
import type { CellProblem } from '#contract/registers/check-row.ts'
import { type NicheRow, optionalDetails, type PersonRow } from '#contract/registers/columns.ts'
import { isDifference, kindOf, type RegisterFile, type RegisterProblem } from '#contract/registers/problem.ts'
import {
  askWho,
  type ComparedPerson,
  compareNiche,
  comparePerson,
  compareRight,
  type KnownNiche,
  type KnownPeople,
  type Outcome,
  withoutOffers,
} from './compare-rows.ts'
import { type Answers, type ReadRow, type RegisterSource, rowsPerPart } from './open-register.ts'
import { isUnnamed } from './register-rows.ts'

export interface PlanOptions {
  /** Rows with problems are left out, and the others are taken. */
  leaveOut?: boolean
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

interface PlannedPerson {
  outcome: Outcome
  shownBooking?: string | undefined
}
const differing = ({ differences, shownBooking }: ComparedPerson): PlannedPerson => ({
  outcome: differences,
  shownBooking,
})

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
  { leaveOut = false, notRecorded = [], furtherPeople = false, showsStored = false }: PlanOptions & Answers,
) {
  const check = createRegisterCheck({ leaveOut })
  const takePlace = createPlaceCount()
  /** The bookings that a row repeats exactly, so no other row means them. */
  const repeated = new Set<string>()
  /** The bookings that a row is about, whether it repeats them or differs. */
  const claimed = new Set<string>()
  /** The claimed bookings that no other row can be about. */
  const certain = new Set<string>()
  const unknown: UnknownPerson[] = []
  /** The people whom a row with mistakes may be about, if it recognises nobody. */
  const misread: (readonly ComparedPerson[])[] = []

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
    const compared = reads.map((read) => {
      const { row, place } = read
      const problems = omitWrong(row, read.problems, notRecorded)
      const wrong = problems.length > 0 ? problems : omitWrong(row, check.person(row, place), notRecorded)
      const inNiche = known.get(row.code.toUpperCase())
      const all = (inNiche?.people ?? []).map((person) => comparePerson(row, person, showsStored))
      const found = all.filter(({ isUnnamed }) => !isUnnamed)
      const same = wrong.length === 0 ? all.find(({ differences }) => differences.length === 0) : undefined
      for (const bookings of [repeated, claimed]) if (same) bookings.add(same.bookingID)
      return { read, wrong, inNiche, found, isSame: same !== undefined }
    })
    let recognised: readonly (ComparedPerson | undefined)[] = []
    for (const isFor of waysToRecognise) {
      const fitting = compared.map(({ inNiche, found, isSame }, at) => {
        if (isSame || recognised[at]) return []
        return found.filter((one) => !repeated.has(one.bookingID) && isFor(one, inNiche))
      })
      recognised = recognise(fitting).map((one, at) => recognised[at] ?? one)
    }
    return compared.map(({ read, wrong, inNiche, found, isSame }, at) => {
      const one = recognised[at]
      if (wrong.length > 0 && !one) misread.push(found)
      if (wrong.length > 0) return { outcome: wrong }
      if (isSame) return { outcome: 'same' }
      if (one) return differing(one)
      if (!inNiche || !found.some(isUnclaimed)) return { outcome: planNewPerson(read, inNiche) }
      unknown.push({ read, inNiche, found })
      return undefined
    })
  }

  const isUnclaimed = ({ bookingID }: ComparedPerson) => !claimed.has(bookingID)

  /** Picks whom each row is about, nobody twice. What may be of somebody else is not offered for correction. */
  function recognise(fitting: readonly (readonly ComparedPerson[])[]): (ComparedPerson | undefined)[] {
    const pairs = findPairs(fitting.map((fit) => fit.filter(({ bookingID }) => !certain.has(bookingID))))
    return fitting.map((fit, at) => {
      const one = fit.find(isUnclaimed) ?? fit[0]
      if (!one) return undefined
      const isCertain = one === pairs[at] && isUnclaimed(one)
      for (const bookings of isCertain ? [claimed, certain] : [claimed]) bookings.add(one.bookingID)
      return isCertain ? one : withoutOffers(one)
    })
  }

  function planNewPerson({ row }: ReadRow<'people'>, inNiche: KnownPeople | undefined): Outcome {
    const otherRight = inNiche ? compareRight(row, inNiche.people) : []
    if (otherRight.length > 0) return otherRight
    if (inNiche && !takePlace(inNiche, inNiche.niche.status !== 'Reserved' && isSaidToBeHere(row)))
      return [{ column: 'code', value: row.code, message: 'Columba has no place left in this niche.' }]
    /** A check does not offer the people whom an import leaves out with their niche. */
    return check.isOfWrongNiche(row) ? [] : 'new'
  }

  /** Beside somebody of whom there is no row, a new name may be theirs, corrected. */
  function* planUnknown(): Generator<PlannedRow<'people'>[]> {
    const waiting = [...unknown.map(({ found }) => found), ...misread]
    const referred = recognise(waiting.map((found) => found.filter((one) => one.isReferred && isUnclaimed(one))))
    const others = waiting.map((found, at) => (referred[at] ? [] : found.filter(isUnclaimed)))
    const pairs = findPairs(others)
    const rows = unknown.map(({ read, inNiche }, at) => {
      const one = referred[at]
      if (one) return plannedPerson(read, differing(one))
      const isAsked = others[at]?.length && !furtherPeople
      return planned('people', read, isAsked ? [askWho(read.row, pairs[at])] : planNewPerson(read, inNiche))
    })
    for (let at = 0; at < rows.length; at += rowsPerPart) yield rows.slice(at, at + rowsPerPart)
  }

  const planned = <File extends RegisterFile>(file: File, read: ReadRow<File>, outcome: Outcome): PlannedRow<File> => {
    if (!Array.isArray(outcome)) return { read, outcome, problems: [] }
    const { sheet, number: row, person } = read
    const problems = outcome.map((each) => ({
      file,
      sheet,
      row,
      header: headerOf(sheet, each.column, person),
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
    /** The rows of people that could not be decided before all others were read, in parts. */
    rest: planUnknown,
  }
}

/** The surest first: an identity number, a name, or that the niche is for one. */
const waysToRecognise: readonly ((person: ComparedPerson, inNiche: KnownPeople | undefined) => boolean)[] = [
  ({ isNumbered }) => isNumbered,
  ({ isNamed }) => isNamed,
  (_, inNiche) => inNiche?.niche.capacity === 1,
]

/** The only person who fits each row, if no other row fits that person. */
function findPairs(fitting: readonly (readonly ComparedPerson[])[]): (ComparedPerson | undefined)[] {
  const rows = groupBy(fitting.flat(), ({ bookingID }) => bookingID)
  return fitting.map(([one, other]) => (one && !other && rows.get(one.bookingID)?.length === 1 ? one : undefined))
}

/** Empties wrong values that may be missing. Returns the other problems. */
function omitWrong(row: PersonRow, problems: readonly CellProblem[], notRecorded: readonly string[]) {
  const isOmitted = (problem: CellProblem) =>
    notRecorded.includes(problem.column) || notRecorded.includes(kindOf({ file: 'people', ...problem }))
  const omitted = problems.filter((problem) => isOmitted(problem) && optionalDetails.includes(problem.column))
  for (const { column } of omitted) row[column as keyof PersonRow] = ''
  return problems.filter((problem) => !omitted.includes(problem))
}

/** Counts the people that the file adds to each niche, so that a full niche is a problem and no failure of the database. */
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
