import type { bookingEvents } from './transitions.ts'

type Event = (typeof bookingEvents)[number]

/** Past tense of each event, for histories and refusals. */
const pastTense: Record<Event, string> = {
  submit: 'submitted',
  amend: 'amended',
  pay: 'paid',
  finalise: 'paid at the counter',
  cancel: 'cancelled',
  expire: 'cancelled, as it was not paid in time',
  retake: 'taken up again by a late payment',
  approve: 'approved',
  confirm: 'confirmed as a pre-order',
  requestUrn: 'opened for urn placement',
  deny: 'denied',
  archive: 'archived',
  release: 'released',
  reopen: 'reopened',
  requestCertificate: 'sent back for another certificate',
  sendCertificate: 'returned with another certificate',
}
export const describeEvent = (event: Event) => pastTense[event]
