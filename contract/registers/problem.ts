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

/** The problems of one column, with the first of them. */
export const ProblemKind = RegisterProblem.omit({ value: true }).extend({ count: z.int() })
export type ProblemKind = z.infer<typeof ProblemKind>
