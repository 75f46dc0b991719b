import { beneficiaryReplies, fieldLabels } from '#contract/bookings/application-form.ts'
import { formatPartialDate } from '#contract/registers/partial-date.ts'
import { translate } from '#contract/words/t.ts'

type FactName = Exclude<keyof typeof beneficiaryReplies, 'beneficiaryName'>

interface Fact {
  what: string
  format?: (text: string) => string
  /** Families read it among the details of their booking, not only the clerk who decides. */
  forFamily?: true
}

/** Fields that come first, or have another label or format than in the form. Any others follow. */
const facts: Partial<Record<FactName, Fact>> = {
  dateOfBirth: { what: 'Date of birth', format: formatPartialDate, forFamily: true },
  dateOfDeath: { what: 'Date of death', format: formatPartialDate, forFamily: true },
  relationshipWithApplicant: { what: 'Relationship', format: translate },
}
const { beneficiaryName: _, ...replies } = beneficiaryReplies
const factNames = Object.keys({ ...facts, ...replies }) as FactName[]

/** Each fact with its text for a booking; `none` stands for a missing one. */
export const beneficiaryFacts = factNames.map((name) => {
  const { what, format = (text: string) => text, forFamily }: Fact = facts[name] ?? { what: fieldLabels[name] }
  return {
    what,
    forFamily,
    textOf: (booking: Record<FactName, string | null>, none: string) => {
      const value = booking[name]
      return value ? format(value) : none
    },
  }
})
