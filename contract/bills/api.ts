import { z } from 'zod'
import { Period } from '../dashboard/api.ts'
import { callsBelow } from '../endpoint.ts'
import { pageQuery, textWithin } from '../schema-parts.ts'
import { Bill, BillCorrection, BillSettings, BillSummary, billStateNames } from './bill.ts'

const { staff, admins, staffAndAdmins, allButWitnesses } = callsBelow('/api/bills')

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
      state: z.enum(billStateNames).optional(),
    }),
    reply: z.array(BillSummary),
  }),
  correct: staff.post('correct', 'Take a bill back with a credit note, and write a new one for the right buyer', {
    body: BillCorrection.extend({ number: z.string().max(20) }),
    reply: z.object({ number: z.string() }),
  }),
  csv: admins.get('export/bills', 'The lines of all bills and credit notes of a period as CSV', {
    freshFactor: true,
    recordedRead: { kind: 'export' },
    query: Period,
    sends: 'text/csv',
  }),
  settings: admins.get(
    'settings',
    'The first number of bills, the account of niches, and the bank account for transfers',
    {
      reply: BillSettings.extend({ payTo: z.string(), hasBills: z.boolean() }),
    },
  ),
  saveSettings: admins.post('save-settings', 'Set the first number of bills, before the first one, and the accounts', {
    freshFactor: true,
    body: BillSettings,
  }),
} as const
