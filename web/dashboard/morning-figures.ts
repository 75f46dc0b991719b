import type { PlacementTasks } from '#contract/appointments/api.ts'
import type { CounterTaskCounts, MoneySums } from '#contract/dashboard/api.ts'
import { toDay } from '#contract/dates.ts'
import { formatAmount, isFree } from '#contract/money.ts'
import { pathTo } from '#contract/pages.ts'
import { waitingTime } from '#web/core/waiting-time.ts'

/** One thing that somebody has to see to, with the page for it. */
export interface MorningFigure {
  name: string
  value: number | string
  words: string
  to: string
}

/** Bookings that are paid and wait for a clerk to read their papers. */
const countToDecide = ({ pending, unpaid, urnRequests }: CounterTaskCounts) =>
  Math.max(0, pending - unpaid - urnRequests)

const isAny = ({ value }: MorningFigure) => value !== 0

/** For the counter. Nothing that is zero. */
export function counterFigures(counts: CounterTaskCounts, now: number): MorningFigure[] {
  const { unpaid, urnRequests, refunds, longestWait } = counts
  const queue = pathTo('pendingApprovals')
  const figures: MorningFigure[] = [
    {
      name: 'Bookings to decide',
      value: countToDecide(counts),
      words: 'Paid, and waiting for their papers to be read.',
      to: queue,
    },
    {
      name: 'Urn requests',
      value: urnRequests,
      words: 'Families who ask for an urn to be placed.',
      to: pathTo('pendingApprovals', { kind: 'Urn' }),
    },
    {
      name: 'Longest wait',
      value: longestWait ? waitingTime(longestWait, now) : 0,
      words: 'The first of the queue, for a decision.',
      to: queue,
    },
    {
      name: 'Refunds to settle',
      value: refunds,
      words: 'Money that is on its way back.',
      to: `${pathTo('dashboard')}#refunds`,
    },
    { name: 'Unpaid holds', value: unpaid, words: 'Niches held while somebody pays.', to: queue },
  ]
  return figures.filter(isAny)
}

/** How all that is pending differs from the bookings to decide. */
export function explainPending(all: number, counts: CounterTaskCounts): string {
  const parts: [count: number, words: string][] = [
    [countToDecide(counts), 'to decide'],
    [counts.urnRequests, 'urn requests'],
    [counts.unpaid, 'not paid yet'],
    [Math.max(0, all - counts.pending), 'waiting for a certificate'],
  ]
  const shown = parts.filter(([count]) => count > 0)
  return shown.map(([count, words]) => `${count.toLocaleString('en-SG')} ${words}`).join(', ')
}

/** For admins. */
export function moneyFigures({ outstanding, toRefund }: MoneySums): MorningFigure[] {
  const to = pathTo('money')
  const figures = [
    { name: 'Still to be paid', amount: outstanding, words: 'By families whose niches are held.', to },
    { name: 'Still to be refunded', amount: toRefund, words: 'Money that is on its way back.', to },
  ]
  return figures.flatMap(({ amount, ...figure }) => (isFree(amount) ? [] : { ...figure, value: formatAmount(amount) }))
}

/** As many as the server lists of each. */
const mostTasks = 50

/** What stands still, for staff and admins: placements, and differences that stock-takes have found. */
export function standstillFigures(tasks: PlacementTasks, differences: number): MorningFigure[] {
  const { proposed, unfinished, notPlaced, expired, withoutAppointment } = tasks
  const count = ({ length }: readonly unknown[]) => (length < mostTasks ? length : `${mostTasks} or more`)
  const to = pathTo('placements')
  const [earliest] = unfinished.map(({ startsAt }) => startsAt).sort()
  const figures: MorningFigure[] = [
    { name: 'Proposed times', value: count(proposed), words: 'Families who wait for an answer.', to },
    {
      name: 'Past appointments',
      value: count(unfinished),
      words: 'Nobody has said whether they were held.',
      to: pathTo('placements', earliest ? { day: toDay(new Date(earliest)) } : {}),
    },
    { name: 'Urns not placed', value: count(notPlaced), words: 'With our staff for a week or more.', to },
    { name: 'Moves left open', value: count(expired), words: 'Confirmed by one person only.', to },
    {
      name: 'Families without a day',
      value: count(withoutAppointment),
      words: 'Approved 30 days ago or more.',
      to,
    },
    {
      name: 'Differences',
      value: differences,
      words: 'Found in stock-takes, and not settled.',
      to: pathTo('stockTake'),
    },
  ]
  return figures.filter(isAny)
}
