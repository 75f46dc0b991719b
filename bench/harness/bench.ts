/** What a benchmark receives. The database server has the durability settings of production. */
interface BenchRun {
  databaseUrl: string
  /** Prints `figure niches.vs_bare 0.71`. */
  figure: (name: string, value: number) => void
}

export type Bench = (run: BenchRun) => Promise<void>
