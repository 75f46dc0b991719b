import type { NicheStatus } from '#contract/niches/niche.ts'
import type { priceItems } from '#server/database/schema.ts'
import type { Random } from './seeded-random.ts'

/** The demo's own details. Its hold minutes are those of the setting. */
export const demoHouse = {
  name: 'Columba',
  shortName: '',
  address: '1 Sample Road, Singapore 000001',
  telephone: '+65 6000 1234',
  email: 'care@columba.example',
  registrationNumber: 'T00SS0000A',
  taxNote: 'No GST is charged.',
  visitingHours: 'Every day, 7 am to 7 pm',
  counterHours: 'Every day, 9 am to 5 pm',
  festivalHours: '5 am to 9 pm from two weeks before Qing Ming to two weeks after, and on All Souls’ Day',
  hourExceptions: '',
  asksRelationshipProof: false,
  denialReasons: [
    'The name on the death certificate is not the name in the booking. Please book again with the name as it is on the certificate.',
    'The death certificate is of another person. Please book again with the right certificate.',
    'Another member of the family has asked us to wait until you have agreed on a place. Please call us once you have.',
  ].join('\n'),
}

/** What the demo charges besides its niches. */
export function createPrices(random: Random, day: string, addedAt: Date): (typeof priceItems.$inferInsert)[] {
  const items = [
    { kind: 'opening', name: 'Opening a niche', grossCents: 12_000, accountCode: '4110' },
    { kind: 'plaque', name: 'Plaque', grossCents: 28_000, accountCode: '4120' },
    { kind: 'engraving', name: 'Engraving of a name', grossCents: 8000, accountCode: '4130' },
  ] as const
  return items.map((item) => ({
    ...item,
    priceID: random.uuid(),
    itemID: random.uuid(),
    taxCategory: 'standard',
    chargedWhen: 'byHand',
    validFrom: day,
    isWithdrawn: false,
    addedAt,
  }))
}

const halls = [
  { buildingName: 'Tembusu Hall', initials: 'TH', base: 2600, levelSurcharge: 150 },
  { buildingName: 'Angsana Hall', initials: 'AH', base: 3000, levelSurcharge: 200 },
]
const blockNames = ['A', 'B', 'C', 'D']
const rows = 8
const columns = 12

/** Niches at eye level cost more than those near the floor or the ceiling. */
const rowPremium: Record<number, number> = { 1: 0, 2: 200, 3: 700, 4: 1200, 5: 1200, 6: 700, 7: 200, 8: 0 }

const priceCents = (base: number, levelSurcharge: number, level: number, row: number) =>
  (base + levelSurcharge * (level - 1) + (rowPremium[row] ?? 0)) * 100

/** Two halls, each with three levels of four blocks of 96 niches; older blocks are fuller. */
export function createBuildingsAndNiches(random: Random) {
  const buildings = halls.map(({ buildingName }, index) => ({
    buildingID: random.uuid(),
    buildingName,
    position: index + 1,
  }))
  const levels = buildings.flatMap(({ buildingID }, hall) =>
    [1, 2, 3].map((levelNumber) => ({ levelID: random.uuid(), buildingID, levelNumber, hall })),
  )
  const blocks = levels.flatMap(({ levelID, levelNumber, hall }) =>
    blockNames.map((blockName) => ({
      blockID: `${halls[hall]?.initials}-${levelNumber}${blockName}`,
      levelID,
      blockName,
      hall,
      levelNumber,
      openingWidthMm: 260,
      openingHeightMm: 300,
      rowHeights: { lowestCm: 30, rowCm: 32 },
    })),
  )
  const niches = blocks.flatMap((block, age) => {
    const { base, levelSurcharge } = halls[block.hall] ?? { base: 0, levelSurcharge: 0 }
    const fullness = 0.42 - age * 0.015
    return rowsAndColumns().map(({ nicheRow, nicheColumn }) => ({
      nicheID: random.uuid(),
      blockID: block.blockID,
      nicheCode: [block.blockID, two(nicheColumn), two(nicheRow)].join('-'),
      nicheRow,
      nicheColumn,
      status: registerStatus(random, fullness),
      priceCents: priceCents(base, levelSurcharge, block.levelNumber, nicheRow),
    }))
  })
  return { buildings, levels, blocks, niches }
}

const rowsAndColumns = () =>
  Array.from({ length: rows * columns }, (_, index) => ({
    nicheRow: Math.floor(index / columns) + 1,
    nicheColumn: (index % columns) + 1,
  }))

const two = (number: number) => String(number).padStart(2, '0')

/** Statuses of niches that were taken before Columba was installed. */
function registerStatus(random: Random, fullness: number): NicheStatus {
  if (random.chance(0.012)) return 'Blocked'
  if (random.chance(fullness)) return random.chance(0.85) ? 'Occupied' : 'Reserved'
  return 'Available'
}
