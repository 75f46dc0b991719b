import { groupBy } from '#contract/group-by.ts'
import { type Choices, type ColumnUse, columnUseOf, sheetColumn, type Target } from '#contract/registers/choices.ts'
import { emptyRow } from '#contract/registers/columns.ts'
import { joinDate, normalise } from './normalise.ts'

/** Values of one column that were written in another way, with the first as an example. */
export interface Change {
  target: Target
  count: number
  from: string
  to: string
}

/** What a row says, by target. */
export type Cells = Record<Target, string>

interface ReadColumn {
  at: number
  use: ColumnUse
}

/** Reads the rows of a sheet in the way of the register, and notes what it writes in another way. */
export function createRowReader(
  { name, header }: { name: string; header: readonly string[] },
  choices: Choices,
  changes?: Map<Target, Change>,
) {
  const columns = header.flatMap((title, at): ReadColumn[] => {
    const use = columnUseOf(choices.columns[title])
    return use ? [{ at, use }] : []
  })
  const people = [...groupBy(columns, ({ use }) => use.person)]
    .toSorted(([one], [other]) => one - other)
    .map(([person, used]) => ({ person, byTarget: [...groupBy(used, ({ use }) => use.target)] }))
  const first = people.find(({ person }) => person === 0)
  const more = people.filter(({ person }) => person > 0)
  const ofSheet = columnUseOf(choices.columns[sheetColumn])
  const hasPlace = ofSheet && ofSheet.target !== 'code'
  const same: Partial<Cells> = { ...choices.same, ...(hasPlace && { [ofSheet.target]: name }) }
  const sameValues = Object.entries(same).map(
    ([target, text]) => [target as Target, normalise(target as Target, text, choices)] as const,
  )

  function readTarget(target: Target, used: readonly ReadColumn[], cells: readonly string[]): string {
    const filled = used.flatMap(({ at, use }) => (cells[at] ? [{ part: use.part, text: cells[at] }] : []))
    if (filled.length === 0) return ''
    const whole = filled.filter(({ part }) => !part)
    const from = (whole.length > 0 ? whole : filled.toReversed()).map(({ text }) => text).join(' ')
    const to =
      whole.length > 0
        ? normalise(target, from, choices)
        : joinDate(Object.fromEntries(filled.map(({ part, text }) => [part, text])))
    if (to !== from && changes) countChange(changes, target, from, to)
    return to
  }

  function readPerson(byTarget: readonly (readonly [Target, ReadColumn[]])[], cells: readonly string[]): Cells {
    const values = { ...emptyRow.people, ...emptyRow.niches }
    for (const [target, used] of byTarget) values[target] = readTarget(target, used, cells)
    return values
  }

  /** The niche with its first person, and the further people of the same row. */
  return (cells: readonly string[]): [Cells, ...Cells[]] => {
    const niche = readPerson(first?.byTarget ?? [], cells)
    for (const [target, value] of sameValues) niche[target] ||= value
    return [niche, ...more.map(({ byTarget }) => readPerson(byTarget, cells))]
  }
}

function countChange(changes: Map<Target, Change>, target: Target, from: string, to: string) {
  const change = changes.get(target) ?? { target, count: 0, from, to }
  change.count += 1
  changes.set(target, change)
}
