import type { FigureRow, Goal } from '../figures.ts'
import type { StoredFigure } from './stored-figures.ts'

export const goalsOf = (rows: readonly FigureRow[]): Record<string, Goal> =>
  Object.assign({}, ...rows.map(({ goals }) => goals))

export const isMissed = (goal: Goal, value: number) =>
  'atMost' in goal ? !(value <= goal.atMost) : !(value >= goal.atLeast)

/** True if a figure is worse than before by more than a tenth. */
export const isWorse = (goal: Goal, before: number, now: number) =>
  'atMost' in goal ? now > before * 1.1 : now < before * 0.9

export const describeGoal = (goal: Goal) => ('atMost' in goal ? `at most ${goal.atMost}` : `at least ${goal.atLeast}`)

/**
 * The figures that missed their goal in one of the runs, by which a proof fails. A short proof fails only by figures whose goal is zero, such as
 * niches sold twice, because it does too little work for the others.
 */
export const failedFigures = (goals: Record<string, Goal>, measured: Record<string, StoredFigure>, isShort: boolean) =>
  Object.entries(goals)
    .filter(([figure, goal]) => isMissed(goal, worstOf(goal, measured[figure])) && (!isShort || isZero(goal)))
    .map(([figure]) => figure)

const worstOf = (goal: Goal, measured?: StoredFigure) =>
  ('atMost' in goal ? measured?.highest : measured?.lowest) ?? Number.NaN

/** The figures without which a run says nothing. A short proof may be unable to judge those that it does not fail by. */
export const requiredFigures = (goals: Record<string, Goal>, isShort: boolean) =>
  Object.keys(goals).filter((figure) => !isShort || isZero(goals[figure] as Goal))

const isZero = (goal: Goal) => 'atMost' in goal && goal.atMost === 0
