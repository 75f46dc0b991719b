/** What a bench is given: a database server with the durability of production, and where to say what it found. */
export interface BenchRun {
  databaseUrl: string
  /** Prints `figure niches.vs_bare 0.71`. */
  figure: (name: string, value: number) => void
}

export type Bench = (run: BenchRun) => Promise<void>
