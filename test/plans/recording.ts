import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#server/core/project-root.ts'

/** A statement that the server sent while tests ran. */
export interface Statement {
  text: string
  params: unknown[]
  /** File and line of the code that sent it. */
  sentBy: string
}

const folder = join(root, 'node_modules/.cache/columba-statements')

/** Each process that runs tests writes a file of its own. */
export const recordingOf = (process: number) => join(folder, `${process}.jsonl`)

export function clearRecordings() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}

/** Each distinct statement of the last run once, in the order of the files that sent them. */
export function readRecordings(): Statement[] {
  mkdirSync(folder, { recursive: true })
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
  const statements = lines.filter(Boolean).map((line): Statement => JSON.parse(line))
  const byShape = new Map(statements.map((statement) => [shapeOf(statement.text), statement]))
  return [...byShape.values()].sort((a, b) => a.sentBy.localeCompare(b.sentBy, 'en', { numeric: true }))
}

/** The same for lists of any length. */
export const shapeOf = (text: string) =>
  text
    .replaceAll(/\$\d+/g, '?')
    .replaceAll(/\?(, \?)+/g, '?')
    .replaceAll(/\(\?\)(, \(\?\))+/g, '(?)')
