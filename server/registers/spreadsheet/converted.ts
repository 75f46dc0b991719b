import type { Cells } from './read-row.ts'

/** What a row of the operator's file says, and where it is. A niche and its first person are read from one row. */
export interface ConvertedRow {
  row: Cells
  sheet: string
  number: number
  /** Which of the people of one row it is, counted from 0. */
  person: number
  /** The cells as they were, and the names of their columns. */
  cells: readonly string[]
  header: readonly string[]
}

export interface ConvertedNiche extends ConvertedRow {
  /** What its rows say of its status. */
  statuses: string[]
  /** Rows that say that somebody is here, and not who. */
  unnamed: number
}

export interface ConvertedPerson extends ConvertedRow {
  /** What the row says of the niche. */
  status: string
}
