import { z } from 'zod'
import { addDays, addMonths } from '../dates.ts'
import { reason, textWithin } from '../schema-parts.ts'
import type { RightStatus } from './right.ts'

/** Something that the house does after the end of a right, and how many days it waits after it. */
export interface EndStep {
  name: string
  days: number
}

/** A step of a right. `at` is null until somebody has recorded it. */
export interface StepOfRight extends EndStep {
  at: Date | null
}

const mostSteps = 8

/** Before so many months have passed since the last day of a right, no silence opens its niche. */
const monthsOfSilence = 24

/** One on each line, such as `Telephone: 30`. */
export const defaultSteps = 'Telephone: 30\nLetter: 90\nNotice at the niche: 180\nNewspaper: 90'

const linesOf = (text: string) => text.split('\n').flatMap((line) => line.trim() || [])
const stepPattern = /^(.{1,60}?)\s*:\s*([1-9]\d{0,2})$/

/** The steps of the house. The form has checked each line. */
export const readSteps = (text: string): EndStep[] =>
  linesOf(text).flatMap((line) => {
    const [, name, days] = stepPattern.exec(line) ?? []
    return name ? [{ name, days: Number(days) }] : []
  })

/** The form on the House page. */
export const EndSteps = z.object({
  steps: z.string().superRefine((text, { addIssue }) => {
    const lines = linesOf(text)
    const refuse = (message: string) => addIssue({ code: 'custom', message })
    const wrong = lines.find((line) => !stepPattern.test(line))
    if (lines.length === 0) refuse('Please enter at least one step.')
    if (lines.length > mostSteps) refuse(`Please enter at most ${mostSteps} steps.`)
    if (wrong)
      refuse(`Please write a name and a number of days from 1 to 999, such as Telephone: 30, instead of “${wrong}”.`)
  }),
})
export type EndSteps = z.infer<typeof EndSteps>

export const StepForm = z.object({ note: textWithin(500).default('') })

/** What became of a conversation with a family. Only its own word opens the niche before the steps are over. */
export const answers = { goOn: 'The steps go on', takeUrns: 'The family wants its urns back' } as const
export type Answer = keyof typeof answers
export const AnswerForm = z.object({
  answer: z.enum(Object.keys(answers) as [Answer, ...Answer[]], 'Please choose what was agreed.'),
  reason,
})

export const ClearForm = z.object({
  shelf: z.string().trim().min(1, 'Please name the shelf.').max(100, 'At most 100 characters'),
  reason,
})

/** What decides what may happen after the end of a right. */
export interface EndedRight {
  state: RightStatus
  endsOn: string | null
  heardAt: Date | null
  /** The first day on which the next step can be recorded, or the urns be taken out after the last one. Null until the first is recorded. */
  nextStepOn: string | null
  urnsAskedAt: Date | null
}

/** The first day on which so many whole months have passed since the last day of a right. */
export const silentFrom = (endsOn: string): string => addDays(addMonths(endsOn, monthsOfSilence), 1)

/** The next step and its first day; without a name after the last one, and if the family asks for its urns. */
export function nextStepOf(
  { endsOn, nextStepOn, urnsAskedAt }: Pick<EndedRight, 'endsOn' | 'nextStepOn' | 'urnsAskedAt'>,
  steps: readonly StepOfRight[],
) {
  const position = urnsAskedAt ? -1 : steps.findIndex(({ at }) => at === null)
  const from = nextStepOn ?? addDays(endsOn ?? '', 1)
  return { position, name: steps[position]?.name ?? null, from }
}

/** The first day on which the next step can be recorded after this one; after the last, on which the urns can be taken out. */
export function waitAfter(endsOn: string, position: number, steps: readonly EndStep[], today: string): string {
  const waited = addDays(today, steps[position]?.days ?? 0)
  const isLast = position === steps.length - 1
  return isLast && waited < silentFrom(endsOn) ? silentFrom(endsOn) : waited
}

/** Why the urns cannot be taken to a shelf yet, or undefined. */
export function refuseClearing(right: EndedRight, steps: readonly StepOfRight[], today: string) {
  const { state, endsOn, heardAt, urnsAskedAt } = right
  if (state !== 'ended' || !endsOn) return 'NOT_FOUND' as const
  if (heardAt) return 'FAMILY_TO_HEAR' as const
  if (urnsAskedAt) return undefined
  const { name, from } = nextStepOf(right, steps)
  return name !== null || today < from || today < silentFrom(endsOn) ? ('STEPS_NOT_OVER' as const) : undefined
}

export const AfterEnd = z.object({
  steps: z.array(
    z.object({
      name: z.string(),
      days: z.int(),
      note: z.string(),
      by: z.string(),
      /** The day on which it was recorded; null until then. */
      on: z.string().nullable(),
    }),
  ),
  /** The position and the first day of the next step. */
  next: z.object({ position: z.int(), name: z.string().nullable(), from: z.string() }),
  /** Whether the urns can be taken to a shelf today. */
  mayClear: z.boolean(),
  /** The family has asked for its urns. */
  areUrnsAsked: z.boolean(),
  /** The shelf to which the urns may be taken; null until two people have agreed. */
  clearedTo: z.string().nullable(),
})
export type AfterEnd = z.infer<typeof AfterEnd>
