import { z } from 'zod'

export const registerFiles = ['niches', 'people'] as const
export type RegisterFile = (typeof registerFiles)[number]

/** One mistake in a register. The row is counted as spreadsheets do: the header is row 1. */
export const RegisterProblem = z.object({
  file: z.enum(registerFiles),
  row: z.int(),
  column: z.string(),
  value: z.string(),
  message: z.string(),
})
export type RegisterProblem = z.infer<typeof RegisterProblem>

/** Problems of one column with the same message, but for numbers and what Columba has; with the first of them. */
export const ProblemKind = RegisterProblem.omit({ value: true }).extend({ count: z.int() })

/** The same for all problems of a kind. */
export const kindOf = ({ file, column, message }: Pick<RegisterProblem, 'file' | 'column' | 'message'>) =>
  [file, column, message.replace(/^In Columba, .*/, 'In Columba').replaceAll(/\d+(, \d+)*/g, '')].join(' ')
export type ProblemKind = z.infer<typeof ProblemKind>
