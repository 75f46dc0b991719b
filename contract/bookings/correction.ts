interface Correctable {
  label: string
  /** A second person confirms it: moves of the urn are compared with it, or the holder of the right has it from here. */
  twoPeople?: true
  /** Written nowhere but in its own column. */
  secret?: true
}

/** What can be corrected of a booking from a register, by its column in the register of people, in the order of the form. */
export const correctableFields = {
  beneficiary_name: { label: 'Name', twoPeople: true },
  born: { label: 'Date of birth', twoPeople: true },
  died: { label: 'Date of death', twoPeople: true },
  identity_number: { label: 'Identity number', twoPeople: true, secret: true },
  relationship: { label: 'Relationship' },
  holder_name: { label: 'Holder', twoPeople: true },
  holder_contact: { label: 'Telephone', twoPeople: true },
  holder_email: { label: 'Email', twoPeople: true },
  deed: { label: 'Deed' },
  right_from: { label: 'Right since', twoPeople: true },
  right_until: { label: 'Right until', twoPeople: true },
} as const satisfies Record<string, Correctable>

export type CorrectableName = keyof typeof correctableFields
export const correctableNames = Object.keys(correctableFields) as CorrectableName[]

/** Why a booking is not corrected here. Not among the refusals of moves, which the pages of families load. */
export const correctionRefusals = {
  notFromRegister:
    'Only what an imported register says is corrected here: a family or the counter entered this booking.',
  linked:
    'This booking is linked to an account, whose owner relies on what it says. Please take it back from the account, and correct it then.',
  extended:
    'The bill of an extension of this right says until when it is. Please refund or waive that extension first.',
}

/** The values as a register has them; what is not recorded is empty. */
export type EntryCells = Record<CorrectableName, string>
export type Correction = Partial<EntryCells>
export type SentCells = { [Name in CorrectableName]?: string | undefined }

const pick = (sent: SentCells, isWanted: (name: CorrectableName, value: string) => boolean): Correction =>
  Object.fromEntries(
    correctableNames.flatMap((name) => {
      const value = sent[name]
      return value !== undefined && isWanted(name, value) ? [[name, value]] : []
    }),
  )

/** The values that differ from what is recorded. */
export const findChanges = (recorded: EntryCells, sent: SentCells): Correction =>
  pick(sent, (name, value) => value !== recorded[name])

/** What one person corrects, and what a second confirms. */
export function splitCorrection(changes: Correction) {
  const needsTwo = (name: CorrectableName) => 'twoPeople' in correctableFields[name]
  return { byOne: pick(changes, (name) => !needsTwo(name)), byTwo: pick(changes, needsTwo) }
}

/** Whether the holder of a right has another name or address from then on. */
export const changesHolder = (correction: Correction): boolean =>
  ['holder_name', 'holder_contact', 'holder_email'].some((name) => name in correction)

/** A correction of the person: the values with which an urn is compared. */
export const pickPerson = ({ beneficiary_name, born, died, identity_number }: Correction): Correction =>
  pick({ beneficiary_name, born, died, identity_number }, () => true)

/** What a correction says of the right to the niche. */
export const pickRight = ({ deed, right_from, right_until }: Correction): Correction =>
  pick({ deed, right_from, right_until }, () => true)

/** The words in the history and for the second person: `Date of death: was 1996, now 1996-05-14.` */
export const describeCorrection = (recorded: EntryCells, correction: Correction): string =>
  correctableNames
    .flatMap((name) => {
      const to = correction[name]
      if (to === undefined) return []
      const { label, secret }: Correctable = correctableFields[name]
      if (secret) return [`${label}: ${to ? 'corrected' : 'removed'}.`]
      return [`${label}: was ${recorded[name] || 'not recorded'}, now ${to || 'not recorded'}.`]
    })
    .join(' ')
