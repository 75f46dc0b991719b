export type Goal = { atMost: number } | { atLeast: number }

/** Figures that share a row of the table in the README. */
export interface FigureRow {
  goals: Record<string, Goal>
  meaning: string
  /** Why a goal is missed, by figure. */
  shortfalls?: Record<string, string>
  /** Why they are not in `figures.json` yet. */
  notMeasured?: string
}

/** The rows of each bench. */
export type Declared = Record<string, readonly FigureRow[]>

export const goalsOf = (rows: readonly FigureRow[]): Record<string, Goal> =>
  Object.assign({}, ...rows.map(({ goals }) => goals))

export const isMissed = (goal: Goal, value: number) =>
  'atMost' in goal ? !(value <= goal.atMost) : !(value >= goal.atLeast)

/** Worse than before by more than a tenth. */
export const isWorse = (goal: Goal, before: number, now: number) =>
  'atMost' in goal ? now > before * 1.1 : now < before * 0.9

export const describeGoal = (goal: Goal) => ('atMost' in goal ? `at most ${goal.atMost}` : `at least ${goal.atLeast}`)
