import type { BlockTotals } from '#contract/registers/api.ts'
import { countUnnamedUrns, isSaidToBeHere } from '#contract/registers/check-register.ts'
import type { PersonRow } from '#contract/registers/columns.ts'
import { kindOf, type ProblemKind, type RegisterProblem } from '#contract/registers/problem.ts'
import { shownValue } from './hidden-numbers.ts'
import type { PlannedPart } from './plan-register.ts'
import type { PlannedRow } from './plan-rows.ts'
import type { StoredCounts } from './register-rows.ts'

export const emptySummary = () => ({
  problems: 0,
  kinds: [] as ProblemKind[],
  added: { niches: 0, people: 0 },
  unchanged: { niches: 0, people: 0 },
  different: { niches: 0, people: 0 },
  totals: [] as BlockTotals[],
})
export type PlanSummary = ReturnType<typeof emptySummary>

export interface PlanListeners {
  report: (problem: RegisterProblem) => void
  /** Called after each part with the share of everything that was read, from 0 to 1. */
  progress?: ((share: number) => void | Promise<void>) | undefined
}

/** Follows a plan, and counts what becomes of its rows. `onPart` gets each part with the number of problems so far. */
export async function sumUpPlan(
  plan: AsyncIterable<PlannedPart>,
  { report, progress }: PlanListeners,
  onPart?: (part: PlannedPart, problems: number) => Promise<void>,
): Promise<PlanSummary> {
  const summary = emptySummary()
  const kinds = new Map<string, ProblemKind>()
  const totals = createTotals()
  const addProblem = (problem: RegisterProblem) => {
    summary.problems += 1
    const { value: _value, correctable: _correctable, ...kind } = problem
    const first = kinds.get(kindOf(problem))
    if (first) first.count += 1
    else kinds.set(kindOf(problem), { ...kind, count: 1 })
    report({ ...problem, value: shownValue(problem) })
  }
  for await (const part of plan) {
    for (const { outcome, problems } of part.rows) {
      problems.forEach(addProblem)
      if (outcome !== 'problem') summary[countOf[outcome]][part.file] += 1
    }
    if (part.file === 'niches') part.rows.forEach(totals.addNiche)
    else for (const { outcome, read } of part.rows) if (outcome === 'new') totals.addPerson(read.row)
    await onPart?.(part, summary.problems)
    await progress?.(part.share)
  }
  summary.kinds = [...kinds.values()].sort((one, other) => other.count - one.count)
  summary.totals = totals.finish()
  return summary
}

const countOf = { new: 'added', same: 'unchanged', different: 'different' } as const

interface NicheTotals {
  block: BlockTotals
  isOccupied: boolean
  urns: string
  /** New people who are not for later, and those of them who are here. */
  current: number
  here: number
  stored: StoredCounts | undefined
}

const noNiches = { niches: 0, Available: 0, Reserved: 0, Occupied: 0, Blocked: 0, people: 0, urns: 0 }

/** Niches by status, people and urns of each block once the new rows are written, also those of whom there is no row. */
function createTotals() {
  const blocks = new Map<string, BlockTotals>()
  const niches = new Map<string, NicheTotals>()
  function addNiche({ read, outcome, stored }: PlannedRow<'niches'>) {
    const { building, level, block, code, status, urns } = stored?.row ?? read.row
    if ((outcome === 'problem' && !stored) || niches.has(code.toUpperCase())) return
    const key = [building, level, block].join('\n')
    const counted = blocks.get(key) ?? { building, level, block, ...noNiches }
    blocks.set(key, counted)
    counted.niches += 1
    counted[status as 'Available'] += 1
    counted.people += stored?.counts.people ?? 0
    const isOccupied = status === 'Occupied'
    niches.set(code.toUpperCase(), { block: counted, isOccupied, urns, current: 0, here: 0, stored: stored?.counts })
  }
  function addPerson(row: PersonRow) {
    const niche = niches.get(row.code.toUpperCase())
    if (!niche) return
    niche.block.people += 1
    if (niche.isOccupied && isSaidToBeHere(row)) niche.here += 1
    if (row.for_later === '') niche.current += 1
  }
  function finish() {
    for (const { block, isOccupied, urns, current, here, stored } of niches.values())
      if (stored) block.urns += stored.namedUrns + Math.max(stored.unnamedUrns, here)
      else if (isOccupied) block.urns += here + countUnnamedUrns(urns, { current, here })
    return [...blocks.values()]
  }
  return { addNiche, addPerson, finish }
}
