import { movedCents } from '#contract/cash-up/cash-up.ts'
import type { PaymentMethod, PaymentStatus } from '#contract/payments/payment.ts'
import type { Context } from '#server/core/context.ts'
import { holdEnd } from '../bookings/holds.ts'
import { replayScenario, type Scenario } from './booking-scenarios.ts'
import type { Person } from './demo-people.ts'
import { genders, randomAddress, randomName, randomNric } from './names.ts'
import type { Random } from './seeded-random.ts'

const hour = 3_600_000
const day = 24 * hour
const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10)

const inscriptions = [
  'Forever in our hearts',
  'A life of quiet kindness',
  'Rest in peace, dear one',
  'Beloved by all who knew her laughter',
  'He walked gently',
  'Loved beyond words, missed beyond measure',
]

interface ScenarioInput {
  context: Context
  random: Random
  now: Date
  applicant: Person
  staff: Person
  niche: { nicheID: string; priceCents: number; nicheCode: string }
  /** The holder lets visitors find the person. */
  shared: boolean
}

/** All database rows of one booking. */
export function createRows(
  scenario: Scenario,
  { context, random, now, applicant, staff, niche, shared }: ScenarioInput,
) {
  const { steps, state, niche: nicheStatus } = replayScenario(scenario)
  const bookingID = `B-${random.readableID()}`
  const paymentID = `P-${random.readableID()}`
  const [from, to] = scenario.daysAgo
  const submitted = now.getTime() - (to === 0 ? 4 * 60_000 : random.int(from, to) * day + random.int(0, 7) * hour)
  const atStep = (index: number) =>
    new Date(Math.min(submitted + index * Math.max(hour, (from * day) / 12), now.getTime() - 60_000))

  const gender = random.pick(genders)
  const dead = scenario.type === 'Current'
  const born = isoDay(submitted - random.int(58, 92) * 365.25 * day)
  const beneficiary = {
    beneficiaryID: random.uuid(),
    beneficiaryName: randomName(random, gender, applicant.fullName.split(' ')[0]).fullName,
    gender,
    nationality: 'Singaporean',
    nationalIDSealed: context.vault.seal(randomNric(random, born)),
    relationship: gender === 'Female' ? ('Mother' as const) : ('Father' as const),
    dateOfBirth: born,
    dateOfDeath: dead ? isoDay(submitted - random.int(3, 20) * day) : null,
    address: applicant.street,
    postalCode: randomAddress(random).postalCode,
    unitNumber: applicant.unitNumber,
    inscription: dead ? random.pick(inscriptions) : '',
    sharedAt: dead && shared ? new Date(submitted) : null,
  }
  const settledStep = steps.findIndex(({ event }) => event === 'pay' || event === 'finalise')
  const settledAt = settledStep < 0 ? null : atStep(settledStep)
  const intentID = scenario.method === 'Credit Card' && settledAt ? `pi_${random.readableID().toLowerCase()}` : null
  const amountCents = scenario.method === 'Waived' ? 0 : niche.priceCents
  const actorOf = (by: string) => (by === 'system' ? null : by === 'staff' ? staff.userID : applicant.userID)
  const urnStep = steps.findIndex(({ event }) => event === 'requestUrn')

  return {
    beneficiary,
    booking: {
      bookingID,
      userID: applicant.userID,
      nicheID: niche.nicheID,
      beneficiaryID: beneficiary.beneficiaryID,
      bookingStatus: state.status,
      bookingType: state.type,
      madeBy: state.madeBy,
      nicheStatus,
      createdByID: state.madeBy === 'staff' ? staff.userID : applicant.userID,
      holdExpiresAt: state.payment === 'Pending' ? holdEnd(context.config.holdMinutes, new Date(submitted)) : null,
      version: steps.length,
      createdAt: new Date(submitted),
      waitingSince: urnStep < 0 ? new Date(submitted) : atStep(urnStep),
    },
    moves: steps.map((step, index) => ({
      bookingID,
      event: step.event,
      fromStatus: step.from?.status,
      fromType: step.from?.type,
      fromNicheStatus: step.from?.niche,
      toStatus: step.to.status,
      toType: step.to.type,
      reason: moveReason(step.event, scenario),
      actorID: actorOf(step.by),
      at: atStep(index),
    })),
    nicheLog: steps.flatMap((step, index) => {
      const before = step.from?.niche ?? 'Available'
      if (before === step.to.niche) return []
      const change = { nicheID: niche.nicheID, from: before, to: step.to.niche, reason: `booking ${step.event}` }
      return { ...change, actorID: actorOf(step.by), bookingID, at: atStep(index) }
    }),
    payment: {
      paymentID,
      bookingID,
      amountCents,
      paymentMethod: scenario.method,
      paymentStatus: state.payment,
      intentID,
      cardLast4: intentID && '4242',
      createdAt: new Date(submitted),
      settledAt,
      refundID: state.payment === 'Refunded' ? `re_${paymentID.slice(2).toLowerCase()}` : null,
      recordedByID: state.madeBy === 'staff' ? staff.userID : null,
    },
    money: moneyEvents({
      paymentID,
      amountCents,
      method: scenario.method,
      status: state.payment,
      settledAt,
      deniedAt: atStep(steps.length - 1),
      settledByID: state.madeBy === 'staff' ? staff.userID : applicant.userID,
      deniedByID: staff.userID,
    }),
    intent: intentID && {
      intentID,
      clientSecret: `${intentID}_secret_${random.readableID().toLowerCase()}`,
      amountCents,
      currency: 'sgd',
      paymentID,
      idempotencyKey: `seed-${paymentID}`,
      status: 'succeeded' as const,
      cardLast4: '4242',
      refundedCents: state.payment === 'Refunded' ? amountCents : 0,
    },
    urn:
      urnStep < 0
        ? undefined
        : {
            urnRequestID: random.uuid(),
            bookingID,
            dateOfDeath: isoDay(atStep(urnStep).getTime() - random.int(1, 2) * day),
            inscription: random.pick(inscriptions),
            beforeStatus: 'Confirmed' as const,
            beforeNicheStatus: 'Reserved' as const,
            requestedAt: atStep(urnStep),
          },
    niche: { nicheID: niche.nicheID, status: nicheStatus },
  }
}
export type Rows = ReturnType<typeof createRows>

const moveReason = (event: string, scenario: Scenario) =>
  event === 'deny' ? (scenario.reason ?? '') : event === 'reopen' ? 'The family asked to change' : ''

interface MoneyInput {
  paymentID: string
  amountCents: number
  method: PaymentMethod
  /** The status at the end. */
  status: PaymentStatus
  settledAt: Date | null
  deniedAt: Date
  settledByID: string
  deniedByID: string
}

/** How the payment was settled and, after a denial, refunded: bills, statements, the day book and the drawer follow from it. */
function moneyEvents({
  paymentID,
  amountCents,
  method,
  status,
  settledAt,
  deniedAt,
  settledByID,
  deniedByID,
}: MoneyInput) {
  if (!settledAt) return []
  const event = (
    kind: string,
    fromStatus: PaymentStatus,
    toStatus: PaymentStatus,
    actorID: string | null,
    at: Date,
  ) => {
    const moved = movedCents(kind, amountCents)
    return {
      paymentID,
      kind,
      fromStatus,
      toStatus,
      amountCents,
      actorID,
      at,
      movedCents: moved ?? null,
      method: moved === undefined ? null : method,
    }
  }
  const settled = method === 'Waived' ? 'Waived' : 'Paid'
  const isReturned = status === 'Refunding' || status === 'Refunded'
  return [
    event(method === 'Waived' ? 'waived' : 'paid', 'Pending', settled, settledByID, settledAt),
    ...(isReturned ? [event('refunding', settled, 'Refunding', deniedByID, deniedAt)] : []),
    ...(status === 'Refunded' ? [event('refunded', 'Refunding', 'Refunded', null, deniedAt)] : []),
  ]
}
