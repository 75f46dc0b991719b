import type { Choices } from '#contract/registers/choices.ts'
import type { Draft } from '#contract/registers/draft-api.ts'

/** What a step gets: the draft as it is stored, and what the admin is about to say of it. */
export interface StepProps {
  draft: Draft
  choices: Choices
  onChange: (changed: Partial<Choices>) => void
}
