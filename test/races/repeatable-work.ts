import { randomUUID } from 'node:crypto'
import { bookingApi } from '#contract/bookings/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { urnApi } from '#contract/urns/api.ts'
import type { App } from '#server/http/serve.ts'
import { application, certificateFiles } from '../booking-forms.ts'
import { createCaller } from '../caller.ts'
import { type MadeUrn, moveTogether } from '../urn-factory.ts'

/** Work that leads to the same result when it is repeated after a crash: a booking that is paid, a payment at the counter, or an urn that two people move. */
export type Work = Application | CounterPayment | Custody

export function doWork(app: App, work: Work) {
  if ('urn' in work) return moveByTwo(app, work)
  return 'bookingID' in work ? payAtCounter(app, work) : bookAndPay(app, work)
}

interface Application {
  /** The session cookie of the family. */
  cookie: string
  nicheID: string
}

async function bookAndPay(app: App, { cookie, nicheID }: Application) {
  const family = createCaller(app, cookie)
  const made = await family.call(bookingApi.submit, { body: application(nicheID), files: certificateFiles() })
  if (made.status !== 200) return
  const { bookingID } = made.body
  const { clientSecret } = (await family.call(paymentApi.createIntent, { body: { bookingID } })).body
  const card = { clientSecret, number: '4242 4242 4242 4242', expiry: '12/39', cvc: '123' }
  await family.call(paymentApi.sandboxConfirm, { body: card })
  await family.call(paymentApi.update, { body: { bookingID } })
}

interface CounterPayment {
  /** The session cookie of a clerk. */
  cookie: string
  bookingID: string
}

async function payAtCounter(app: App, { cookie, bookingID }: CounterPayment) {
  await createCaller(app, cookie).call(paymentApi.update, { body: { bookingID, paymentMethod: 'Cash' } })
}

const events = ['place', 'takeOut', 'release'] as const

export interface Custody {
  urn: MadeUrn
  /** The session cookies of two members of staff. */
  cookies: readonly [string, string]
  requestIDs: Record<'shelve', string> & Record<(typeof events)[number], [string, string]>
}

export const newRequestIDs = (): Custody['requestIDs'] => ({
  shelve: randomUUID(),
  place: [randomUUID(), randomUUID()],
  takeOut: [randomUUID(), randomUUID()],
  release: [randomUUID(), randomUUID()],
})

/** Two people shelve an urn, place it, take it out and release it. */
async function moveByTwo(app: App, { urn, cookies: [one, other], requestIDs }: Custody) {
  const both = [createCaller(app, one), createCaller(app, other)] as const
  await both[0].call(urnApi.shelve, { body: { requestID: requestIDs.shelve, tag: urn.tag, shelf: 'Shelf 1' } })
  for (const event of events) await moveTogether(urn, event, both, requestIDs[event])
}
