import type { RegisterProblem } from '#contract/registers/problem.ts'

/** Where a problem is in the file that the operator has. */
export type RowOf = (problem: Pick<RegisterProblem, 'file' | 'row'>) => number

/** The message, with the rows of the operator's file. What Columba has may look like the number of a row. */
export const messageWithRows = ({ file, message }: Pick<RegisterProblem, 'file' | 'message'>, rowOf: RowOf): string =>
  message.startsWith('In Columba')
    ? message
    : message.replace(/(?:^Row|\bin rows?) \d+(?:, \d+)*/, (rows) =>
        rows.replaceAll(/\d+/g, (row) => String(rowOf({ file, row: Number(row) }))),
      )
