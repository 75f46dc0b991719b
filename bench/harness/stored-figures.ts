import { readFileSync, writeFileSync } from 'node:fs'

export interface StoredFigure {
  median: number
  lowest: number
  highest: number
}

/** What one bench measured, at which commit and on how many cores. */
interface StoredBench {
  commit: string
  date: string
  cores: number
  figures: Record<string, StoredFigure>
}

export type Stored = Record<string, StoredBench>

const file = 'bench/figures.json'

export const readFigures = (): Stored => JSON.parse(readFileSync(file, 'utf8'))

export const saveFigures = (stored: Stored) => writeFileSync(file, `${JSON.stringify(stored, null, 2)}\n`)

export function summarise(values: readonly number[]): StoredFigure {
  const sorted = values.map((value) => Number(value.toPrecision(3))).sort((a, b) => a - b)
  const at = (index: number) => sorted[index] ?? Number.NaN
  return { median: at(Math.floor(sorted.length / 2)), lowest: at(0), highest: at(sorted.length - 1) }
}

export const describeFigure = ({ median, lowest, highest }: StoredFigure) =>
  lowest === highest ? String(median) : `${median} (${lowest} to ${highest})`
