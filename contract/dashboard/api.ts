import { z } from 'zod'
import { isIsoDay } from '../dates.ts'
import { callsBelow } from '../endpoint.ts'
import { nicheStatuses } from '../niches/niche.ts'
import { instant } from '../schema-parts.ts'

export const DashboardStats = z.object({
  totalBookings: z.int(),
  pendingApproval: z.int(),
  /** The percentage of users with a booking who have two or more, rounded. */
  returningClients: z.int(),
  nicheStatuses: z.array(z.object({ status: z.enum(nicheStatuses), count: z.int() })),
})
export type DashboardStats = z.infer<typeof DashboardStats>

/** Open tasks at the counter. `pending` and `urnRequests` leave out what waits for a certificate from the family. */
export const CounterTaskCounts = z.object({
  pending: z.int(),
  unpaid: z.int(),
  urnRequests: z.int(),
  refunds: z.int(),
  /** Bills that organisations have not paid by their due day. */
  overdueBills: z.int(),
  /** Letters about rights that came back and still wait for a decision by staff. */
  returnedLetters: z.int(),
  /** When the longest wait for a decision that staff can make began; null if no booking waits. */
  longestWait: instant.nullable(),
  /** The booking that has waited for so long. */
  waitsLongest: z.string().nullable(),
})
export type CounterTaskCounts = z.infer<typeof CounterTaskCounts>

export const ColumbariumOverview = z.object({
  occupancy: z.array(
    z.object({
      buildingID: z.string(),
      buildingName: z.string(),
      statuses: z.array(z.object({ status: z.enum(nicheStatuses), count: z.int() })),
      /** The number of places in the niches, and of those that active bookings take. */
      places: z.int(),
      placesTaken: z.int(),
    }),
  ),
  /** The last twelve months, `2026-03`, oldest first. */
  months: z.array(z.object({ month: z.string(), bookings: z.int() })),
  /** The number of living rights that end in this year and in each of the next four. */
  ending: z.array(z.object({ year: z.int(), rights: z.int() })),
})
export type ColumbariumOverview = z.infer<typeof ColumbariumOverview>

const MoneySums = z.object({
  /** What came in and went out in a month, as in the day book. */
  taken: z.string(),
  refunded: z.string(),
  /** What families and organisations have still to pay, charges included, and what the house has still to refund, now; by the month of the booking. */
  outstanding: z.string(),
  toRefund: z.string(),
})
export type MoneySums = z.infer<typeof MoneySums>

export const MoneyFigures = z.object({
  totals: MoneySums,
  /** Bills that organisations have not paid by their due day; in what is outstanding. */
  overdue: z.object({ bills: z.int(), amount: z.string() }),
  /** The last twelve months, `2026-03`, oldest first. */
  months: z.array(z.object({ month: z.string(), taken: z.string(), refunded: z.string() })),
  /** Rows in which all is zero are left out, and the newest month is first. An earlier month is listed if something is open in it. */
  rows: z.array(MoneySums.extend({ month: z.string(), buildingID: z.string(), buildingName: z.string() })),
})
export type MoneyFigures = z.infer<typeof MoneyFigures>

/** What a new house needs before its first sale, in order, with its name on screen and for `npm run doctor`. */
export const checklistLabels = {
  details: 'House details',
  hall: 'First hall',
  hours: 'Placement hours',
  prices: 'Price list',
  clerk: 'First clerk',
  mail: 'Mail works',
  payments: 'Payment provider answers',
  open: 'Open',
} as const
export type Check = keyof typeof checklistLabels
/** A house without them is complete: it may charge for nothing but its niches. */
export const optionalChecks: readonly Check[] = ['prices']
const checks = Object.keys(checklistLabels) as [Check, ...Check[]]

export const ChecklistItem = z.object({ check: z.enum(checks), done: z.boolean() })
export type ChecklistItem = z.infer<typeof ChecklistItem>

const day = z.string().refine(isIsoDay, 'Please choose a date.')
export const Period = z
  .object({ from: day, to: day })
  .refine((period) => period.from <= period.to, { error: 'The period ends before it begins.', path: ['to'] })
export type Period = z.infer<typeof Period>

const { admins, staffAndAdmins } = callsBelow('/api/dashboard')

export const dashboardApi = {
  stats: staffAndAdmins.get('stats', 'The dashboard figures', { reply: DashboardStats }),
  today: staffAndAdmins.get('today', 'Open tasks at the counter', { reply: CounterTaskCounts }),
  house: admins.get('house', 'Occupancy by building, bookings by month, rights that end by year', {
    reply: ColumbariumOverview,
  }),
  money: admins.get('money', 'Money taken, refunded and outstanding, by hall and month', { reply: MoneyFigures }),
  moneyCsv: admins.get('export/money', 'Money by hall and month as CSV', {
    freshFactor: true,
    recordedRead: { kind: 'export' },
    sends: 'text/csv',
  }),
  checklist: admins.get('checklist', 'What a new house still needs; asks the mail server and the payment provider', {
    reply: z.array(ChecklistItem),
  }),
  bookingsCsv: admins.get('export/bookings', 'Bookings of a period as CSV', {
    freshFactor: true,
    recordedRead: { kind: 'export' },
    query: Period,
    sends: 'text/csv',
  }),
  paymentsCsv: admins.get('export/payments', 'Payments of a period as CSV', {
    freshFactor: true,
    recordedRead: { kind: 'export' },
    query: Period,
    sends: 'text/csv',
  }),
} as const
