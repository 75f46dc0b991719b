import type { beneficiaryReplies } from '#contract/bookings/application-form.ts'
import { formatPartialDate } from '#contract/registers/partial-date.ts'

type FactName = Exclude<keyof typeof beneficiaryReplies, 'beneficiaryName'>

interface Fact {
  what: string
  format?: (text: string) => string
  /** Families read it among the details of their booking, not only the clerk who decides. */
  forFamily?: true
}

/** The fields of the beneficiary after the name, in the order of the screen. One that is missing here does not compile. */
const facts: Record<FactName, Fact> = {
  dateOfBirth: { what: 'Date of birth', format: formatPartialDate, forFamily: true },
  dateOfDeath: { what: 'Date of death', format: formatPartialDate, forFamily: true },
  relationshipWithApplicant: { what: 'Relationship' },
  inscription: { what: 'Inscription' },
}

/** Each fact with its text for a booking; `none` stands for a missing one. */
export const beneficiaryFacts = Object.entries(facts).map(
  ([name, { what, format = (text: string) => text, forFamily }]) => ({
    what,
    forFamily,
    textOf: (booking: Record<FactName, string | null>, none: string) => {
      const value = booking[name as FactName]
      return value ? format(value) : none
    },
  }),
)
