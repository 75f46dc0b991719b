import type { NicheRow, PersonRow } from '#contract/registers/columns.ts'
import { kindOf, type ProblemKind, type RegisterFile, type RegisterProblem } from '#contract/registers/problem.ts'
import type { PlannedPart } from './plan-register.ts'

export type PlanSummary = ReturnType<ReturnType<typeof createSummary>['finish']>

/** Counts what becomes of the rows of a plan, and what the house has once they are written. */
export function createSummary() {
  const kinds = new Map<string, ProblemKind>()
  const added = { niches: 0, people: 0 }
  const unchanged = { niches: 0, people: 0 }
  const totals = createTotals()
  const counts = { problems: 0 }

  const addProblem = (problem: RegisterProblem) => {
    counts.problems += 1
    const { value: _value, correctable: _correctable, ...kind } = problem
    const first = kinds.get(kindOf(problem))
    if (first) first.count += 1
    else kinds.set(kindOf(problem), { ...kind, count: 1 })
  }
  /** Returns the problems of the part. */
  function add({ file, rows }: PlannedPart): RegisterProblem[] {
    const problems = rows.flatMap((row) => row.problems)
    problems.forEach(addProblem)
    for (const { outcome, read } of rows) {
      if (outcome === 'problem') continue
      if (outcome === 'new') added[file] += 1
      else unchanged[file] += 1
      totals.add(file, read.row)
    }
    return problems
  }
  const finish = () => ({
    ...counts,
    kinds: [...kinds.values()].sort((one, other) => other.count - one.count),
    added,
    unchanged,
    totals: totals.finish(),
  })
  return { add, finish, counts }
}

const noNiches = { niches: 0, Available: 0, Reserved: 0, Occupied: 0, Blocked: 0, people: 0, urns: 0 }
type Block = typeof noNiches & { building: string; level: string; block: string }

/** Niches by status, people and urns of each block, to compare with the old book. */
function createTotals() {
  const blocks = new Map<string, Block>()
  const niches = new Map<string, { block: Block; isOccupied: boolean; urns: string; here: number }>()
  function addNiche({ building, level, block, code, status, urns }: NicheRow) {
    const key = [building, level, block].join('\n')
    const counted = blocks.get(key) ?? { building, level, block, ...noNiches }
    blocks.set(key, counted)
    counted.niches += 1
    counted[status as 'Available'] += 1
    niches.set(code.toUpperCase(), { block: counted, isOccupied: status === 'Occupied', urns, here: 0 })
  }
  function addPerson({ code, for_later, is_here }: PersonRow) {
    const niche = niches.get(code.toUpperCase())
    if (!niche) return
    niche.block.people += 1
    if (niche.isOccupied && for_later !== 'yes' && is_here !== 'no') niche.here += 1
    if (is_here === 'no' && niche.urns === '') niche.urns = '0'
  }
  const add = (file: RegisterFile, row: NicheRow | PersonRow) =>
    file === 'niches' ? addNiche(row as NicheRow) : addPerson(row as PersonRow)
  function finish() {
    for (const { block, isOccupied, urns, here } of niches.values())
      if (isOccupied) block.urns += Math.max(here, urns === '' ? Math.max(here, 1) : Number(urns))
    return [...blocks.values()]
  }
  return { add, finish }
}
