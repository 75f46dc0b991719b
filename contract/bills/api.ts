import { z } from 'zod'
import { callsBelow } from '../endpoint.ts'
import { pageQuery, textWithin } from '../schema-parts.ts'
import { Bill, BillSummary, billStates } from './bill.ts'

const { staffAndAdmins, allButWitnesses } = callsBelow('/api/bills')

export const billApi = {
  byNumber: allButWitnesses.get('bill', 'A bill or a credit note', {
    recordedRead: { kind: 'bill', subject: 'number' },
    query: z.object({ number: z.string().max(20) }),
    reply: Bill,
  }),
  list: staffAndAdmins.get('list', 'Bills and credit notes, the newest first', {
    recordedRead: { kind: 'bills' },
    query: pageQuery.extend({
      /** A number, a booking ID, a niche code, or the start of the buyer's name. */
      text: textWithin(100).default(''),
      /** The day of issue. */
      day: z.iso.date().optional(),
      state: z.enum(billStates).optional(),
    }),
    reply: z.array(BillSummary),
  }),
} as const
