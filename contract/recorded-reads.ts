/** What members of staff read about people, by label. Full NRICs are recorded whoever reads them. */
export const readLabels = {
  users: 'List of users',
  search: 'Search by contact number',
  quickFind: 'Quick find',
  lookUp: 'Look-up of an account',
  export: 'Export',
  queue: 'Queue of bookings',
  account: 'Account',
  booking: 'Booking',
  beneficiary: 'Beneficiary',
  urn: 'Urn',
  niche: 'People in a niche',
  labels: 'Labels of a block',
  receipt: 'Receipt',
  bill: 'Bill',
  bills: 'List of bills',
  rights: 'List of rights',
  right: 'Right to a niche',
  statement: 'Statement',
  placements: 'Placements',
  stockTake: 'Stock-take',
  refunds: 'Refunds and payment problems',
  closings: 'Requests to close an account',
  nric: 'Full NRIC',
} as const
export type ReadKind = keyof typeof readLabels
export const readKinds = Object.keys(readLabels) as [ReadKind, ...ReadKind[]]

/** Says that a call is recorded when staff make it. `subject` is the parameter that names whom the answer is about; lists have none. */
export interface RecordedRead {
  kind: ReadKind
  subject?: string
}
