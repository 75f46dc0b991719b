import { randomName } from '#server/seed/names.ts'
import { createRandom } from '#server/seed/seeded-random.ts'

/** Niches per block: 20 columns of 5 rows. */
const columns = 20
const rows = 5
const perBlock = columns * rows
const blocksPerLevel = 20
const perHall = 5 * blocksPerLevel * perBlock

/** A made-up register as old ones are: years instead of dates, many gaps. The same at every run. */
export const sampleRegister = (niches: number, people: number) => ({
  niches: [...sampleNiches(niches, people), ''].join('\r\n'),
  people: [...samplePeople(people), ''].join('\r\n'),
})

function* sampleNiches(niches: number, people: number): Generator<string> {
  yield 'building,level,block,code,column,row,price,status,reason'
  for (let number = 0; number < niches; number++) {
    const { hall, level, block, column, row, code } = placeOf(number)
    const isFree = number >= people
    const isBlocked = isFree && number % 97 === 0
    const status = isFree ? (isBlocked ? 'Blocked' : 'Available') : statusOf(number)
    const price = 1800 + (rows - row) * 200
    yield `Hall ${hall},${level},${block},${code},${column},${row},${price}.00,${status},${isBlocked ? 'Cracked shelf' : ''}`
  }
}

function* samplePeople(people: number): Generator<string> {
  yield 'code,holder_name,holder_contact,beneficiary_name,gender,relationship,born,died,inscription,booked_on,reference'
  const random = createRandom(31)
  for (let number = 0; number < people; number++) {
    const gender = random.pick(['Female', 'Male'] as const)
    const { fullName, family } = randomName(random, gender)
    const born = random.int(1905, 1950)
    const died = born + random.int(35, 55)
    const isKnown = (of: number) => random.chance(of)
    const isOccupied = statusOf(number) === 'Occupied'
    const holder = randomName(random, random.pick(['Female', 'Male'] as const), family).fullName
    yield [
      placeOf(number).code,
      isKnown(0.9) ? holder : '',
      isKnown(0.4) ? `9${random.digits(7)}` : '',
      fullName,
      isKnown(0.7) ? gender : '',
      isKnown(0.5) ? random.pick(['Mother', 'Father', 'Spouse', 'Sibling']) : '',
      isKnown(0.6) ? partial(born) : '',
      isOccupied && isKnown(0.9) ? partial(died) : '',
      isOccupied && isKnown(0.3) ? '"Beloved, and remembered"' : '',
      isKnown(0.7) ? String(died) : '',
      `Book ${1 + Math.floor(number / 500)} page ${1 + (number % 500)}`,
    ].join(',')
    function partial(year: number) {
      const whole = `${year}-${String(random.int(1, 12)).padStart(2, '0')}-${String(random.int(1, 28)).padStart(2, '0')}`
      return whole.slice(0, random.pick([4, 4, 7, 10]))
    }
  }
}

const statusOf = (number: number) => (number % 6 === 5 ? 'Reserved' : 'Occupied')

function placeOf(number: number) {
  const hall = 1 + Math.floor(number / perHall)
  const inHall = number % perHall
  const level = 1 + Math.floor(inHall / (blocksPerLevel * perBlock))
  const block = String.fromCharCode(65 + (Math.floor(inHall / perBlock) % blocksPerLevel))
  const column = 1 + (number % columns)
  const row = 1 + Math.floor((number % perBlock) / columns)
  const two = (part: number) => String(part).padStart(2, '0')
  return { hall, level, block, column, row, code: `H${hall}-${level}${block}-${two(column)}-${two(row)}` }
}
