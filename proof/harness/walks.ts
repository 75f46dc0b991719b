import { randomUUID } from 'node:crypto'
import { bookingApi } from '#contract/bookings/api.ts'
import { actionsFor, type BookingEvent, type BookingState } from '#contract/bookings/transitions.ts'
import { cashUpApi } from '#contract/cash-up/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { registerApi } from '#contract/registers/api.ts'
import { draftApi } from '#contract/registers/draft-api.ts'
import { urnApi } from '#contract/urns/api.ts'
import type { Context } from '#server/core/context.ts'
import type { App } from '#server/http/serve.ts'
import type { Random } from '#server/seed/seeded-random.ts'
import { bookingCalls } from '#test/booking-calls.ts'
import { applicantFields, application, certificateFiles } from '#test/booking-forms.ts'
import { type Caller, createCaller } from '#test/caller.ts'
import { makeUser } from '#test/factories.ts'
import type { startStripe } from '#test/fakes/stripe.ts'
import { startSessionOf } from '#test/sign-in-without-password.ts'
import { moveTogether, rightPapers } from '#test/urn-factory.ts'

/** The moves that need an exact state, and therefore never happen by chance. */
export const exactMoves = ['approve', 'pay', 'webhook', 'confirm a move', 'import', 'another person'] as const
export type ExactMove = (typeof exactMoves)[number]

export interface Walking {
  app: App
  context: Context
  stripe: Awaited<ReturnType<typeof startStripe>>
  random: Random
  /** The niches are shared by several walks, so that they compete. */
  nicheIDs: readonly string[]
  onAnswer: (path: string, status: number) => void
  onSuccess: (move: ExactMove) => void
}

const steps = 25

/** A family, two clerks and an admin do one thing after another: mostly what the state tables allow, otherwise anything. */
export async function walk(walking: Walking) {
  const { app, context, stripe, random, nicheIDs, onAnswer, onSuccess } = walking
  const signIn = async (role: 'user' | 'staff' | 'admin') => {
    const person = await makeUser(context, { role })
    return { ...counted(createCaller(app, await startSessionOf(app, person.userID))), person }
  }
  /** Wraps a caller, so that each answer is counted. */
  const counted = (caller: Caller): Caller => ({
    ...caller,
    call: async (endpoint, ...input) => {
      const answer = await caller.call(endpoint, ...input)
      onAnswer((endpoint as Endpoint).path, answer.status)
      return answer
    },
  })
  const [family, clerk, colleague, admin] = [
    await signIn('user'),
    await signIn('staff'),
    await signIn('staff'),
    await signIn('admin'),
  ]
  const made: { bookingID: string; nicheID: string }[] = []
  const calls = bookingCalls(() => ({ to: family.person.email, nicheID: random.pick(nicheIDs) }))

  async function book() {
    const beside = made.length > 0 && random.chance(0.6) ? random.pick(made) : undefined
    const nicheID = beside?.nicheID ?? random.pick(nicheIDs)
    const type = random.pick(['Current', 'PreOrder'] as const)
    const person = { beneficiaryName: random.pick(['Tan Ah Kow', 'Lim Bee', 'Ng Siew Lan']) }
    const more = beside && { besideBookingID: beside.bookingID, besideRelationship: 'Sibling' }
    const atCounter = random.chance(0.3) && applicantFields(family.person)
    const body = { ...atCounter, ...application(nicheID, type), ...person, ...more }
    const booked = await (atCounter ? clerk : family).call(bookingApi.submit, { body, files: certificateFiles(type) })
    if (booked.status !== 200) return
    made.push({ bookingID: booked.body.bookingID, nicheID })
    if (beside) onSuccess('another person')
    if (random.chance(0.8)) await pay(booked.body.bookingID)
  }

  async function pay(bookingID: string) {
    const intent = await family.call(paymentApi.createIntent, { body: { bookingID } })
    if (intent.status !== 200) return
    const intentID = intent.body.clientSecret.split('_secret')[0] ?? ''
    const isPaid = random.chance(0.9)
    const object = isPaid ? stripe.pay(intentID) : stripe.declineCard(intentID)
    const message = stripe.message(isPaid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', object)
    const ask = async () => {
      const { status } = await family.call(paymentApi.update, { body: { bookingID } })
      if (status === 200) onSuccess('pay')
    }
    const tell = async () => {
      const headers = { 'content-type': 'application/json', 'stripe-signature': message.signature }
      const { payload } = message
      const { statusCode } = await app.inject({ method: 'POST', url: paymentApi.webhook.path, headers, payload })
      onAnswer(paymentApi.webhook.path, statusCode)
      if (statusCode === 200 && isPaid) onSuccess('webhook')
    }
    await Promise.all(random.pick([[ask], [tell], [tell, tell], [ask, tell]]).map((each) => each()))
  }

  async function decide() {
    const booking = made.at(random.chance(0.7) ? -1 : random.int(0, made.length - 1))
    if (!booking) return book()
    const state = await readState(clerk, booking.bookingID)
    const by = random.chance(0.8) ? ('staff' as const) : ('user' as const)
    const allowed = state && random.chance(0.8) ? actionsFor(state, by).filter((event) => calls[event]) : []
    const event = random.pick(allowed.length > 0 ? allowed : (Object.keys(calls) as BookingEvent[]))
    const answer = await calls[event]?.(by === 'staff' ? clerk : family, booking)
    if (answer?.status === 200 && event === 'approve') onSuccess('approve')
    if (event === 'deny' && random.chance(0.3))
      await clerk.call(bookingApi.undoDenial, { body: { bookingID: booking.bookingID } })
  }

  async function moveUrn() {
    const booking = made.at(-1)
    if (!booking) return book()
    const facts = { requestID: randomUUID(), widthMm: '', heightMm: '', cremationNumber: '' }
    const papers = await rightPapers(context, booking.bookingID)
    const received = await clerk.call(urnApi.receive, { body: { ...facts, ...papers, bookingID: booking.bookingID } })
    const known = await clerk.call(urnApi.ofBooking, { params: { bookingID: booking.bookingID } })
    const tag = received.status === 200 ? received.body.tag : known.body.tag
    if (!tag) return
    const niche = await clerk.call(nicheApi.byID, { query: { nicheID: booking.nicheID } })
    const detail = await clerk.call(bookingApi.approval, { params: { bookingID: booking.bookingID } })
    const name = random.chance(0.95) ? detail.body.beneficiaryName : 'Somebody else'
    const urn = { ...booking, tag, nicheCode: niche.body.nicheCode, name: name ?? '', owner: family.person }
    for (const event of random.pick([['place'], ['place', 'takeOut'], ['takeOut'], ['release']] as const)) {
      const pair = random.chance(0.9) ? ([clerk, colleague] as const) : ([clerk, clerk] as const)
      const answer = await moveTogether(urn, event, pair)
      if (answer.status === 200 && answer.body.state === 'done') onSuccess('confirm a move')
    }
    if (random.chance(0.3))
      await clerk.call(urnApi.shelve, { body: { requestID: randomUUID(), tag, shelf: 'Shelf 1' } })
  }

  async function override() {
    const body = { nicheID: random.pick(nicheIDs), newStatus: random.pick(['Blocked', 'Available'] as const) }
    await admin.call(nicheApi.override, { body: { ...body, reason: 'A walk' } })
  }

  async function cashUp() {
    const { status, body } = await clerk.call(cashUpApi.drawer)
    /** The random calls beside the walk may have signed the clerk out. */
    if (status !== 200) return
    const lines = body.lines.map(({ method, expected }) => ({ method, expected, counted: expected, reason: '' }))
    const closed = await clerk.call(cashUpApi.close, { body: { through: body.through ?? 1, lines } })
    const cashUpNumber = closed.body.cashUpNumber ?? body.open?.cashUpNumber
    if (cashUpNumber) await random.pick([clerk, colleague, admin]).call(cashUpApi.sign, { body: { cashUpNumber } })
  }

  /** An import is rare, because each adds a hall. */
  async function importRegister() {
    if (random.chance(0.8)) return
    const name = randomUUID().slice(0, 8)
    const places = [1, 2, 3].map(
      (column) => `Hall ${name},1,E,${name}-${column},${column},1,1200,${column < 3 ? 'Occupied' : 'Available'}`,
    )
    const niches = ['building,level,block,code,column,row,price,status', ...places].join('\n')
    const people = `code,holder_name,beneficiary_name\n${name}-1,Ng Siew Lan,Ng Ah Teck\n${name}-2,Lim Bee,Lim Ah Hock`
    const files = {
      file: { name: 'niches.csv', content: Buffer.from(niches) },
      second: { name: 'people.csv', content: Buffer.from(people) },
    }
    const draft = await admin.call(draftApi.upload, { body: { name: 'niches.csv', secondName: 'people.csv' }, files })
    if (draft.status !== 200) return
    const { status, body } = await admin.call(registerApi.import, { body: { draftID: draft.body.draftID } })
    const importID = status === 200 ? /"importID":"([^"]+)"/.exec(String(body))?.[1] : undefined
    if (!importID) return
    onSuccess('import')
    if (random.chance(0.3)) await admin.call(registerApi.undo, { body: { importID } })
  }

  const things = [book, book, decide, decide, decide, decide, moveUrn, moveUrn, override, cashUp, importRegister]
  await book()
  for (let step = 0; step < steps; step++) await random.pick(things)()
}

async function readState(clerk: Caller, bookingID: string): Promise<BookingState | undefined> {
  const { status, body } = await clerk.call(bookingApi.approval, { params: { bookingID } })
  if (status !== 200) return undefined
  return {
    status: body.bookingStatus,
    type: body.bookingType,
    payment: body.paymentStatus ?? 'Waived',
    urn: body.urnRequest !== null,
    certificateAsked: body.certificateRequest !== null,
    madeBy: body.madeBy,
    nicheFree: body.nicheFree,
    urnPlaced: body.placedUrn !== null,
    justDenied: body.undoUntil !== null,
  }
}
