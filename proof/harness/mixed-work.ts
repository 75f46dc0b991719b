import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { inArray, sql } from 'drizzle-orm'
import { bookingApi } from '#contract/bookings/api.ts'
import { dayMs } from '#contract/dates.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { urnApi } from '#contract/urns/api.ts'
import { sessions } from '#server/database/schema.ts'
import { applicantFields, application, certificateFiles } from '#test/booking-forms.ts'
import { type Caller, createCaller } from '#test/caller.ts'
import { makeUser } from '#test/factories.ts'
import { createSignedInApplicants, insertSessions } from '#test/races/many-applicants.ts'
import { moveTogether, rightPapers } from '#test/urn-factory.ts'
import { formWith } from '../../bench/harness/submission-form.ts'
import { type Acknowledged, nothingAcknowledged } from './acknowledged.ts'
import { connectPatiently, newTally, type Tally } from './patient-client.ts'
import type { Production } from './production.ts'

export interface Crowd {
  families: number
  atTheWall: number
  atTheCounter: number
  admins: number
  /** Each person pauses for up to this time before the next press; three seconds if it is not given. */
  longestPauseMs?: number
  /** The number of niches that families choose from at a time. If it is not given they are 60, so few that several often want the same. */
  choices?: number
}

export interface Work {
  acknowledged: Acknowledged
  tally: Tally
  /** Bookings that could not be paid although their family had just made them. */
  refusedToPay: string[]
  /** Called when a booking is acknowledged, before anything else happens. */
  onSale: (() => void) | undefined
  stop: () => Promise<void>
}

/** A family books every second or so, each time with another of these, because one account may pay a hundred times in ten minutes. */
const accountsOfFamily = 20

/** Families book and pay, clerks decide, receive urns and place them, and admins override niches, all until `stop` is called. */
export async function beginMixedWork(production: Production, nicheIDs: readonly string[], crowd: Crowd): Promise<Work> {
  const { context, nginx, stripe } = production
  const acknowledged = nothingAcknowledged()
  const tally = newTally()
  const refusedToPay: string[] = []
  let isOver = false
  /** Set a minute after `isOver`: until then, calls that were begun still wait for their answers. */
  let isAbandoned = false
  const connect = (cookie: string) =>
    createCaller(connectPatiently({ url: nginx.url, ca: nginx.ca, tally, isOver: () => isAbandoned }), cookie)
  const form = await formWith(12_000)
  const work: Omit<Work, 'stop'> = { acknowledged, tally, refusedToPay, onSale: undefined }

  const think = () => sleep(randomInt(crowd.longestPauseMs ?? 3000))
  const choices = crowd.choices ?? 60
  const anyNiche = () => {
    const first = Math.min(acknowledged.bookings.length, nicheIDs.length - choices)
    return nicheIDs[first + randomInt(choices)] ?? ''
  }

  const acknowledge = (sale: Omit<Acknowledged['bookings'][number], 'at'>) => {
    acknowledged.bookings.push({ ...sale, at: performance.now() })
    work.onSale?.()
  }

  async function family(cookies: readonly string[]) {
    const target = connectPatiently({ url: nginx.url, ca: nginx.ca, tally, isOver: () => isAbandoned })
    for (let turn = 0; !isOver; turn++) {
      const cookie = cookies[turn % cookies.length] ?? ''
      const caller = createCaller(target, cookie)
      const nicheID = anyNiche()
      const headers = { cookie, 'content-type': form.type }
      const payload = form.payloadFor(nicheID)
      const begunAt = performance.now()
      const booked = await target.inject({ method: 'POST', url: bookingApi.submit.path, headers, payload })
      const bookingID = booked.statusCode === 200 ? (booked.json() as { bookingID: string }).bookingID : undefined
      /** Acknowledged at once, because how long it took is how long this family could not buy. */
      if (bookingID) acknowledge({ bookingID, nicheID, begunAt })
      await think()
      if (!bookingID) continue
      if (randomInt(10) === 0) await cancel(caller, bookingID)
      else await pay(caller, target, bookingID)
      await think()
    }
  }

  async function cancel(caller: Caller, bookingID: string) {
    const { status } = await caller.call(bookingApi.cancel, { body: { bookingID } })
    if (status === 200) acknowledged.decided.push({ bookingID, event: 'cancel' })
  }

  /** The page and Stripe's message say at the same moment that it is paid; Stripe sends every message twice. */
  async function pay(caller: Caller, target: ReturnType<typeof connectPatiently>, bookingID: string) {
    const intent = await caller.call(paymentApi.createIntent, { body: { bookingID } })
    if (intent.status !== 200) return void refusedToPay.push(bookingID)
    const intentID = intent.body.clientSecret.split('_secret')[0] ?? ''
    const { payload, signature } = stripe.message('payment_intent.succeeded', stripe.pay(intentID))
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const tell = () => target.inject({ method: 'POST', url: paymentApi.webhook.path, headers, payload })
    const [paid] = await Promise.all([caller.call(paymentApi.update, { body: { bookingID } }), tell(), tell()])
    if (paid.status === 200) acknowledged.paid.push(bookingID)
    else refusedToPay.push(bookingID)
  }

  async function decide(caller: Caller) {
    const pending = await caller.call(bookingApi.pending, { query: { kind: 'PreOrder' } })
    const row = pending.status === 200 && pending.body[randomInt(Math.max(1, Math.min(20, pending.body.length)))]
    if (!row) return
    const detail = await caller.call(bookingApi.approval, { params: { bookingID: row.bookingID } })
    const { version, email } = detail.body
    const body = { bookingID: row.bookingID, version }
    const isDenied = email && randomInt(8) === 0
    const { status } = isDenied
      ? await caller.call(bookingApi.deny, { body: { ...body, to: email, reason: 'The certificate is not readable.' } })
      : await caller.call(bookingApi.approve, { body })
    if (status === 200) acknowledged.decided.push({ ...row, event: isDenied ? 'deny' : 'approve' })
  }

  async function sellAtCounter(caller: Caller) {
    /** The proof uses the database directly, which may be down for a moment. */
    const person = await makeUser(context).catch(() => undefined)
    if (!person) return
    const body = { ...applicantFields(person), ...application(anyNiche()) }
    const begunAt = performance.now()
    const booked = await caller.call(bookingApi.submit, { body, files: certificateFiles() })
    if (booked.status !== 200) return
    const { bookingID } = booked.body
    acknowledge({ bookingID, nicheID: body.nicheID, begunAt })
    const paid = { bookingID, paymentMethod: 'Cash', paymentAmount: '3800.00' }
    if ((await caller.call(paymentApi.update, { body: paid })).status !== 200) return
    acknowledged.paid.push(bookingID)
    acknowledged.decided.push({ bookingID, event: 'finalise' })
  }

  async function atTheCounter(cookie: string) {
    const caller = connect(cookie)
    while (!isOver) {
      await (randomInt(4) === 0 ? sellAtCounter(caller) : decide(caller))
      await caller.call(bookingApi.search, { query: { query: String(81_000_000 + randomInt(crowd.families)) } })
      await think()
    }
  }

  /**
   * Two clerks who receive and place urns together. They choose a booking at random, so two pairs may want the same
   * one.
   */
  async function atTheWall(cookies: readonly [string, string]) {
    const pair = [connect(cookies[0]), connect(cookies[1])] as const
    while (!isOver) {
      const found = await findUnreceived(context).catch(() => [])
      const booking = found[randomInt(Math.max(1, found.length))]
      if (booking) await placeUrn(pair, booking)
      await think()
    }
  }

  async function placeUrn(pair: readonly [Caller, Caller], booking: Unreceived) {
    const facts = { requestID: randomUUID(), widthMm: '', heightMm: '', cremationNumber: '' }
    const papers = await rightPapers(context, booking.bookingID).catch(() => undefined)
    if (!papers) return
    const received = await pair[0].call(urnApi.receive, { body: { ...facts, ...papers, bookingID: booking.bookingID } })
    if (received.status !== 200) return
    acknowledged.moved.push(facts.requestID)
    const { tag } = received.body
    const shelved = { requestID: randomUUID(), tag, shelf: 'Store room, shelf 3' }
    if ((await pair[0].call(urnApi.shelve, { body: shelved })).status === 200)
      acknowledged.moved.push(shelved.requestID)
    for (const event of ['place', 'takeOut', 'place'] as const) {
      const ids = [randomUUID(), randomUUID()] as [string, string]
      const urn = { ...booking, tag } as Parameters<typeof moveTogether>[0]
      const { status, body } = await moveTogether(urn, event, pair, ids)
      if (status === 200 && body.state === 'done') acknowledged.moved.push(ids[1])
    }
  }

  async function admin(cookie: string) {
    const caller = connect(cookie)
    while (!isOver) {
      const nicheID = anyNiche()
      for (const newStatus of ['Blocked', 'Available'] as const) {
        const niche = await caller.call(nicheApi.byID, { query: { nicheID } })
        if (niche.body.status !== 'Available' && niche.body.status !== 'Blocked') break
        await caller.call(nicheApi.override, { body: { nicheID, newStatus, reason: 'The door is repaired.' } })
        await think()
      }
    }
  }

  const [families, wall, counter, admins] = [
    await createSignedInApplicants(context, crowd.families * accountsOfFamily),
    await signInStaff(context, 'staff', crowd.atTheWall * 2),
    await signInStaff(context, 'staff', crowd.atTheCounter),
    await signInStaff(context, 'admin', crowd.admins),
  ].map((cookies) => cookies.map(forEveryRelease)) as [string[], string[], string[], string[]]
  const pairs = Array.from({ length: crowd.atTheWall }, (_, each) => wall.slice(each * 2, each * 2 + 2))
  const all = Promise.all([
    ...Array.from({ length: crowd.families }, (_, each) =>
      family(families.filter((_, at) => at % crowd.families === each)),
    ),
    ...pairs.map(([first = '', second = '']) => atTheWall([first, second])),
    ...counter.map(atTheCounter),
    ...admins.map(admin),
  ])
  all.catch(() => undefined)
  return Object.assign(work, {
    stop: async () => {
      isOver = true
      const timer = setTimeout(() => {
        isAbandoned = true
      }, 60_000)
      await all.finally(() => clearTimeout(timer))
    },
  })
}

/** The previous release has another name for the cookie. */
const forEveryRelease = (cookie: string) => `${cookie}; ${cookie.replace('__Host-', '')}`

async function signInStaff(context: Production['context'], role: 'staff' | 'admin', count: number) {
  const people: string[] = []
  for (let each = 0; each < count; each++) people.push((await makeUser(context, { role })).userID)
  if (people.length === 0) return []
  const cookies = await insertSessions(context, people)
  /** The staff work for hours and do not enter a code again. The previous release has no other time of the second factor. */
  const createdAt = new Date(context.clock().getTime() + dayMs)
  await context.db.update(sessions).set({ createdAt }).where(inArray(sessions.userID, people))
  return cookies
}

type Unreceived = Pick<Parameters<typeof moveTogether>[0], 'bookingID' | 'nicheID' | 'nicheCode' | 'name'>

/** Confirmed bookings whose urns have not come. */
async function findUnreceived({ db }: Production['context']): Promise<Unreceived[]> {
  const { rows } = await db.execute(sql`
    select b.booking_id as "bookingID", b.niche_id as "nicheID", n.niche_code as "nicheCode", e.beneficiary_name as name
    from bookings b join niches n using (niche_id) join beneficiaries e using (beneficiary_id)
    where b.booking_status = 'Confirmed' and b.booking_type = 'Current'
      and not exists (select 1 from urns u where u.booking_id = b.booking_id)
    order by b.created_at desc limit 10`)
  return rows as unknown as Unreceived[]
}
