import { z } from 'zod'
import { Period } from '../dashboard/api.ts'
import { get, post } from '../endpoint.ts'
import { required } from '../schema-parts.ts'
import { CashUp, CountForm, DayBook, Drawer } from './cash-up.ts'

const cashUpNumber = z.int().min(1)

export const cashUpApi = {
  drawer: get('/api/cash-up/drawer', {
    roles: ['staff', 'admin'],
    summary: 'What the drawer should hold since the last cash-up, and a count that waits for its second signature',
    reply: Drawer,
  }),
  list: get('/api/cash-up/list', {
    roles: ['staff', 'admin'],
    summary: 'The last hundred cash-ups, newest first',
    reply: z.array(CashUp),
  }),
  close: post('/api/cash-up/close', {
    roles: ['staff'],
    summary: 'Close the drawer with what was counted',
    body: CountForm,
    reply: z.object({ cashUpNumber }),
  }),
  sign: post('/api/cash-up/sign', {
    roles: ['staff', 'admin'],
    summary: 'Sign the count of another member of staff',
    body: z.object({ cashUpNumber }),
  }),
  withdraw: post('/api/cash-up/withdraw', {
    roles: ['staff', 'admin'],
    summary: 'Withdraw a count that is not signed, so that the drawer is counted again',
    body: z.object({ cashUpNumber, reason: required('Please give a reason.', 500) }),
  }),
  dayBook: get('/api/cash-up/day-book', {
    roles: ['admin'],
    summary: 'All money of a period, with totals by clerk and method',
    query: Period,
    reply: DayBook,
  }),
  dayBookCsv: get('/api/cash-up/export/day-book', {
    freshFactor: true,
    roles: ['admin'],
    summary: 'The day book of a period as CSV',
    query: Period,
    reply: z.string(),
    sends: 'text/csv',
  }),
} as const
