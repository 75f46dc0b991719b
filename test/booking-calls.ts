import { bookingApi } from '#contract/bookings/api.ts'
import { correctionApi } from '#contract/bookings/correction-api.ts'
import { type BookingEvent, transitions } from '#contract/bookings/transitions.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { eventsOf } from '#contract/state-table.ts'
import { application, birthCertFile, certificateFiles, deathCertFile } from './booking-forms.ts'
import type { Caller } from './caller.ts'

type Call = (who: Caller, booking: { bookingID: string; nicheID: string }) => Promise<{ status: number }>

const reason = 'A test'

/** Staff or the family send only the booking, and a reason that most of them ignore. */
const plainEvents = eventsOf(transitions).filter((event) => event in bookingApi && event !== 'undoDenial')

/** The call of each event, except of those that the card provider or a background job causes. */
export const bookingCalls = (
  /** The recipient of a denial, and a niche that is sent along with decisions and must not matter. */
  sent: () => { to: string; nicheID: string },
): Partial<Record<BookingEvent, Call>> => ({
  ...Object.fromEntries(
    plainEvents.map((event): [string, Call] => [
      event,
      (who, { bookingID }) => {
        const body = { bookingID, reason, nicheID: sent().nicheID }
        return who.call(bookingApi[event as 'approve'], { body })
      },
    ]),
  ),
  finalise: (who, { bookingID }) => who.call(paymentApi.update, { body: { bookingID, paymentMethod: 'Cash' } }),
  deny: (who, { bookingID }) => who.call(bookingApi.deny, { body: { to: sent().to, reason, bookingID } }),
  /** Corrects only bookings from a register, see `correct-entry.test.ts`. */
  correct: (who, { bookingID }) => who.call(correctionApi.correct, { body: { bookingID, reason, holder_name: 'Tan' } }),
  requestUrn: (who, { bookingID }) =>
    who.call(bookingApi.placeUrn, { body: { bookingID, dateOfDeath: '2026-01-31' }, files: { deathCertFile } }),
  requestCertificate: (who, { bookingID }) =>
    who.call(bookingApi.requestCertificate, { body: { bookingID, kinds: ['birth'], reason } }),
  sendCertificate: (who, { bookingID }) =>
    who.call(bookingApi.sendCertificates, { body: { bookingID }, files: { birthCertFile } }),
  amend: (who, { nicheID }) =>
    who.call(bookingApi.submit, { body: application(nicheID, 'PreOrder'), files: certificateFiles('PreOrder') }),
})
