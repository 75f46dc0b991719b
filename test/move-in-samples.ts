import type { Choices } from '#contract/registers/choices.ts'
import { randomName } from '#server/seed/names.ts'
import { createRandom, type Random } from '#server/seed/seeded-random.ts'
import { makeWorkbook, type WorkbookCell } from './workbook.ts'

/** The totals of an old book when it is counted by hand. */
interface BookTotals {
  niches: number
  Available: number
  Reserved: number
  Occupied: number
  Blocked: number
  people: number
  urns: number
}

/** The list of a house, what its admin says of it, and what must come of it. */
export interface MoveInSample {
  name: string
  content: Uint8Array
  /** The answers that the page cannot know by itself. */
  answers: Partial<Choices>
  totals: BookTotals
}

const text = (rows: readonly (readonly WorkbookCell[])[], delimiter = ',') =>
  Buffer.from(rows.map((cells) => cells.map((cell) => quote(String(cell ?? ''), delimiter)).join(delimiter)).join('\n'))
const quote = (cell: string, delimiter: string) =>
  cell.includes('"') || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell

const none = (): BookTotals => ({ niches: 0, Available: 0, Reserved: 0, Occupied: 0, Blocked: 0, people: 0, urns: 0 })
const nameOf = (random: Random) => randomName(random, random.pick(['Female', 'Male'] as const)).fullName
const two = (number: number) => String(number).padStart(2, '0')

/** A church: a row for each person, also for the living spouse; deeds, and years instead of days. */
function churchRegister(): MoveInSample {
  const random = createRandom(1955)
  const totals = none()
  const rows: WorkbookCell[][] = [
    ['Columbarium of St Bernadette, copied from the book in 1998'],
    [],
    ['Niche No.', 'Deed No.', 'Name', 'Born', 'Died', 'Holder', 'Tel', 'Price', 'Remarks'],
  ]
  for (let at = 0; at < 900; at++) {
    const code = `SB-1${'ABCDEFGHI'[Math.floor(at / 100)]}-${two((at % 20) + 1)}-${two(Math.floor((at % 100) / 20) + 1)}`
    totals.niches += 1
    if (at % 3 === 2) {
      totals.Available += 1
      rows.push([code, '', '', '', '', '', '', '$2,800', ''])
      continue
    }
    const holder = nameOf(random)
    const row = (name: string, died: string) => [
      code,
      `D-${1000 + at}`,
      name,
      random.int(1900, 1950),
      died,
      holder,
      '0',
      '$2,800',
      '',
    ]
    const year = String(random.int(1960, 2020))
    rows.push(row(nameOf(random), at % 5 === 0 ? `00/00/${year}` : year))
    Object.assign(totals, { Occupied: totals.Occupied + 1, people: totals.people + 1, urns: totals.urns + 1 })
    if (at % 6 !== 0) continue
    rows.push(row(nameOf(random), ''))
    totals.people += 1
  }
  return {
    name: 'St Bernadette.csv',
    content: text(rows),
    answers: {
      same: { building: 'St Bernadette' },
      codePattern: '{hall}-{level}{block}-{column}-{row}',
      undated: 'living',
    },
    totals,
  }
}

/** A workbook with a sheet for each wall, a grouped header, couples in one row, halves of a door and urns without a name. */
function twoWalls(): MoveInSample {
  const random = createRandom(1977)
  const totals = none()
  const header: WorkbookCell[][] = [
    ['', 'First urn', '', 'Second urn', '', 'Holder', '', '', ''],
    ['Niche', 'Name', 'Died', 'Name', 'Died', 'Name', 'Tel', 'No. of urns', 'Status'],
  ]
  const wall = (letter: string) => {
    const rows = [...header]
    for (let number = 1; number <= 60; number++) {
      const isDivided = number % 15 === 0
      for (const half of isDivided ? ['a', 'b'] : ['']) {
        rows.push([`${letter}-${number}${half}`, ...niche(number + (half === 'b' ? 1 : 0))])
        totals.niches += 1
      }
    }
    return rows
  }
  function niche(kind: number): WorkbookCell[] {
    const died = () => ({ day: `${random.int(1980, 2024)}-${two(random.int(1, 12))}-${two(random.int(1, 28))}` })
    const count = (status: 'Available' | 'Occupied' | 'Reserved', people: number, urns: number) => {
      totals[status] += 1
      totals.people += people
      totals.urns += urns
    }
    if (kind % 4 === 0) {
      count('Available', 0, 0)
      return ['', '', '', '', '', '', 0, '']
    }
    if (kind % 7 === 0) {
      count('Occupied', 0, 2)
      return ['', '', '', '', '', '', 2, 'occ.']
    }
    if (kind % 5 === 0) {
      count('Occupied', 2, 2)
      return [nameOf(random), died(), nameOf(random), died(), nameOf(random), '91234567', 2, 'OCC.']
    }
    if (kind % 9 === 0) {
      count('Reserved', 1, 0)
      return ['', '', '', '', nameOf(random), '', 0, 'Sold']
    }
    count('Occupied', 2, 1)
    return [nameOf(random), died(), nameOf(random), null, nameOf(random), '', 1, 'occ.']
  }
  const sheets = [
    { name: 'Wall A', rows: wall('A'), merged: ['B1:C1', 'D1:E1', 'F1:G1'] },
    { name: 'Wall B', rows: wall('B'), merged: ['B1:C1', 'D1:E1', 'F1:G1'] },
  ]
  const numbered = { columns: 10, rows: 6, missing: 'no niche' } as const
  return {
    name: 'walls.xlsx',
    content: makeWorkbook(sheets),
    answers: {
      same: { building: 'Chapel', level: '1', price: '0' },
      walls: {
        'A-': { ...numbered, corner: 'top right', direction: 'along the row' },
        'B-': { ...numbered, corner: 'bottom left', direction: 'along the column' },
      },
    },
    totals,
  }
}

/** A temple: Chinese columns and words, two scripts, and a column that says whether the urn has come. */
function templeList(): MoveInSample {
  const random = createRandom(1988)
  const totals = none()
  const rows: WorkbookCell[][] = [
    [
      'Niche',
      'Level',
      'Block',
      'Column',
      'Row',
      '狀態',
      'Name in English',
      '姓名',
      'Date of death',
      'Urn here',
      'Relationship',
    ],
  ]
  for (let at = 0; at < 120; at++) {
    const place = [`T${two(at)}`, 'Level 2', 'East', (at % 12) + 1, Math.floor(at / 12) + 1]
    totals.niches += 1
    if (at % 3 === 0) {
      totals.Available += 1
      rows.push([...place, '空', '', '', '', '', ''])
      continue
    }
    const hasCome = at % 10 !== 1
    totals.Occupied += 1
    totals.people += 1
    if (hasCome) totals.urns += 1
    rows.push([
      ...place,
      '已安放',
      nameOf(random),
      '陳大文',
      `${random.int(1, 28)}/${random.int(1, 12)}/2001`,
      hasCome ? '是' : '未',
      random.pick(['son', 'WIFE', '母']),
    ])
  }
  return {
    name: 'temple.xlsx',
    content: makeWorkbook([{ name: '登記', rows }]),
    answers: { columns: { 狀態: 'status' }, same: { building: 'Fu Yin Temple', price: '3000' } },
    totals,
  }
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A list out of another program: semicolons, dates in three columns, statuses that say how many urns, codes taken for days. */
function exportedList(): MoveInSample {
  const random = createRandom(2004)
  const totals = none()
  const rows: WorkbookCell[][] = [
    ['Lot;Hall;Floor;Section;Col;Tier;State;Amount;Occupant;Owner;Day of death;Month of death;Year of death'],
  ]
  for (let row = 1; row <= 5; row++)
    for (let column = 1; column <= 15; column++) {
      const code = `${row}-${column}`
      /** A spreadsheet makes May 2013 of 5-13, as no month has the number 13. */
      const asDate = column > 12 ? `${months[row - 1]}-${column}` : `${row}-${months[column - 1]}`
      const place = [column % 2 === 0 ? code : asDate, 'GARDEN HALL', 'Floor 1', 'North', column, row]
      totals.niches += 1
      if (column % 4 === 0) {
        totals.Blocked += 1
        rows.push([...place, 'Pillar', '0', '', '', '', '', ''])
      } else if (column % 3 === 0) {
        totals.Available += 1
        rows.push([...place, 'UNSOLD', 'SGD 4,500.00', '', '', '', '', ''])
      } else {
        const urns = column === 5 ? 2 : 1
        Object.assign(totals, { Occupied: totals.Occupied + 1, people: totals.people + 1, urns: totals.urns + urns })
        rows.push([
          ...place,
          `${urns} urn${urns > 1 ? 's' : ''}`,
          '4500',
          nameOf(random),
          nameOf(random),
          '0',
          'May',
          random.int(1990, 2020),
        ])
      }
    }
  return {
    name: 'export.csv',
    content: text(
      rows.map((cells) => [cells.join(';')]),
      '\n',
    ),
    answers: { codeDates: 'day first' },
    totals,
  }
}

/** A card index that somebody typed: one row for each person, niches without a row are free, the walls are counted. */
function cardIndex(): MoveInSample {
  const random = createRandom(1969)
  const totals = none()
  const rows: WorkbookCell[][] = [
    ['Card', 'Niche', 'Deceased', 'Chinese name', 'Date of death', 'Next of kin', 'Phone', 'Relation'],
  ]
  for (let number = 1; number <= 48; number++) {
    totals.niches += 1
    if (number % 4 === 0) {
      totals.Available += 1
      continue
    }
    const people = number % 10 === 1 ? 2 : 1
    for (let person = 0; person < people; person++)
      rows.push([
        1000 + rows.length,
        `W${two(number)}`,
        nameOf(random),
        person ? '' : '林美',
        `${random.int(1, 28)} May ${random.int(1970, 2015)}`,
        nameOf(random),
        '6222 1234',
        random.pick(['Daughter', 'husband', 'friend']),
      ])
    Object.assign(totals, { Occupied: totals.Occupied + 1, people: totals.people + people, urns: totals.urns + people })
  }
  return {
    name: 'cards.csv',
    content: text(rows, '\t'),
    answers: {
      same: { building: 'Old Chapel', level: '0', price: '1500' },
      walls: { W: { columns: 8, rows: 6, corner: 'top left', direction: 'along the row', missing: 'a free niche' } },
    },
    totals,
  }
}

export const moveInSamples: readonly MoveInSample[] = [
  churchRegister(),
  twoWalls(),
  templeList(),
  exportedList(),
  cardIndex(),
]
