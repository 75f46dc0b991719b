import { correctableFields } from '#contract/bookings/correction.ts'
import { isSameDoorSide } from '#contract/registers/check-register.ts'
import type { CellProblem } from '#contract/registers/check-row.ts'
import { columnsOf, type NicheRow, type PersonRow } from '#contract/registers/columns.ts'
import { isSameName } from '#server/database/same-name.ts'
import type { StoredNiche, StoredPerson } from './queries.ts'
import { isUnnamed, type StoredCounts } from './register-rows.ts'

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

/** What becomes of a row: it is new, the same as what Columba has, or has problems. */
export type Outcome = CellProblem[] | 'same' | 'new'

export function compareNiche(row: NicheRow, known: KnownNiche | undefined): Outcome {
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
export function comparePerson(row: PersonRow, person: KnownPerson, showsStored: boolean) {
  const { bookingID, account, entry } = person.stored
  const isNamed = isNameOf(person, row)
  const isShown = showsStored && isNamed && !account
  const what = `booking ${bookingID} of this niche`
  const differences = differencesOf(row, person.row, what, isShown ? storedText : () => 'another value')
  const isCorrectable = entry && !account
  /** Somebody else may hold the right, or under another name. Staff correct that on the page of the right. */
  const isHolderOfEntry = entry?.holderName === person.row.holder_name
  const has = (column: keyof PersonRow) =>
    row[column] !== '' && row[column].toUpperCase() === person.row[column].toUpperCase()
  return {
    bookingID,
    isUnnamed: isUnnamed(person.stored),
    isNamed,
    isNumbered: has('identity_number'),
    isReferred: has('reference') && has('deed'),
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

export type ComparedPerson = ReturnType<typeof comparePerson>

/** The differences are said, and the file corrects none of them, because the row may be about somebody else. */
export const withoutOffers = (person: ComparedPerson): ComparedPerson => ({
  ...person,
  differences: person.differences.map(({ correctable: _correctable, ...problem }) => problem),
})

/** `only`: the one person whose corrected name it can be. That name can be corrected by the file. */
export function askWho(row: PersonRow, only: ComparedPerson | undefined): CellProblem {
  const column = row.beneficiary_name ? 'beneficiary_name' : 'holder_name'
  const difference = only?.differences.find((each) => each.column === column)
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
export const compareRight = (row: PersonRow, [first]: readonly KnownPerson[]): CellProblem[] =>
  columnsOf.people.flatMap(({ name, of }) => {
    const [value, known] = [row[name], first?.row[name]]
    if (of !== 'right' || known === undefined || value === '' || isSame(name, value, known)) return []
    const text = known ? 'another value' : 'nothing'
    const message = `In Columba, the right to this niche has ${text} here.`
    return [{ column: name, value, what: 'different' as const, message }]
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

/** Names of places, codes and further holders are the same in any case. */
const caseless = new Set(['building', 'block', 'code', 'second_holder'])
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
