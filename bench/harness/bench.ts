import type { FigureName } from '../figures.ts'

/** What a benchmark receives. The database server has the durability settings of production. */
export interface BenchRun {
  databaseUrl: string
  /** Reports one measured value for each repetition; a ratio also reports the ends of its interval. Median and range are taken of all. */
  figure: (name: FigureName, value: number) => void
  /** Reports what this run could not judge, and why. The last lines of all say so. */
  notJudged: (what: string) => void
}

export type Bench = (run: BenchRun) => Promise<void>
