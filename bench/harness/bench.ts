import type { FigureName } from '../figures.ts'

/** What a benchmark receives. The database server has the durability settings of production. */
interface BenchRun {
  databaseUrl: string
  /** Reports one measured value, once for each repetition: median and range are taken of all. */
  figure: (name: FigureName, value: number) => void
}

export type Bench = (run: BenchRun) => Promise<void>
