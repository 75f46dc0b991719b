import { randomName } from '#server/seed/names.ts'
import { createRandom, type Random } from '#server/seed/seeded-random.ts'

export const halls = ['St Anne', 'St Joseph', 'St Luke']
/** Twelve blocks of 100 niches in each hall. The import of a much larger register is measured by a bench. */
const blocksPerLevel = 6
export const blocksPerHall = 2 * blocksPerLevel
const columns = 20
const perBlock = 100

const headers =
  'Niche No,Hall,State,Name of deceased,Owner,Tel,Year of birth,Date of death,Date of purchase,Fee,Remarks'

/** The faults in the book of the old house, so that a test can look for them. */
export interface OldHouse {
  /** The operator's own spreadsheet, as CSV. */
  spreadsheet: string
  niches: number
  urns: number
  unnamed: number
  /** Rows with an impossible date of death, or something else than a telephone number. */
  wrongDates: number
  wrongNumbers: number
  /** Niches with a second line that names only a holder. */
  twoHolders: number
  /** Lines that stand there twice, word for word. */
  repeated: number
  /** Pairs of niches in the first block: each urn of a first niche stands in the second, which the book says is free. */
  moved: readonly (readonly [from: string, to: string])[]
}

/** Makes the register of a house that is forty years old and has three halls. The result is the same at every run. */
export function makeOldHouse(): OldHouse {
  const random = createRandom(1986)
  const lines = [headers]
  const counts = { niches: 0, urns: 0, unnamed: 0, wrongDates: 0, wrongNumbers: 0, twoHolders: 0, repeated: 0 }
  for (const [hallNumber, hall] of halls.entries())
    for (let block = 0; block < blocksPerHall; block++)
      for (let place = 0; place < perBlock; place++) {
        const code = codeOf(hall, block, place)
        counts.niches += 1
        if (place >= 62 + ((hallNumber + block) % 2)) {
          lines.push(toLine([code, hall, 'vacant', '', '', '0', '0', '0001-01-01', '0', '3,800.00', '']))
          continue
        }
        counts.urns += 1
        const cells = occupied(code, hall, counts, random)
        const line = toLine(cells)
        lines.push(line)
        if (counts.urns % 900 === 0) {
          counts.twoHolders += 1
          lines.push(
            toLine([code, hall, 'occupied', '', 'Ong Beng Huat', '0', '0', '0', '1999', cells[9] ?? '', 'see book 4']),
          )
        }
        if (counts.urns % 600 === 0) {
          counts.repeated += 1
          lines.push(line)
        }
      }
  const moved = [
    [3, 90],
    [25, 85],
    [45, 62],
  ].map(([from = 0, to = 0]) => [codeOf('St Anne', 0, from), codeOf('St Anne', 0, to)] as const)
  return { spreadsheet: lines.join('\n'), ...counts, moved }
}

function occupied(code: string, hall: string, counts: { [Name in keyof OldHouse]?: number } & Counts, random: Random) {
  const { urns } = counts
  if (urns % 25 === 7) {
    counts.unnamed += 1
    return [code, hall, 'occupied', '-', '', '0', '0', '0', '0', '3,800.00', 'plate not readable']
  }
  const gender = random.pick(['Female', 'Male'] as const)
  const { fullName, family } = randomName(random, gender)
  const born = random.int(1905, 1950)
  const died = random.int(1986, 2024)
  const isWrongDate = urns % 187 === 5
  const isWrongNumber = urns % 300 === 11
  if (isWrongDate) counts.wrongDates += 1
  if (isWrongNumber) counts.wrongNumbers += 1
  return [
    code,
    hall,
    'occupied',
    written(fullName, family, random),
    randomName(random, 'Female', family).fullName,
    isWrongNumber ? 'book 4' : random.pick(['0', `9${random.digits(7)}`, `9${random.digits(3)} ${random.digits(4)}`]),
    random.pick(['0', String(born)]),
    isWrongDate
      ? random.pick(['3014', '2202'])
      : random.pick([`${random.int(1, 28)}/${random.int(1, 12)}/${died}`, String(died)]),
    random.pick(['0', '0001-01-01', String(died)]),
    random.pick(['3,800.00', '3800', '$4,200']),
    '',
  ]
}
type Counts = Record<'urns' | 'unnamed' | 'wrongDates' | 'wrongNumbers', number>

/** One name in several orders and scripts. */
function written(fullName: string, family: string, random: Random): string {
  const given = fullName.replace(family, '').trim()
  return random.pick([fullName, `${given} ${family}`, `${family.toUpperCase()}, ${given}`, `${fullName} 陳`])
}

function codeOf(hall: string, block: number, place: number) {
  const two = (number: number) => String(number).padStart(2, '0')
  const level = 1 + Math.floor(block / blocksPerLevel)
  const name = String.fromCharCode(65 + (block % blocksPerLevel))
  const [column, row] = [1 + (place % columns), 1 + Math.floor(place / columns)]
  return `${hall.replace('St ', 'S')}-${level}${name}-${two(column)}-${two(row)}`
}

const toLine = (cells: readonly string[]) => cells.map((cell) => (/[",]/.test(cell) ? `"${cell}"` : cell)).join(',')
