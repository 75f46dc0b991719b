import { readFileSync, writeFileSync } from 'node:fs'

export interface StoredFigure {
  median: number
  lowest: number
  highest: number
}

/** The figures of one bench, with the commit and the number of cores. */
interface Sitting {
  commit: string
  date: string
  cores: number
  figures: Record<string, StoredFigure>
}

/** The last sitting, and the one before it. */
interface StoredBench extends Sitting {
  before?: Sitting | undefined
}

export type Stored = Record<string, StoredBench>

const file = 'bench/figures.json'

export const readFigures = (): Stored => JSON.parse(readFileSync(file, 'utf8'))

export const saveFigures = (stored: Stored) => writeFileSync(file, `${JSON.stringify(stored, null, 2)}\n`)

/** The last sitting becomes the one before, unless this one measures the same commit again. */
export function withSitting(stored: StoredBench | undefined, sitting: Sitting): StoredBench {
  const { before, ...last } = stored ?? {}
  return { ...sitting, before: stored?.commit === sitting.commit ? before : stored && (last as Sitting) }
}

export function summarise(values: readonly number[]): StoredFigure {
  const sorted = values.map((value) => Number(value.toPrecision(3))).sort((a, b) => a - b)
  const at = (index: number) => sorted[index] ?? Number.NaN
  return { median: at(Math.floor(sorted.length / 2)), lowest: at(0), highest: at(sorted.length - 1) }
}

export const describeFigure = ({ median, lowest, highest }: StoredFigure) =>
  lowest === highest ? String(median) : `${median} (${lowest} to ${highest})`
