import { genders } from '#contract/accounts/genders.ts'
import { relationships } from '#contract/bookings/booking.ts'
import { columnsOf, type RowOf } from '#contract/registers/columns.ts'
import type { RegisterFile } from '#contract/registers/problem.ts'
import { toCsv } from '#server/http/csv.ts'
import type { Random } from '#server/seed/seeded-random.ts'

const perBlock = 8

/** A made-up register with everything that one can say: halves, places for several, urns without a name, urns that have not come. */
export function randomRegister(random: Random) {
  const niches: Partial<RowOf['niches']>[] = []
  const people: Partial<RowOf['people']>[] = []
  for (const building of ['St Anne', 'Hall "old", 陳', '=Annex'])
    for (const block of ['East', '@1']) {
      const ofBlock = randomBlock(random)
      for (let column = 1; column <= perBlock; column++) {
        const place = {
          building,
          level: '1',
          block,
          column: String(column + 2),
          row: String(4 + (column % 2)),
          ...ofBlock,
        }
        const halves = random.chance(0.3) ? ['a', 'b', 'c', 'd'].slice(0, random.int(2, 4)) : ['']
        for (const half of halves) {
          const code = [building.slice(0, 4), block, column, half].filter(Boolean).join('-')
          const { niche, inNiche } = randomNiche(random)
          niches.push({ ...place, ...niche, half, code })
          const right = randomRight(random)
          people.push(...inNiche.map((person) => ({ ...person, ...right, code })))
        }
      }
    }
  return { niches: csvOf('niches', niches), people: csvOf('people', people) }
}

function csvOf<File extends RegisterFile>(file: File, rows: Partial<RowOf[File]>[]) {
  const names = columnsOf[file].map(({ name }) => name as keyof RowOf[File] & string)
  return toCsv([names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))])
}

const randomBlock = (random: Random) => ({
  first_column_at: random.pick(['', 'left', 'right']),
  row_one_at: random.pick(['', 'top', 'bottom']),
  ...(random.chance(0.5) && { opening_width_mm: '250', opening_height_mm: '300' }),
  opens_at: random.pick(['', '2099-04-05T09:30']),
})

function randomNiche(random: Random) {
  const capacity = random.int(1, 4)
  const status = random.pick(['Available', 'Blocked', 'Reserved', 'Occupied', 'Occupied', 'Occupied'])
  const niche = {
    status,
    price: `${random.int(0, 9)}00.50`,
    capacity: random.pick([String(capacity), capacity === 1 ? '' : String(capacity)]),
    further_price: random.pick(['', '0', '300']),
    reason: status === 'Blocked' ? random.pick(['', 'Cracked shelf,\nsince "2019"', '+65']) : '',
  }
  if (status === 'Reserved')
    return { niche, inNiche: Array.from({ length: random.int(1, capacity) }, () => randomPerson(random, '')) }
  if (status !== 'Occupied') return { niche, inNiche: [] }
  const places = Array.from({ length: random.int(0, capacity) }, () =>
    random.pick(['', 'yes', 'no', 'later', 'unnamed']),
  )
  const unnamed = places.filter((place) => place === 'unnamed').length
  const here = places.filter((place) => place === '' || place === 'yes').length
  const isPlain = unnamed === (places.every((place) => place === 'unnamed' || place === 'later') ? 1 : 0)
  return {
    niche: { ...niche, urns: isPlain && random.chance(0.5) ? '' : String(here + unnamed) },
    inNiche: places
      .filter((place) => place !== 'unnamed')
      .map((place) =>
        place === 'later'
          ? { ...randomPerson(random, ''), for_later: 'yes' }
          : { ...randomPerson(random, 'died'), is_here: place },
      ),
  }
}

const names = ['Tan Ah Kow', "'=Lim", '-Goh, "Bee"', 'Ng Siew Lan 黃秀蘭', 'Siti binti Ali']
const partialDates = ['', '1932', '1932-05', '1932-05-14']

/** The right is the same for everybody in a niche. */
const randomRight = (random: Random) => ({
  right_from: random.pick(['', '1987', '1988-05', '1990-05-14']),
  second_holder: random.pick(['', '', 'Lim Ah Lian', 'Lim Ah Lian; 林亞蓮']),
  right_until: random.pick(['', '2001', '2040', '2057-02', '2056-03-14']),
})

function randomPerson(random: Random, died: string): Partial<RowOf['people']> {
  const [name, holder] = random.pick([
    ['', true],
    [random.pick(names), true],
    [random.pick(names), false],
  ] as const)
  return {
    beneficiary_name: name,
    other_script: name && random.chance(0.3) ? '陳大文' : '',
    holder_name: holder ? random.pick(names) : '',
    holder_contact: holder ? random.pick(['', '+65 9123 4567', '67891234']) : '',
    holder_email: holder ? random.pick(['', 'ng@old.example']) : '',
    gender: random.pick(['', ...genders]),
    nationality: random.pick(['', 'Singaporean']),
    identity_number: random.pick(['', `S${random.digits(7)}A`]),
    relationship: random.pick(['', ...relationships]),
    born: random.pick(partialDates),
    died: died && random.pick(['', '1998', '1998-07', '1998-07-01']),
    address: random.pick(['', '12 Hougang Ave 3']),
    unit: random.pick(['', '#02-11']),
    postal_code: random.pick(['', '530012']),
    inscription: random.pick(['', 'Rest\nin peace', "''@home", "'"]),
    booked_on: random.pick(partialDates),
    reference: random.pick(['', 'Book 1, page 2', '=1+1']),
    deed: random.pick(['', 'D 17/1988', "'-"]),
    receipt_no: random.pick(['', 'R 0117']),
    remarks: random.pick(['', 'Two keys']),
    ...random.pick([
      {},
      { visitors: 'shared' },
      { visitors: 'withheld', withheld_reason: 'The widow asked, "please"' },
    ]),
  }
}
