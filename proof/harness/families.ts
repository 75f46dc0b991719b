import { setTimeout as sleep } from 'node:timers/promises'
import { bookingApi } from '#contract/bookings/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { formWith } from '../../bench/harness/submission-form.ts'

/** What the servers have acknowledged, which must never be lost. */
export interface Acknowledged {
  bookings: { bookingID: string; nicheID: string; at: number }[]
  paid: string[]
  decided: { bookingID: string; event: 'approve' | 'deny' | 'cancel' | 'finalise' }[]
  /** The request IDs of moves of urns. */
  moved: string[]
}

export const nothingAcknowledged = (): Acknowledged => ({ bookings: [], paid: [], decided: [], moved: [] })

interface Families {
  /** Each call goes to the next of them. */
  urls: readonly string[]
  cookies: readonly string[]
  /** Niches to book, each once. */
  nicheIDs: string[]
  isOver: () => boolean
}

/**
 * Families book and pay one niche after another. They repeat each step until a server answers, and note what was
 * acknowledged.
 */
export async function bookAndPayUntil(
  { urls, cookies, nicheIDs, isOver }: Families,
  acknowledged: Acknowledged,
): Promise<void> {
  const form = await formWith(12_000)
  let turn = 0

  /** Asks again while the answer is lost or says that the database is away, as the browser does. */
  async function ask(path: string, cookie: string, body: Buffer | object): Promise<Response | undefined> {
    const isForm = Buffer.isBuffer(body)
    const headers = { cookie, 'content-type': isForm ? form.type : 'application/json' }
    while (!isOver()) {
      const url = urls[turn++ % urls.length] + path
      const sent = { method: 'POST', headers, body: isForm ? new Uint8Array(body) : JSON.stringify(body) }
      const reply = await fetch(url, { ...sent, signal: AbortSignal.timeout(30_000) }).catch(() => undefined)
      if (reply && reply.status < 500) return reply
      await sleep(100)
    }
    return undefined
  }

  async function bookOne(cookie: string, nicheID: string) {
    const booked = await ask(bookingApi.submit.path, cookie, form.payloadFor(nicheID))
    if (booked?.status !== 200) return
    const { bookingID } = (await booked.json()) as { bookingID: string }
    acknowledged.bookings.push({ bookingID, nicheID, at: performance.now() })
    const intent = await ask(paymentApi.createIntent.path, cookie, { bookingID })
    if (intent?.status !== 200) return
    const { clientSecret } = (await intent.json()) as { clientSecret: string }
    const card = { clientSecret, number: '4242 4242 4242 4242', expiry: '12/39', cvc: '123' }
    await ask(paymentApi.sandboxConfirm.path, cookie, card)
    const paid = await ask(paymentApi.update.path, cookie, { bookingID })
    if (paid?.status === 200) acknowledged.paid.push(bookingID)
  }

  const bookAll = async (cookie: string) => {
    for (let nicheID = nicheIDs.pop(); nicheID && !isOver(); nicheID = nicheIDs.pop()) await bookOne(cookie, nicheID)
  }
  await Promise.all(cookies.map(bookAll))
}
