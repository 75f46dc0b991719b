import { countTasks, type PlacementTasks } from '#contract/appointments/api.ts'
import type { CounterTaskCounts, MoneyFigures, MoneySums } from '#contract/dashboard/api.ts'
import { toDay } from '#contract/dates.ts'
import { formatAmount, isFree } from '#contract/money.ts'
import { pathTo } from '#contract/pages.ts'
import { mostDifferences } from '#contract/urns/stock-take-api.ts'
import { waitingTime } from '#web/core/waiting-time.ts'

/** One thing that somebody has to see to, with the page for it. */
export interface MorningFigure {
  name: string
  value: number | string
  words: string
  /** Left out if the reader may not open the page for it. */
  to?: string
}

type Row = [name: string, value: number | string, words: string, to?: string | undefined]

/** Leaves out figures that are zero. */
const toFigures = (rows: readonly Row[]): MorningFigure[] =>
  rows.filter(([, value]) => value !== 0).map(([name, value, words, to]) => ({ name, value, words, ...(to && { to }) }))

/** Bookings that are paid and wait for a clerk to read their papers. */
const countToDecide = ({ pending, unpaid, urnRequests }: CounterTaskCounts) =>
  Math.max(0, pending - unpaid - urnRequests)

const notTransferred = 'Billed to organisations, and not transferred by their due day.'
const overduePath = `${pathTo('bills')}?state=overdue`

const returnedPath = `${pathTo('lettersToPost')}#posted`

export function counterFigures(counts: CounterTaskCounts, now: number): MorningFigure[] {
  const { unpaid, urnRequests, refunds, overdueBills, returnedLetters } = counts
  const [queue, urns] = [pathTo('pendingApprovals'), pathTo('pendingApprovals', { kind: 'Urn' })]
  return toFigures([
    ['Bookings to decide', countToDecide(counts), 'Paid, and waiting for their papers to be read.', queue],
    ['Urn requests', urnRequests, 'Families who ask for an urn to be placed.', urns],
    ['Longest wait', longestWaitOf(counts, now), 'The first of the queue, for a decision.', queue],
    ['Refunds', refunds, 'Money that is on its way back.', `${pathTo('dashboard')}#refunds`],
    ['Overdue bills', overdueBills, notTransferred, overduePath],
    ['Returned letters', returnedLetters, 'Letters about rights that came back by post.', returnedPath],
    ['Unpaid holds', unpaid, 'Niches held while somebody pays.', queue],
  ])
}

const longestWaitOf = ({ longestWait }: CounterTaskCounts, now: number) =>
  longestWait ? waitingTime(longestWait, now) : 0

/** The queue for admins, who do not decide and cannot open it. They see whom it is about. */
export function waitFigures(counts: CounterTaskCounts, now: number): MorningFigure[] {
  const { waitsLongest: bookingID } = counts
  const to = bookingID ? pathTo('staffPerson', { bookingID }) : undefined
  return toFigures([
    ['Longest wait', longestWaitOf(counts, now), 'The first of the queue, for a decision by staff.', to],
  ])
}

/** Says how all that is pending differs from the bookings to decide. */
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

interface OpenMoney extends Pick<MoneyFigures, 'overdue'> {
  totals: Pick<MoneySums, 'outstanding' | 'toRefund'>
}

/** The figures for admins. */
export function moneyFigures({ totals: { outstanding, toRefund }, overdue }: OpenMoney): MorningFigure[] {
  const [to, shown] = [pathTo('money'), (amount: string) => (isFree(amount) ? 0 : formatAmount(amount))]
  return toFigures([
    ['Still to be paid', shown(outstanding), 'For niches that are held, for charges, and by organisations.', to],
    ['Overdue bills', overdue.bills, notTransferred, overduePath],
    ['Still to be refunded', shown(toRefund), 'Money that is on its way back.', to],
  ])
}

/** The figures of rights, for staff and admins. */
export function rightFigures({ heard, due, claims } = { heard: 0, due: 0, claims: 0 }): MorningFigure[] {
  const to = (waits: string) => pathTo('rights', { state: 'ended', waits })
  return toFigures([
    ['Families to hear', heard, 'Their right has ended, and they want to speak with us.', to('heard')],
    ['Rights after their end', due, 'The next step is due.', to('due')],
    ['Claims to decide', claims, 'Nobody can object to them any more.', pathTo('rights', { waits: 'claims' })],
  ])
}

/** What stands still, for staff and admins: placements, and differences that stock-takes have found. */
export function standstillFigures(
  {
    proposed = [],
    unfinished = [],
    notPlaced = [],
    expired = [],
    withoutAppointment = [],
  }: Partial<PlacementTasks> = {},
  differences: readonly unknown[] = [],
): MorningFigure[] {
  const count = (rows: readonly unknown[]) => countTasks(rows)
  const [earliest] = unfinished.map(({ startsAt }) => startsAt).sort()
  const to = pathTo('placements')
  const toEarliest = earliest ? pathTo('placements', { day: toDay(new Date(earliest)) }) : to
  return toFigures([
    ['Proposed times', count(proposed), 'Families who wait for an answer.', to],
    ['Past appointments', count(unfinished), 'Nobody has said whether they were held.', toEarliest],
    ['Not placed yet', count(notPlaced), 'Urns that have been with us for a week or more.', to],
    ['Moves left open', count(expired), 'Confirmed by one person only.', to],
    ['Families without a day', count(withoutAppointment), 'Approved 30 days ago or more.', to],
    [
      'Differences',
      countTasks(differences, mostDifferences),
      'Found in stock-takes, and not settled.',
      pathTo('stockTake'),
    ],
  ])
}
