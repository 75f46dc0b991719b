import { z } from 'zod'
import { Period } from '../dashboard/api.ts'
import { callsBelow } from '../endpoint.ts'
import { pageAfterNumber, reason } from '../schema-parts.ts'
import { ComparedBooks } from './books.ts'
import { CashUp, CountForm, Drawer } from './cash-up.ts'
import { DayBook } from './day-book.ts'

const cashUpNumber = z.int().min(1)

const { staff, admins, staffAndAdmins } = callsBelow('/api/cash-up')

export const cashUpApi = {
  drawer: staffAndAdmins.get(
    'drawer',
    'What the drawer should hold since the last cash-up, and a count that waits for its second signature',
    { reply: Drawer },
  ),
  list: staffAndAdmins.get('list', 'Cash-ups, newest first', { query: pageAfterNumber, reply: z.array(CashUp) }),
  close: staff.post('close', 'Close the drawer with what was counted', {
    body: CountForm,
    reply: z.object({ cashUpNumber }),
  }),
  sign: staffAndAdmins.post('sign', 'Sign the count of another member of staff', { body: z.object({ cashUpNumber }) }),
  withdraw: staffAndAdmins.post(
    'withdraw',
    'Withdraw a count that is not signed, so that the drawer is counted again',
    { body: z.object({ cashUpNumber, reason }) },
  ),
  dayBook: admins.get('day-book', 'All money of a period, with totals by clerk and method', {
    query: Period.safeExtend(pageAfterNumber.shape),
    reply: DayBook,
  }),
  books: admins.get('books', 'What bills, day book and drawer say of each day and method, and why they differ', {
    query: Period,
    reply: ComparedBooks,
  }),
  dayBookCsv: admins.get('export/day-book', 'The day book of a period as CSV', {
    freshFactor: true,
    recordedRead: { kind: 'export' },
    query: Period,
    sends: 'text/csv',
  }),
} as const
